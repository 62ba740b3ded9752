import { Hono } from 'hono'
import { sendFile } from '@/features/interchange/server/sent-file'
import type { Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { copyAccount } from './account-copy.service'

/** `GET /api/account/copy`: everything that the caller's account has, as a `.zip`. */
export function accountCopyRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.get('/api/account/copy', async (c) => {
    const { user, sessionId } = c.get('caller')
    if (!user || sessionId === null)
      throw new AppError('signed-out', t('Sign in to take a copy of your account.'))
    const ctx = { ...services, caller: { ...c.get('caller'), user, sessionId } }
    return sendFile(c, await copyAccount(ctx, c.req.raw.signal))
  })
  return app
}

import { Readable } from 'node:stream'
import { Hono } from 'hono'
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
    const { body, headers } = await copyAccount(ctx, c.req.raw.signal)
    return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { headers })
  })
  return app
}

import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Services, SignedInContext } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes, readJson } from '@/server/http/read-json'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { BeginReview, ContinueReview, OneReview } from '../../inputs'
import * as service from './page-reviews.service'

const MOST_BODY = 64 * 1024

/**
 * `POST /api/ai/review/…`: a model goes through a page for somebody who is signed in. They are no calls of RPC because keys that people send travel in
 * them, as in the other requests for a model.
 */
export function reviewRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  const limited = mostBytes(MOST_BODY)
  const answered =
    <Input>(shape: z.ZodType<Input>, act: (ctx: SignedInContext, input: Input) => Promise<object>) =>
    async (c: Context<HttpEnv>) => {
      const { user, sessionId, ...caller } = c.get('caller')
      if (!user || !sessionId) throw new AppError('signed-out', t('Sign in to use AI.'))
      const input = await readJson(c, shape)
      const ctx = { ...services, caller: { ...caller, user, sessionId } }
      return c.json(await act(ctx, input), 200, { 'cache-control': 'private, no-store' })
    }
  app.post('/api/ai/review/begin', limited, answered(BeginReview, service.beginReview))
  app.post('/api/ai/review/continue', limited, answered(ContinueReview, service.continueReview))
  app.post('/api/ai/review/stop', limited, answered(OneReview, service.stopReview))
  app.post('/api/ai/review/apply', limited, answered(OneReview, service.applyReview))
  app.post('/api/ai/review/discard', limited, answered(OneReview, service.discardReview))
  return app
}

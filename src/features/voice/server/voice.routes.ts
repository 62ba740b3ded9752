import { type Context, Hono } from 'hono'
import { NO_SERVICE } from '@/features/speech/model'
import { NoService } from '@/features/speech/server/speech-service'
import type { Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes, readJson } from '@/server/http/read-json'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { RealtimeRequest } from '../inputs'
import { MOST_SDP } from '../model'
import { beginSession, connectCall } from './voice.service'

const NOT_KEPT = { 'cache-control': 'private, no-store' }
/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
const GONE = 499
const SECRET = /^Bearer ([\w.-]{1,500})$/i

/**
 * `POST /api/realtime` (product.md 7.41): what a session is to be like in, its secret out. `POST /api/realtime/calls`: a session
 * description in, with that secret, and the service's out, so that its address stays on the server. Refusals are `{error, details}`.
 */
export function voiceRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.post('/api/realtime', mostBytes(16 * 1024), (c) =>
    refusing(c, async (signal) => {
      const input = await readJson(c, RealtimeRequest)
      return c.json(
        await beginSession({ ...services, caller: c.get('caller') }, input, signal),
        200,
        NOT_KEPT,
      )
    }),
  )
  app.post('/api/realtime/calls', mostBytes(MOST_SDP), (c) =>
    refusing(c, async (signal) => {
      const secret = SECRET.exec(c.req.header('authorization') ?? '')?.[1]
      if (secret === undefined || !c.req.header('content-type')?.startsWith('application/sdp'))
        throw new AppError(
          'bad-input',
          t('Send a session description (application/sdp) with the secret of a session.'),
        )
      const ctx = { ...services, caller: c.get('caller') }
      const answer = await connectCall(ctx, { secret, sdp: await c.req.text() }, signal)
      return c.body(answer, 201, { 'content-type': 'application/sdp', ...NOT_KEPT })
    }),
  )
  return app
}

/** Answers, and refuses with `details` beside the words. */
async function refusing(
  c: Context<HttpEnv>,
  answer: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const { signal } = c.req.raw
  try {
    return await answer(signal)
  } catch (error) {
    if (signal.aborted && error === signal.reason) return new Response(null, { status: GONE })
    if (!(error instanceof AppError)) throw error
    const details = error instanceof NoService ? NO_SERVICE : error.code
    return c.json({ error: error.message, details }, error.status as 400)
  }
}

import { type Context, Hono } from 'hono'
import type { Services, SignedInContext } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes, readJson } from '@/server/http/read-json'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { Command, Copilot, StopAnswer, TestConnection } from '../inputs'
import { askedFor } from '../model'
import { answerCommand, answerCopilot } from './ai.service'
import { keptReply, readAnswer, stopAnswer } from './answers/answers.service'
import { GONE, replied, streamed } from './replied'
import { testConnection } from './test-connection'

/** Two texts of `LONGEST_REQUEST` characters in JSON. */
const MOST_BODY = 2 * 1024 * 1024

/**
 * `POST /api/ai/command` (product.md 7.38) and `POST /api/ai/copilot` (7.39): JSON in, the words of a model out as they come.
 * `POST /api/ai/test` says whether a part of what is set up works. Keys that people send are handed to the provider and neither kept
 * nor logged. An answer that has a name is written whether anybody reads it or not: `GET /api/ai/answers/{id}?from=N` reads it from that
 * character on, `POST /api/ai/answers/stop` ends it.
 */
export function aiRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  const limited = mostBytes(MOST_BODY)
  const signedInto = (c: Context<HttpEnv>): SignedInContext => {
    const { user, sessionId, ...caller } = c.get('caller')
    if (!user || !sessionId) throw new AppError('signed-out', t('Sign in to use AI.'))
    return { ...services, caller: { ...caller, user, sessionId } }
  }
  app.post('/api/ai/command', limited, (c) =>
    replied(c, services, Command, (ctx, input, signal) =>
      keptReply(ctx, { ...input, asked: askedFor(input), about: input.selection }, signal, (within) =>
        answerCommand(ctx, input, within),
      ),
    ),
  )
  app.get('/api/ai/answers/:id', (c) => {
    const from = Math.max(0, Number.parseInt(c.req.query('from') ?? '0', 10) || 0)
    const ctx = signedInto(c)
    return streamed(c, { withEnd: true }, (signal) => readAnswer(ctx, c.req.param('id'), { from, signal }))
  })
  app.post('/api/ai/answers/stop', limited, async (c) => {
    const ctx = signedInto(c)
    return c.json(await stopAnswer(ctx, await readJson(c, StopAnswer)), 200, {
      'cache-control': 'private, no-store',
    })
  })
  app.post('/api/ai/copilot', limited, (c) => replied(c, services, Copilot, answerCopilot))
  app.post('/api/ai/test', limited, async (c) => {
    const ctx = signedInto(c)
    const input = await readJson(c, TestConnection)
    const { signal } = c.req.raw
    try {
      return c.json(await testConnection(ctx, input, signal), 200, { 'cache-control': 'private, no-store' })
    } catch (error) {
      if (signal.aborted && error === signal.reason) return new Response(null, { status: GONE })
      throw error
    }
  })
  return app
}

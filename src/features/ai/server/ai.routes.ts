import { Hono } from 'hono'
import type { Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes, readJson } from '@/server/http/read-json'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { Command, Copilot, TestConnection } from '../inputs'
import { answerCommand, answerCopilot } from './ai.service'
import { GONE, replied } from './replied'
import { testConnection } from './test-connection'

/** Two texts of `LONGEST_REQUEST` characters in JSON. */
const MOST_BODY = 2 * 1024 * 1024

/**
 * `POST /api/ai/command` (product.md 7.38) and `POST /api/ai/copilot` (7.39): JSON in, the words of a model out as they come.
 * `POST /api/ai/test` says whether a part of what is set up works. Keys that people send are handed to the provider and neither kept
 * nor logged.
 */
export function aiRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  const limited = mostBytes(MOST_BODY)
  app.post('/api/ai/command', limited, (c) => replied(c, services, Command, answerCommand))
  app.post('/api/ai/copilot', limited, (c) => replied(c, services, Copilot, answerCopilot))
  app.post('/api/ai/test', limited, async (c) => {
    const { user, sessionId, ...caller } = c.get('caller')
    if (!user || !sessionId) throw new AppError('signed-out', t('Sign in to use AI.'))
    const input = await readJson(c, TestConnection)
    const { signal } = c.req.raw
    try {
      const ctx = { ...services, caller: { ...caller, user, sessionId } }
      return c.json(await testConnection(ctx, input, signal), 200, { 'cache-control': 'private, no-store' })
    } catch (error) {
      if (signal.aborted && error === signal.reason) return new Response(null, { status: GONE })
      throw error
    }
  })
  return app
}

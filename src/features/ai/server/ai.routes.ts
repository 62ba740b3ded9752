import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { RequestContext, Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes, readJson } from '@/server/http/read-json'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { Command, Copilot, TestConnection } from '../inputs'
import { MODEL_HEADER, REPLY_HEADER } from '../model'
import { answerCommand, answerCopilot, type Reply } from './ai.service'
import { streamReply } from './stream-reply'
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

/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
const GONE = 499

async function replied<Input extends { withEnd: boolean }>(
  c: Context<HttpEnv>,
  services: Services,
  shape: z.ZodType<Input>,
  answer: (ctx: RequestContext, input: Input, signal: AbortSignal) => Promise<Reply>,
): Promise<Response> {
  const input = await readJson(c, shape)
  const stop = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, stop.signal])
  try {
    const reply = await answer({ ...services, caller: c.get('caller') }, input, signal)
    return c.body(await streamReply(reply.words, { withEnd: input.withEnd, stop }), 200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, no-store',
      // A proxy that gathers an answer would hold its first words back.
      'x-accel-buffering': 'no',
      [REPLY_HEADER]: reply.isSample ? 'sample' : 'model',
      ...(reply.model !== null && { [MODEL_HEADER]: encodeURIComponent(reply.model.toWellFormed()) }),
    })
  } catch (error) {
    if (signal.aborted && error === signal.reason) return new Response(null, { status: GONE })
    throw error
  }
}

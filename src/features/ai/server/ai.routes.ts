import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { RequestContext, Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { checkJsonText } from '@/server/http/json-guard'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { Command, Copilot } from '../inputs'
import { REPLY_HEADER } from '../model'
import { answerCommand, answerCopilot, type Reply } from './ai.service'
import { streamReply } from './stream-reply'

/** Two texts of `LONGEST_REQUEST` characters in JSON. */
const MOST_BODY = 2 * 1024 * 1024

/**
 * `POST /api/ai/command` (product.md 7.38) and `POST /api/ai/copilot` (7.39): JSON in, the words of a model out as they come. Keys
 * that people send are handed to the provider and neither kept nor logged.
 */
export function aiRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  const limited = bodyLimit({
    maxSize: MOST_BODY,
    onError: () => {
      throw new AppError('too-large', t('This request is too large.'))
    },
  })
  app.post('/api/ai/command', limited, (c) => replied(c, services, Command, answerCommand))
  app.post('/api/ai/copilot', limited, (c) => replied(c, services, Copilot, answerCopilot))
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
  const input = await inputOf(c, shape)
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
    })
  } catch (error) {
    if (signal.aborted && error === signal.reason) return new Response(null, { status: GONE })
    throw error
  }
}

/** What was sent. Throws `bad-input` in the words of `inputs.ts`; nothing that was sent is repeated in them. */
async function inputOf<Input>(c: Context<HttpEnv>, shape: z.ZodType<Input>): Promise<Input> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('bad-input', t('Please send JSON (content-type: application/json).'))
  const text = await c.req.text()
  checkJsonText(text)
  const parsed = shape.safeParse(parsedJson(text))
  if (parsed.success) return parsed.data
  throw new AppError('bad-input', parsed.error.issues[0]?.message ?? t('This request is not understood.'))
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message repeats what was sent, and there may be a key in it.
    throw new AppError('bad-input', t('This is no JSON.'))
  }
}

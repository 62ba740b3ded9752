import type { Context } from 'hono'
import type { z } from 'zod'
import type { RequestContext, Services } from '@/server/context'
import type { HttpEnv } from '@/server/http/http'
import { readJson } from '@/server/http/read-json'
import { MODEL_HEADER, REPLY_HEADER, UNREAD_HEADER } from '../model'
import type { Reply } from './ai.service'
import { streamReply } from './stream-reply'

/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
export const GONE = 499

/** Answers a request with the words of a model, as they come; ends with the request. Refuses with a status what fails before the first word. */
export async function replied<Input extends { withEnd: boolean }>(
  c: Context<HttpEnv>,
  services: Services,
  shape: z.ZodType<Input>,
  answer: (ctx: RequestContext, input: Input, signal: AbortSignal) => Promise<Reply>,
): Promise<Response> {
  const input = await readJson(c, shape)
  const ctx = { ...services, caller: c.get('caller') }
  return streamed(c, { withEnd: input.withEnd }, (signal) => answer(ctx, input, signal))
}

/** Answers with words as they come; what fails before the first one is refused with a status. */
export async function streamed(
  c: Context<HttpEnv>,
  { withEnd }: { withEnd: boolean },
  answer: (signal: AbortSignal) => Promise<Reply>,
): Promise<Response> {
  const stop = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, stop.signal])
  try {
    const reply = await answer(signal)
    return c.body(await streamReply(reply.words, { withEnd, stop }), 200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, no-store',
      // A proxy that gathers an answer would hold its first words back.
      'x-accel-buffering': 'no',
      [REPLY_HEADER]: reply.isSample ? 'sample' : 'model',
      ...(reply.model !== null && { [MODEL_HEADER]: encodeURIComponent(reply.model.toWellFormed()) }),
      ...(reply.unread && { [UNREAD_HEADER]: String(reply.unread) }),
    })
  } catch (error) {
    if (signal.aborted && error === signal.reason) return new Response(null, { status: GONE })
    throw error
  }
}

import { type Context, Hono } from 'hono'
import type { Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes, readJson } from '@/server/http/read-json'
import { AppError } from '@/shared/errors'
import { SpeechRequest } from '../inputs'
import { NO_SERVICE } from '../model'
import type { Spoken } from './speak'
import { readAloud } from './speech.service'
import { NoService } from './speech-service'

/** `LONGEST_SPOKEN` characters in JSON, however they are written. */
const MOST_TEXT_BODY = 64 * 1024
/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
const GONE = 499

/** `POST /api/tts` (product.md 7.40): JSON in, audio out as it comes. Refusals are `{error, details}`. */
export function speechRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.post('/api/tts', mostBytes(MOST_TEXT_BODY), (c) =>
    refusing(c, async (signal, stop) => {
      const input = await readJson(c, SpeechRequest)
      const { type, bytes } = await readAloud({ ...services, caller: c.get('caller') }, input, signal)
      return c.body(streamOf(bytes, stop), 200, {
        'content-type': type,
        'cache-control': 'private, no-store',
      })
    }),
  )
  return app
}

/** Answers, and refuses with `details` beside the words. The signal is given when the caller goes away, and by `stop`. */
async function refusing(
  c: Context<HttpEnv>,
  answer: (signal: AbortSignal, stop: AbortController) => Promise<Response>,
): Promise<Response> {
  const stop = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, stop.signal])
  try {
    return await answer(signal, stop)
  } catch (error) {
    if (signal.aborted && error === signal.reason) return new Response(null, { status: GONE })
    if (!(error instanceof AppError)) throw error
    const details = error instanceof NoService ? NO_SERVICE : error.code
    return c.json({ error: error.message, details }, error.status as 400)
  }
}

function streamOf(bytes: Spoken['bytes'], stop: AbortController): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await bytes.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      stop.abort(new Error('The listener went away'))
      await bytes.return()
    },
  })
}

import { type Context, Hono } from 'hono'
import type { RequestContext, Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { BadForm, type FormFile, readForm } from '@/server/http/read-form'
import { mostBytes, readJson } from '@/server/http/read-json'
import { BrokenOff, bodyOf } from '@/server/http/request-body'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { SpeechRequest, TranscribeFields } from '../inputs'
import { LARGE_SOUND_TOO_LARGE, MOST_LARGE_SOUND, NO_SERVICE } from '../model'
import type { Spoken } from './speak'
import { countTranscription, listenerFor, readAloud, whoIs, writeDown } from './speech.service'
import { NoService } from './speech-service'

/** `LONGEST_SPOKEN` characters in JSON, however they are written. */
const MOST_TEXT_BODY = 64 * 1024
/** The file, and what stands around it in a form. */
const MOST_FORM = MOST_LARGE_SOUND + 64 * 1024
/** Forms that are received at the same time, of one person and of everybody: each is held in memory while it is read. */
const MOST_FORMS = { person: 3, all: 8 }
const NO_LENGTH = () => t('Say how long the form is (content-length).')
const BUSY = () => t('Many recordings are being received. Try again in a moment.')
/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
const GONE = 499

/**
 * `POST /api/tts` (product.md 7.40): JSON in, audio out as it comes. `POST /api/transcribe` (7.37): a form with a sound in, words out.
 * Refusals are `{error, details}`.
 */
export function speechRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.post('/api/tts', mostBytes(MOST_TEXT_BODY), (c) =>
    refusing(c, async (signal, stop) => {
      const input = await readJson(c, SpeechRequest)
      const { type, bytes } = await readAloud({ ...services, caller: c.get('caller') }, input, signal)
      return c.body(streamOf(bytes, stop), 200, {
        'content-type': type,
        ...NOT_KEPT,
      })
    }),
  )
  app.post('/api/transcribe', (c) =>
    refusing(c, async (signal) => {
      const ctx = { ...services, caller: c.get('caller') }
      listenerFor(ctx)
      if (!saysItsLength(c)) return c.json({ error: NO_LENGTH(), details: 'bad-input' }, 411)
      const written = await holding(ctx, Number(c.req.header('content-length')), async () => {
        const { bytes, fields } = await inTurns(ctx, async () => {
          await countTranscription(ctx)
          return receiveForm(c)
        })
        return writeDown(ctx, bytes, fields, signal)
      })
      return c.json(written, 200, NOT_KEPT)
    }),
  )
  return app
}

const NOT_KEPT = { 'cache-control': 'private, no-store' }

/** Browsers say how long a form is. One that is as long as it turns out to be is held in memory before anybody knows. */
const saysItsLength = (c: Context<HttpEnv>): boolean =>
  c.req.header('transfer-encoding') === undefined && /^\d+$/.test(c.req.header('content-length') ?? '')

/** Forms that are held in memory until their service has answered, which can take minutes: long ones (bytes), and others. */
const MOST_HELD = { long: 6, short: 40, isLong: 10 * 1024 * 1024 } as const

/** Receives a form and has it written down, while not too many are held. Throws `rate-limited` where they are. */
const holding = <T>(ctx: RequestContext, bytes: number, act: () => Promise<T>): Promise<T> => {
  const kind = bytes > MOST_HELD.isLong ? 'long' : 'short'
  // Two people do not keep everybody else from it.
  const own = `transcribe:held:${kind}:${whoIs(ctx.caller)}`
  return ctx.underWay.within(own, Math.ceil(MOST_HELD[kind] / 3), BUSY(), () =>
    ctx.underWay.within(`transcribe:held:${kind}`, MOST_HELD[kind], BUSY(), act),
  )
}

/** Receives a form: nobody's keep others waiting. Throws `rate-limited` where others are on their way. */
const inTurns = <Form>(ctx: RequestContext, receive: () => Promise<Form>): Promise<Form> =>
  ctx.underWay.within(`transcribe:forms:${whoIs(ctx.caller)}`, MOST_FORMS.person, BUSY(), () =>
    ctx.underWay.within('transcribe:forms', MOST_FORMS.all, BUSY(), receive),
  )

/** A form with a file, received into one piece of memory as it comes. Throws `bad-input` and `too-large` in words. */
async function receiveForm(
  c: Context<HttpEnv>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; fields: TranscribeFields }> {
  const length = Number(c.req.header('content-length'))
  if (length > MOST_FORM) throw new AppError('too-large', LARGE_SOUND_TOO_LARGE())
  const wanted = () => t('Send a form (multipart/form-data) with the audio as “file”.')
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('bad-input', wanted())
  const received = new Uint8Array(length)
  let size = -1
  const takeFile = async ({ field, bytes }: FormFile) => {
    if (field !== 'file' || size >= 0) return
    size = 0
    for await (const chunk of bytes) {
      received.set(chunk, size)
      size += chunk.byteLength
    }
  }
  const body = bodyOf(c.req.raw, length, LARGE_SOUND_TOO_LARGE())
  const words = await readForm(body, type, takeFile).catch((cause: unknown) => {
    throw cause instanceof BadForm ? new AppError('bad-input', wanted(), { cause }) : cause
  })
  if (size < 0) throw new AppError('bad-input', wanted())
  const fields = TranscribeFields.safeParse(
    Object.fromEntries([...words].filter(([, value]) => value !== '')),
  )
  if (!fields.success)
    throw new AppError('bad-input', fields.error.issues[0]?.message ?? t('This request is not understood.'))
  return { bytes: received.subarray(0, size), fields: fields.data }
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
    if (error instanceof BrokenOff || (signal.aborted && error === signal.reason))
      return new Response(null, { status: GONE })
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

import { fileTypeFromBuffer } from 'file-type'
import { answered } from '@/server/providers/answered'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { NO_AUDIO } from '../model'
import { askService, type SpeechService, speechFailure } from './speech-service'

/** The voice that reads; every service that is compatible with OpenAI's has one of this name. */
const VOICE = 'alloy'
/** Bytes of what is said in one request: minutes of it, even when it is not compressed. */
const MOST_AUDIO = 32 * 1024 * 1024
/** Bytes by which a kind of audio is recognized. */
const SIGNS = 16

/** Milliseconds that a service may be silent. A local model is loaded before its first word. */
export interface Waits {
  first: number
  next: number
}
const WAITS: Waits = { first: 60_000, next: 20_000 }

/** Audio on its way. */
export interface Spoken {
  /** Its MIME type, by its first bytes. */
  type: string
  /** Ends the request at the service when nobody takes them any more. */
  bytes: AsyncGenerator<Uint8Array, void>
}

/**
 * Has a text read. Resolves with the first bytes, so that what fails before them is refused with a status; whatever fails later breaks
 * the audio. Throws {@link AppError} in words, or the signal's reason.
 */
export async function speak(
  service: SpeechService,
  text: string,
  signal: AbortSignal,
  waits: Waits = WAITS,
): Promise<Spoken> {
  const stop = new AbortController()
  const within = AbortSignal.any([signal, stop.signal])
  try {
    const answer = await askService(service, {
      path: '/audio/speech',
      contentType: 'application/json',
      body: JSON.stringify({ model: service.model, input: text, voice: VOICE, response_format: 'mp3' }),
      signal: within,
      wait: waits.first,
      most: MOST_AUDIO,
    })
    const bytes = bytesOf(answer, { service, signal: within, stop, waits })
    const first = await firstBytes(bytes)
    if (first.length === 0) throw new AppError('unavailable', NO_AUDIO())
    return { type: await audioType(first, service), bytes: from(first, bytes) }
  } catch (error) {
    stop.abort()
    throw error
  }
}

async function* bytesOf(
  answer: Response,
  {
    service,
    signal,
    stop,
    waits,
  }: { service: SpeechService; signal: AbortSignal; stop: AbortController; waits: Waits },
): AsyncGenerator<Uint8Array, void> {
  const reader = answer.body?.getReader()
  let wait = waits.first
  try {
    while (reader) {
      const { done, value } = await answered(reader.read(), wait, signal)
      if (done) return
      wait = waits.next
      yield value
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw speechFailure(error, service)
  } finally {
    stop.abort()
  }
}

async function firstBytes(bytes: AsyncGenerator<Uint8Array, void>): Promise<Uint8Array> {
  let first = new Uint8Array()
  while (first.length < SIGNS) {
    const { done, value } = await bytes.next()
    if (done) break
    const joined = new Uint8Array(first.length + value.length)
    joined.set(first)
    joined.set(value, first.length)
    first = joined
  }
  return first
}

async function* from(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return()
  }
}

/** What a service says of its answer means nothing: some send an error as a page, with a status of success. */
async function audioType(first: Uint8Array, service: SpeechService): Promise<string> {
  const found = await fileTypeFromBuffer(first).catch(() => undefined)
  if (found?.mime.startsWith('audio/')) return found.mime
  throw new AppError(
    'unavailable',
    t('{model} sent something that is no audio. Try again, or choose another model.', {
      model: service.model,
    }),
  )
}

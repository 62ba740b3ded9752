import { z } from 'zod'
import { SAMPLE, typeOfContent } from '@/features/files/server/content-type'
import { answered } from '@/server/providers/answered'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { NO_SOUND, type Transcription } from '../model'
import { askService, RequestRefused, type SpeechService, speechFailure } from './speech-service'
import { timedWords } from './timed-words'

/** Bytes of what a service answers: words of an hour, each with its time. */
const MOST_ANSWER = 16 * 1024 * 1024
/** Milliseconds until a service has answered: a local one may be as slow as what it hears. */
const WAIT = 600_000

/** Models that tell who speaks are asked in a way of their own, such as `gpt-4o-transcribe-diarize`; others may tell it unasked. */
const TELLS_SPEAKERS = /diari[sz]e/i

/** What services tell kinds of audio by. */
const ENDINGS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/quicktime': 'mp4',
  'audio/webm': 'webm',
  'video/webm': 'webm',
  'video/matroska': 'webm',
  'audio/ogg': 'ogg',
  'video/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/flac': 'flac',
}

/** Something that is to be written down. */
export interface Sound {
  bytes: Uint8Array<ArrayBuffer>
  type: string
}

/** What somebody sent, judged by how it begins. Throws `bad-input` for what holds no sound. */
export async function soundOf(bytes: Uint8Array<ArrayBuffer>): Promise<Sound> {
  if (bytes.length === 0)
    throw new AppError('bad-input', t('This file is empty: there is nothing to transcribe.'))
  const type = await typeOfContent(bytes.subarray(0, SAMPLE), '')
  if (!/^(?:audio|video)\//.test(type) && type !== 'application/ogg')
    throw new AppError('bad-input', NO_SOUND())
  return { bytes, type }
}

const Timed = {
  start: z.number(),
  end: z.number(),
  speaker: z
    .union([z.string().trim().max(60), z.number().transform(String)])
    .nullish()
    .catch(null),
}
/** What is not as it should be is left out; the words alone are asked for. */
const Answer = z.object({
  text: z.string().max(2_000_000),
  language: z.string().max(60).nullish().catch(null),
  duration: z.number().nullish().catch(null),
  words: z
    .array(z.object({ word: z.string(), ...Timed }))
    .nullish()
    .catch(null),
  segments: z
    .array(z.object({ text: z.string(), ...Timed }))
    .nullish()
    .catch(null),
})

export interface TranscribeOptions {
  /** ISO 639-1, where the person says which language is spoken. */
  language?: string | undefined
  /** Seconds that were cut away before it; added to all times. */
  startTime?: number | undefined
  signal: AbortSignal
  wait?: number
}

/** Has a sound written down. Throws {@link AppError} in words, or the signal's reason. */
export async function transcribe(
  service: SpeechService,
  sound: Sound,
  { language, startTime = 0, signal, wait = WAIT }: TranscribeOptions,
): Promise<Transcription> {
  const ask = (isDetailed: boolean) =>
    askService(service, {
      path: '/audio/transcriptions',
      body: formOf(service, sound, language, isDetailed),
      signal,
      wait,
      most: MOST_ANSWER,
    })
  // Some models tell no times, and refuse to be asked for them.
  const answer = await ask(true).catch((error: unknown) => {
    if (error instanceof RequestRefused) return ask(false)
    throw error
  })
  try {
    const {
      text,
      language: told,
      duration,
      ...times
    } = Answer.parse(await answered(answer.json(), wait, signal))
    const words = timedWords(text, times, startTime)
    return {
      text: text.trim(),
      ...(told && { language: told }),
      ...(typeof duration === 'number' && { duration }),
      ...(words && { words }),
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw speechFailure(error, service)
  }
}

function formOf(
  { model }: SpeechService,
  { bytes, type }: Sound,
  language: string | undefined,
  isDetailed: boolean,
): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type }), `sound.${ENDINGS[type] ?? type.split('/')[1]}`)
  form.set('model', model)
  if (isDetailed && TELLS_SPEAKERS.test(model)) {
    form.set('response_format', 'diarized_json')
    form.set('chunking_strategy', 'auto')
  } else if (isDetailed) {
    form.set('response_format', 'verbose_json')
    form.append('timestamp_granularities[]', 'word')
    form.append('timestamp_granularities[]', 'segment')
  } else form.set('response_format', 'json')
  if (language !== undefined) form.set('language', language)
  return form
}

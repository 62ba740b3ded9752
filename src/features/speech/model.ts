import type { TimedWord } from '@/blocks/media/transcription'
import { t } from '@/shared/i18n'

/** Characters that are read out in one request (product.md 5.14). */
export const LONGEST_SPOKEN = 4_000

/** What is said of reading aloud, word for word (product.md 8.12). */
export const NO_TEXT = () => t('No text to read')
export const NO_SELECTION = () => t('No text selected')
export const SPEECH_FAILED = (reason: string) => t('Failed to generate speech: {reason}', { reason })
export const NO_AUDIO = () => t('Received empty audio data')
export const NOT_PLAYED = () => t('Failed to play audio')
export const NOT_SPOKEN = () => t('Failed to generate or play speech')

/** `details` of a refusal where the operator has set up no service. */
export const NO_SERVICE = 'no-service'

/** The models that are asked where the operator names none. */
export const DEFAULT_SPEECH_MODEL = 'gpt-4o-mini-tts'
/** It tells the time of each word; newer ones do not. */
export const DEFAULT_TRANSCRIBE_MODEL = 'whisper-1'

/** The model that one talks with, where the operator names none. */
export const DEFAULT_REALTIME_MODEL = 'gpt-realtime'

/** Bytes that are transcribed in one request (product.md 7.37, 9.9). */
export const MOST_SOUND = 20 * 1024 * 1024

export const NO_SOUND = () => t('This is no audio or video that can be transcribed.')
export const SOUND_TOO_LARGE = () =>
  t('At most {megabytes} MB can be transcribed in one request.', { megabytes: MOST_SOUND / 1024 ** 2 })

/** Seconds of a part of a longer recording (product.md 9.9). */
export const CHUNK_SECONDS = 300
/** Parts of a recording that the server itself cuts. */
export const MOST_PARTS = 600
/** Bytes of a recording that the server itself cuts. */
export const MOST_LARGE_SOUND = 100 * 1024 * 1024
export const LARGE_SOUND_TOO_LARGE = () =>
  t('At most {megabytes} MB can be sent to be cut and transcribed.', {
    megabytes: MOST_LARGE_SOUND / 1024 ** 2,
  })

/** What is said of transcribing, word for word (product.md 8.13). */
export const NO_MICROPHONE = () => t('Could not access microphone. Please check permissions.')
export const NOT_TRANSCRIBED = (message: string) => t('Transcription failed: {message}', { message })
export const TRANSCRIPTION_STATUS = (code: number) => t('Transcription failed with status {code}', { code })

export const CHUNK_STATUS = (part: number, code: number) =>
  t('Transcription failed for chunk {part} with status {code}', { part, code })
export const LARGE_STATUS = (code: number) =>
  t('Large file transcription failed with status {code}', { code })
export const SERVER_ERROR = (status: number, statusText: string) =>
  t('Server error ({status}): {statusText}', { status, statusText })
export const FETCH_FAILED = (status: number, statusText: string) =>
  t('Failed to fetch audio: {status} {statusText}', { status, statusText })
export const MEDIA_NOT_TRANSCRIBED = (kind: 'audio' | 'video', message: string) =>
  kind === 'video'
    ? t('Failed to transcribe video: {message}', { message })
    : t('Failed to transcribe audio: {message}', { message })

/** What `POST /api/transcribe` answers. The times of words are there when the service tells them. */
export interface Transcription {
  text: string
  /** As the service calls it: a name (`english`) or a code. */
  language?: string
  /** Seconds. */
  duration?: number
  words?: TimedWord[]
}

/**
 * The words of a part of a recording. A service names those who speak anew in each part ("A", "speaker_0"): who is called so in two parts may be two
 * people, and is told apart by the number of the part.
 */
export const wordsOfPart = ({ words = [] }: Transcription, part: number, parts: number): TimedWord[] =>
  parts === 1
    ? words
    : words.map((word) =>
        word.speaker === undefined ? word : { ...word, speaker: `${word.speaker} (${part + 1})` },
      )

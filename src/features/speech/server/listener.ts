import type { RequestContext } from '@/server/context'
import { toOperator } from '@/server/operator'
import { transcribeHere } from '@/server/transcriber/transcriber'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { Transcription } from '../model'
import { listeningService } from './speech-service'
import { type Sound, type TranscribeOptions, transcribe } from './transcribe'

/** What writes down what is said. */
export interface Listener {
  /** A service of the operator's, or the engine that is built in. */
  kind: 'service' | 'built-in'
  /** Throws {@link AppError} in words, or the signal's reason. */
  listen(
    sound: Sound & { /** How long it is, where that is known. */ seconds?: number },
    options: TranscribeOptions & { /** For whom. */ person: string },
  ): Promise<Transcription>
}

/** What writes down what is said on this server: the operator's service, else the engine that is built in; `null`: nothing. */
export function listenerOf(ai: RequestContext['config']['ai']): Listener | null {
  const service = listeningService(ai)
  if (service) return { kind: 'service', listen: (sound, options) => transcribe(service, sound, options) }
  return ai.builtInTranscription ? { kind: 'built-in', listen: listenHere } : null
}

/** The language that the engine understands. */
const UNDERSTOOD = 'en'

const listenHere: Listener['listen'] = async (
  { bytes },
  { person, language = UNDERSTOOD, startTime = 0, signal },
) => {
  if (language !== UNDERSTOOD) throw new AppError('bad-input', ENGLISH_ONLY())
  const { text, words, duration } = await transcribeHere(bytes, { person, signal })
  const rounded = (seconds: number) => Math.round((startTime + seconds) * 100) / 100
  return {
    ...{ text, duration },
    ...(text !== '' && { language: UNDERSTOOD }),
    words: words.map(({ text, start, end }) => ({ text, start: rounded(start), end: rounded(end) })),
  }
}

const ENGLISH_ONLY = () =>
  toOperator(
    () =>
      t(
        'The transcription that is built in understands English only. For other languages set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_TRANSCRIBE_MODEL.',
      ),
    () => t('The transcription of this server understands English only.'),
  )

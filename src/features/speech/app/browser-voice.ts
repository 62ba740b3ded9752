import { isOperator } from '@/app/operator'
import { t } from '@/shared/i18n'
import { NOT_SPOKEN } from '../model'
import { ReadingFailed } from './reading-failed'
import type { Voice } from './voices'

/** Milliseconds for which the voices of a browser are waited for: most tell them a moment after they are first asked. */
const VOICES_WAIT = 1_500

/** Reads with a voice of this browser. Throws {@link ReadingFailed} where it has none. */
export async function browserVoice(signal: AbortSignal): Promise<Voice> {
  const voice = bestOf(await voicesOf(signal))
  if (!voice)
    throw new ReadingFailed(
      isOperator()
        ? t(
            'This browser has no voice of its own, and no speech service is set up. Set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_SPEECH_MODEL.',
          )
        : t('This browser has no voice of its own, and no speech service is set up on this server.'),
    )
  return {
    isBrowsers: true,
    prepare: async (text) => ({ play: (stop) => say(text, voice, stop) }),
  }
}

async function voicesOf(signal: AbortSignal): Promise<SpeechSynthesisVoice[]> {
  if (!('speechSynthesis' in window)) return []
  const known = speechSynthesis.getVoices()
  if (known.length > 0) return known
  await new Promise<void>((resolve) => {
    setTimeout(resolve, VOICES_WAIT)
    signal.addEventListener('abort', () => resolve(), { once: true })
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
  })
  signal.throwIfAborted()
  return speechSynthesis.getVoices()
}

/** One in the person's language, and one that sends nothing anywhere before others. */
function bestOf(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | undefined {
  const language = navigator.language.slice(0, 2)
  const rank = ({ lang, localService, default: isDefault }: SpeechSynthesisVoice) =>
    (lang.startsWith(language) ? 4 : 0) + (localService ? 2 : 0) + (isDefault ? 1 : 0)
  return [...voices].sort((a, b) => rank(b) - rank(a))[0]
}

async function say(text: string, voice: SpeechSynthesisVoice, signal: AbortSignal): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      const words = new SpeechSynthesisUtterance(text)
      words.voice = voice
      words.lang = voice.lang
      words.onend = () => resolve()
      words.onerror = () => reject(new ReadingFailed(NOT_SPOKEN()))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      signal.throwIfAborted()
      speechSynthesis.speak(words)
    })
  } finally {
    speechSynthesis.cancel()
  }
}

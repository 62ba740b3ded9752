import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { RATE, samplesOf, TooLongSound, UnreadableSound } from './decode-sound'
import { type HeardWord, loadMoonshine, type SpeechModel } from './moonshine'
import { loadVoiceDetector, speechParts, type VoiceDetector } from './speech-parts'

/** Seconds of sound in one request. */
const MOST_SECONDS = 30 * 60

export interface Heard {
  text: string
  words: HeardWord[]
  /** Seconds of sound. */
  duration: number
}

interface Engine {
  model: SpeechModel
  detect: VoiceDetector
}

let loading: Promise<Engine> | null = null

/** The jobs of `transcribe-worker.ts`. */
export const transcribeWork = {
  /**
   * Writes down what is said in a recording, in English, with the time of each word. `place` is a file from which the packages of the
   * model are found. Throws `bad-input` or `too-large` in words.
   */
  async transcribe({ place, bytes }: { place: string; bytes: Uint8Array }): Promise<Heard> {
    const samples = await readable(bytes)
    loading ??= load(place)
    const { model, detect } = await loading
    const words: HeardWord[] = []
    for (const { start, end } of speechParts(await detect(samples), samples.length)) {
      const before = start / RATE
      for (const word of await model.hear(samples.subarray(start, end)))
        words.push({ text: word.text, start: before + word.start, end: before + word.end })
    }
    return { text: words.map(({ text }) => text).join(' '), words, duration: samples.length / RATE }
  },
}

async function load(place: string): Promise<Engine> {
  const model = await loadMoonshine(place)
  return { model, detect: await loadVoiceDetector(place, model.runtime) }
}

async function readable(bytes: Uint8Array): Promise<Float32Array> {
  try {
    return await samplesOf(bytes, MOST_SECONDS)
  } catch (error) {
    if (error instanceof TooLongSound)
      throw new AppError(
        'too-large',
        t('At most {minutes} minutes can be transcribed in one request.', { minutes: MOST_SECONDS / 60 }),
      )
    if (error instanceof UnreadableSound)
      throw new AppError(
        'bad-input',
        t(
          'The transcription that is built in reads WAV, MP3 and Opus. Convert the recording, or set up a transcription service.',
        ),
        { cause: error },
      )
    throw error
  }
}

import { AppError } from '@/shared/errors'
import type { SoundPart } from '../cut-sound'
import { type Transcription, wordsOfPart } from '../model'
import { cutSound } from './ask-cut'
import type { Listener } from './listener'
import type { Sound, TranscribeOptions } from './transcribe'

interface PartsOptions extends TranscribeOptions {
  /** Of a part. */
  seconds: number
  /** For whom it is cut. */
  person: string
  /** Counts the parts before the first of them is sent. */
  count(parts: number): Promise<void>
}

/** Has a large recording written down in parts (product.md 7.37). A part that fails is tried once more alone; then its failure is thrown. */
export async function transcribeInParts(
  { listen }: Listener,
  { bytes }: Sound,
  { seconds, person, count, startTime = 0, ...options }: PartsOptions,
): Promise<Transcription> {
  const parts = await cutSound({ bytes, seconds }, { person, signal: options.signal })
  await count(parts.length)
  const done: Transcription[] = []
  for (const { start, ...sound } of parts) {
    const once = () => listen(sound, { ...options, person, startTime: startTime + start })
    done.push(
      await once().catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unavailable') return once()
        throw error
      }),
    )
  }
  return joinedParts(done, parts)
}

function joinedParts(done: readonly Transcription[], parts: readonly SoundPart[]): Transcription {
  const language = done.find((part) => part.language)?.language
  const words = done.flatMap((one, part) => wordsOfPart(one, part, done.length))
  const duration = done.at(-1)?.duration
  return {
    text: done
      .map(({ text }) => text)
      .filter(Boolean)
      .join(' '),
    ...(language && { language }),
    ...(duration !== undefined && { duration: (parts.at(-1)?.start ?? 0) + duration }),
    ...(words.length > 0 && { words }),
  }
}

import { estimatedTokens } from '@/server/providers/tokens'
import { CHUNK_SECONDS, MOST_PARTS, type Transcription } from '../model'
import { lengthOfSound } from './ask-cut'
import type { Listener } from './listener'
import type { Sound } from './transcribe'

/** What listening costs, whatever is said: a service takes silence for sound. */
const TOKENS_PER_SECOND = 10
/** No request takes less, however short the sound is. */
const LEAST = 50
/** Nothing is longer, whatever it says of itself. */
const LONGEST = MOST_PARTS * CHUNK_SECONDS

/** Bytes of a second, where nothing tells how long the sound is: packed speech, and sound that is not packed. */
const PACKED = 8_000
const PLAIN = 32_000
const IS_PLAIN = /^audio\/(?:x-|vnd\.)?(?:wav|wave|aiff)$/
/** The most bytes that a second of sound, or of a film, has. */
const MOST_OF_SOUND = 200_000
const MOST_OF_FILM = 2_500_000
/** As long as what is guessed may be: the longest part that somebody may ask for. */
const LONGEST_GUESS = 1_200

/** A sound, and how many seconds it has where that is known. */
type MeasuredSound = Sound & { seconds?: number }

/** The tokens that count for a sound of this number of seconds that a service listens to. */
export const soundTokens = (seconds: number): number =>
  Math.max(LEAST, Math.ceil(Math.min(seconds, LONGEST) * TOKENS_PER_SECOND))

/** How long a sound is: as is known, as its file tells, or as its bytes let guess. */
export async function secondsOf({ bytes, type, seconds }: MeasuredSound, person: string): Promise<number> {
  const told = seconds ?? (await lengthOfSound(bytes, person).catch(() => null))
  return told === null ? guessedSeconds({ bytes, type }) : Math.max(told, leastSeconds({ bytes, type }))
}

/** A file can say that it is shorter than it is, but not shorter than its bytes allow. */
const leastSeconds = ({ bytes, type }: Sound): number =>
  bytes.length / (type.startsWith('audio/') ? MOST_OF_SOUND : MOST_OF_FILM)

/** How long a sound is that nothing tells it of. */
export const guessedSeconds = ({ bytes, type }: Sound): number =>
  Math.min(LONGEST_GUESS, bytes.length / (IS_PLAIN.test(type) ? PLAIN : PACKED))

/**
 * The same listener, which tells `add` what each sound counts that a service has listened to, and that it was listening to when the
 * person went away. What is listened to here takes none of the tokens that the operator pays for.
 */
export function counting(listener: Listener, add: (tokens: number) => void): Listener {
  if (listener.kind !== 'service') return listener
  return {
    ...listener,
    async listen(sound, options) {
      options.signal.throwIfAborted()
      let heard: Transcription | null = null
      try {
        heard = await listener.listen(sound, options)
        return heard
      } finally {
        if (heard || options.signal.aborted) {
          const seconds = heard?.duration ?? (await secondsOf(sound, options.person))
          add(Math.max(estimatedTokens(heard?.text ?? ''), soundTokens(seconds)))
        }
      }
    },
  }
}

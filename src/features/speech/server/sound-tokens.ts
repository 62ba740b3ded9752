import type { Sound } from './transcribe'

/** What listening costs, whatever is said: a service takes silence for sound. */
const TOKENS_PER_SECOND = 10
/** No request takes less, however short the sound is. */
const LEAST = 50

/** Bytes of a second, where the service does not tell how long the sound is: packed speech, and sound that is not packed. */
const PACKED = 8_000
const PLAIN = 32_000
const IS_PLAIN = /^audio\/(?:x-|vnd\.)?(?:wav|wave|aiff)$/

/** The tokens that count for a sound that a service listens to; `seconds`: how long it is, as the service says. */
export function soundTokens({ bytes, type }: Sound, seconds?: number): number {
  const long = seconds ?? bytes.length / (IS_PLAIN.test(type) ? PLAIN : PACKED)
  return Math.max(LEAST, Math.ceil(long * TOKENS_PER_SECOND))
}

import type { Transcript } from '@/blocks/media/transcription'
import { type Transcription, wordsOfPart } from '../model'

/** The parts of a recording that are transcribed already, kept in this browser until all are: what breaks off goes on where it was. */
export interface KeptParts {
  get(part: number): Transcription | undefined
  set(part: number, transcription: Transcription): void
  /** All is on its block. */
  forget(): void
}

const PREFIX = 'sheaf:transcription:'

/** Removes all parts from this browser, as when somebody signs out. */
export function forgetAllParts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Storage can be forbidden; then nothing is there.
  }
}

/** Of this address, in this language, cut into this number of parts. */
export function keptParts(url: string, language: string | undefined, parts: number): KeptParts {
  const key = `${PREFIX}${parts}:${language ?? ''}:${url}`
  const kept = read(key)
  return {
    get: (part) => kept[part],
    set(part, transcription) {
      kept[part] = transcription
      try {
        localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // Storage can be forbidden or full: then it goes on in this tab alone.
      }
    },
    forget() {
      try {
        localStorage.removeItem(key)
      } catch {
        // Nothing was kept.
      }
    },
  }
}

function read(key: string): Record<number, Transcription> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<number, Transcription>) : {}
  } catch {
    return {}
  }
}

/** The parts in order as one. */
export const joined = (parts: readonly Transcription[]): Transcript => ({
  text: parts
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' '),
  language: parts.find(({ language }) => language)?.language ?? null,
  words: parts.flatMap((one, part) => wordsOfPart(one, part, parts.length)),
})

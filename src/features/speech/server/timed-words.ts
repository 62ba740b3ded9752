import type { TimedWord } from '@/blocks/media/transcription'

interface Times {
  words?: readonly { word: string; start: number; end: number }[] | null | undefined
  segments?: readonly { text: string; start: number; end: number }[] | null | undefined
}

/**
 * The words of a text with their times, in seconds after `startTime`. Services tell words without their punctuation, so that of the
 * text is put back. Of a service that tells sentences alone, the words share the time of theirs. Undefined: it tells no times.
 */
export function timedWords(text: string, { words, segments }: Times, startTime = 0): TimedWord[] | undefined {
  const told = words?.length
    ? withPunctuation(
        text,
        words.map(({ word, ...time }) => ({ text: word.trim(), ...time })),
      )
    : segments?.flatMap(sharedTime)
  if (!told?.length) return undefined
  return told
    .filter(({ text: word }) => word !== '')
    .map(({ text: word, start, end }) => ({
      text: word,
      start: rounded(startTime + Math.max(0, start)),
      end: rounded(startTime + Math.max(0, start, end)),
    }))
}

const rounded = (seconds: number): number => Math.round(seconds * 100) / 100

const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** How far ahead in the text a word is looked for. */
const AHEAD = 4

function withPunctuation(text: string, words: readonly TimedWord[]): TimedWord[] {
  const written = text.split(/\s+/).filter(Boolean)
  let at = 0
  return words.map((word) => {
    const near = written.slice(at, at + AHEAD)
    const found = near.findIndex((one) => bare(one) === bare(word.text))
    if (found === -1) return word
    at += found + 1
    return { ...word, text: near[found]! }
  })
}

function sharedTime({ text, start, end }: { text: string; start: number; end: number }): TimedWord[] {
  const words = text.split(/\s+/).filter(Boolean)
  const each = (end - start) / words.length
  return words.map((word, at) => ({
    text: word,
    start: start + at * each,
    end: start + (at + 1) * each,
  }))
}

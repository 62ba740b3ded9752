import type { TimedWord } from '@/blocks/media/transcription'

interface Told {
  start: number
  end: number
  speaker?: string | null | undefined
}
interface Times {
  words?: readonly (Told & { word: string })[] | null | undefined
  segments?: readonly (Told & { text: string })[] | null | undefined
}

/**
 * The words of a text with their times, in seconds after `startTime`, and who says them, where that is told. Services tell words without their
 * punctuation, so that of the text is put back. Of a service that tells sentences alone, the words share the time of theirs. Undefined: it tells no times.
 */
export function timedWords(text: string, { words, segments }: Times, startTime = 0): TimedWord[] | undefined {
  const told = words?.length
    ? withPunctuation(
        text,
        words.map(({ word, start, end, speaker }) => ({
          text: word.trim(),
          start,
          end,
          ...spokenBy(speaker ?? speakerAt((start + end) / 2, segments)),
        })),
      )
    : segments?.flatMap(sharedTime)
  if (!told?.length) return undefined
  return told
    .filter(({ text: word }) => word !== '')
    .map(({ start, end, ...word }) => ({
      ...word,
      start: rounded(startTime + Math.max(0, start)),
      end: rounded(startTime + Math.max(0, start, end)),
    }))
}

const spokenBy = (speaker: string | null | undefined) => (speaker ? { speaker } : {})

/** Who says the sentence of this moment. */
const speakerAt = (time: number, segments: Times['segments']) =>
  segments?.find(({ start, end }) => time >= start && time <= end)?.speaker

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

function sharedTime({ text, start, end, speaker }: Told & { text: string }): TimedWord[] {
  const words = text.split(/\s+/).filter(Boolean)
  const each = (end - start) / words.length
  return words.map((word, at) => ({
    text: word,
    start: start + at * each,
    end: start + (at + 1) * each,
    ...spokenBy(speaker),
  }))
}

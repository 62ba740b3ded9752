import { wordCount } from '@/document'

/** How long a text is. */
export interface TextFacts {
  words: number
  /** As people count them: an emoji of several code points is one, line ends are none. */
  characters: number
  /** Minutes to read it, at least one for a text that has words. */
  minutes: number
}

/** Words that most adults read silently in a minute. */
const WORDS_A_MINUTE = 230
/** Each of these characters is one on the screen. */
const SIMPLE = /^[\u0020-\u007e\u00a0-\u02ff]*$/

/** Counts a text by the rules of its language (product.md 2.31, rulings 3). */
export function textFactsOf(text: string, locale?: string): TextFacts {
  const words = wordCount(text, locale)
  return { words, characters: charactersOf(text), minutes: Math.ceil(words / WORDS_A_MINUTE) }
}

function charactersOf(text: string): number {
  const line = text.replace(/[\r\n\t\u2028\u2029]+/g, '')
  if (SIMPLE.test(line)) return line.length
  let count = 0
  for (const _ of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)) count++
  return count
}

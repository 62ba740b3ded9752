import { folded } from '@/shared/by-title'
import { slipsAllowed, slipsBetween } from '@/shared/slips'

/**
 * How well an entry fits what was typed: 0 not at all, up to 1. Every typed word has to stand somewhere in `words`
 * (the label first, then what else it can be found by); the label counts more, the start of a word more still.
 */
export function paletteScore(typed: string, words: readonly string[]): number {
  const label = folded(words[0] ?? '')
  const all = folded(words.join(' '))
  const parts = folded(typed).split(/\s+/).filter(Boolean)
  if (!parts.every((part) => all.includes(part))) return 0
  const first = parts[0] ?? ''
  if (label === parts.join(' ')) return 1
  if (label.startsWith(parts.join(' '))) return 0.9
  if (parts.every((part) => label.includes(part))) return ` ${label}`.includes(` ${first}`) ? 0.8 : 0.6
  return 0.3
}

/**
 * The same for words that may be misspelt, below 0.2: every typed word is a word of `words`, or the beginning of one, but for as many
 * slips as its length allows.
 */
export function forgivingScore(typed: string, words: readonly string[]): number {
  const wordsIn = (text: string) =>
    folded(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
  const parts = wordsIn(typed)
  const [first] = parts
  if (first === undefined) return 0
  const label = wordsIn(words[0] ?? '')
  const rest = wordsIn(words.slice(1).join(' '))
  let score = 0
  for (const part of parts) {
    const inLabel = leastSlips(part, label)
    const slips = Math.min(inLabel, leastSlips(part, rest))
    if (slips > mostSlips(part)) return 0
    score += (inLabel === slips ? 0.2 : 0.1) - slips * 0.03
  }
  // "setings" means Settings rather than API settings, and those rather than what is found by another word.
  const begins = leastSlips(first, label.slice(0, 1)) <= mostSlips(first)
  return score / parts.length + (begins ? 0.01 : 0) - Math.min(label.length, 9) / 1000
}

/** Three letters may be a word of four; fewer are too like others. */
const mostSlips = (part: string) => (part.length < 3 || !/^\p{L}+$/u.test(part) ? 0 : slipsAllowed(part))

function leastSlips(part: string, words: readonly string[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const word of words) {
    if (word.startsWith(part)) return 0
    // What is typed may be the beginning of a word, which a slip makes a letter longer or shorter.
    const ends = part.length < 4 ? [] : [part.length - 1, part.length, part.length + 1]
    const wholes = part.length > 3 || word.length > 3 ? [word] : []
    for (const candidate of [
      ...wholes,
      ...ends.filter((end) => end < word.length).map((end) => word.slice(0, end)),
    ])
      if (Math.abs(candidate.length - part.length) <= 2)
        least = Math.min(least, slipsBetween(part, candidate))
  }
  return least
}

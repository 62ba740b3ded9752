/**
 * How well an entry fits what was typed: 0 not at all, up to 1. Every typed word has to stand somewhere in `words`
 * (the label first, then what else it can be found by); the label counts more, the start of a word more still.
 */
export function paletteScore(typed: string, words: readonly string[]): number {
  const label = fold(words[0] ?? '')
  const all = fold(words.join(' '))
  const parts = fold(typed).split(/\s+/).filter(Boolean)
  if (!parts.every((part) => all.includes(part))) return 0
  const first = parts[0] ?? ''
  if (label.startsWith(parts.join(' '))) return 1
  if (parts.every((part) => label.includes(part))) return ` ${label}`.includes(` ${first}`) ? 0.8 : 0.6
  return 0.3
}

/** Without case and accents, so that "resume" finds "Résumé". */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

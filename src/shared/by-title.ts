/** Without case and accents, so that "resume" finds "Résumé". */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Those whose title holds these words, the nearest first: the one that is called so, those that begin so, those with a word that does, the
 * others; each of them in the order in which they came. Of many that are found only the first are shown, and what was typed whole is to be among them.
 */
export function withTitle<T extends { title: string }>(all: readonly T[], words: string): T[] {
  const wanted = folded(words.trim())
  if (wanted === '') return [...all]
  const ranks: T[][] = [[], [], [], []]
  for (const one of all) {
    const title = folded(one.title).trim()
    const at = title.indexOf(wanted)
    if (at === -1) continue
    const rank = title === wanted ? 0 : at === 0 ? 1 : ` ${title}`.includes(` ${wanted}`) ? 2 : 3
    ranks[rank]!.push(one)
  }
  return ranks.flat()
}

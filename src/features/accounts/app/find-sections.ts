import { folded } from '@/shared/by-title'

/** The sections in whose label or words every word of `query` begins one; those whose label does come first. */
export function findSections<Section extends { readonly label: string; readonly words: string }>(
  sections: readonly Section[],
  query: string,
): readonly Section[] {
  const wanted = folded(query).split(/\s+/u).filter(Boolean)
  if (wanted.length === 0) return sections
  const isIn = (text: string) => {
    const words = folded(text).split(/[\s,.;/-]+/u)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  }
  const byLabel = sections.filter(({ label }) => isIn(label))
  return [
    ...byLabel,
    ...sections.filter((section) => !byLabel.includes(section) && isIn(`${section.label} ${section.words}`)),
  ]
}

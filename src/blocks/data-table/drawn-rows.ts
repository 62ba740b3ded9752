/** A row that is drawn, by its place among all of them, or the room of `count` rows that are not. */
export type Drawn = { at: number } | { gap: string; count: number }

interface Given {
  /** The rows in view: from `first` on, up to `last`. */
  first: number
  last: number
  /** How many there are. */
  length: number
  /** The place of a row that is drawn wherever it is, because somebody writes in it or drags it; -1 for none. */
  kept: number
}

/**
 * What is drawn of a long table, from top to bottom. Gaps have names of their own on either side of a kept row, so that it is
 * never the kept row that is moved on the screen: what is moved loses the focus.
 */
export function drawnRows({ first, last, length, kept }: Given): Drawn[] {
  const drawn: Drawn[] = []
  const gap = (name: string, from: number, to: number) => {
    if (to > from) drawn.push({ gap: name, count: to - from })
  }
  const isAbove = kept >= 0 && kept < first
  const isBelow = kept >= last && kept < length
  gap('top', 0, isAbove ? kept : first)
  if (isAbove) {
    drawn.push({ at: kept })
    gap('below-kept', kept + 1, first)
  }
  for (let at = first; at < last; at++) drawn.push({ at })
  if (isBelow) {
    gap('above-kept', last, kept)
    drawn.push({ at: kept })
  }
  gap('end', isBelow ? kept + 1 : last, length)
  return drawn
}

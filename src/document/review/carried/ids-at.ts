import { textOf } from '../../format/layout'
import { isLiveBead, widthOf } from '../../page-index/item-text'
import type { PageIndex } from '../../page-index/page-index'
import type { IdRange } from '../live-ids'

/** The ids of the characters of a block's text from one place to another. `index` shows everything that stands in the string. */
export function idsAt(index: PageIndex, block: string, from: number, to: number): IdRange[] {
  const found: IdRange[] = []
  let at = 0
  for (const segment of index.segments(block)) {
    if (at >= to) break
    for (let item = segment.item ? segment.item.right : textOf(index.doc)._start; item; item = item.right) {
      if (isLiveBead(item) || at >= to) break
      const width = widthOf(item)
      const [start, end] = [Math.max(from, at), Math.min(to, at + width)]
      const { client, clock } = item.id
      if (start < end) push(found, { client, from: clock + start - at, to: clock + end - at })
      at += width
    }
  }
  return found
}

function push(found: IdRange[], range: IdRange): void {
  const last = found.at(-1)
  if (last && last.client === range.client && last.to === range.from) last.to = range.to
  else found.push(range)
}

import type * as Y from 'yjs'
import { asBeadItem, widthOf } from '../../page-index/item-text'
import { LivePlaces } from '../live-places'
import { markedIndex } from '../marked-view'
import { rangeKey } from '../part-keys'
import { raiseLayout } from '../suggest-page'
import { itemsIn, suggestionsOf, withSuggestions } from '../suggestions'
import { idsAt } from './ids-at'

/** Characters of a block's text, as it is marked. */
export interface CarriedSpan {
  block: string
  from: number
  to: number
}

/** Where the discussions of a page stand. */
export function anchorsIn(doc: Y.Doc): Record<string, CarriedSpan[]> {
  return withSuggestions(doc, (suggestions) => {
    const found: Record<string, CarriedSpan[]> = {}
    const index = markedIndex(doc, suggestions)
    try {
      const places = new LivePlaces(index)
      for (const part of suggestions.parts.values()) {
        if (part.op !== '@') continue
        const [from, to] = [part.clock, part.clock + part.length]
        for (const item of itemsIn(doc, part.client, from, to)) {
          const place = asBeadItem(item) ? null : places.of(item)
          if (!place) continue
          const start = place.from + Math.max(0, from - item.id.clock)
          const end = place.from + Math.min(widthOf(item), to - item.id.clock)
          found[part.discussion] ??= []
          push(found[part.discussion] as CarriedSpan[], { block: place.block, from: start, to: end })
        }
      }
    } finally {
      index.close()
    }
    return found
  })
}

function push(spans: CarriedSpan[], span: CarriedSpan): void {
  const last = spans.at(-1)
  if (last?.block === span.block && last.to === span.from) last.to = span.to
  else spans.push(span)
}

/** The ids that a discussion is about, as rows of discussions hold them. */
interface AnchoredIds {
  client: number
  clock: number
  length: number
}

/** Says on a page that nobody has edited yet where discussions stand. Gives the ids of their characters. */
export function writeAnchors(
  doc: Y.Doc,
  anchors: readonly { discussion: string; spans: readonly CarriedSpan[] }[],
  most: number,
): Record<string, AnchoredIds[]> {
  const found: Record<string, AnchoredIds[]> = {}
  if (anchors.length === 0) return found
  withSuggestions(doc, (suggestions) => {
    const index = markedIndex(doc, suggestions)
    try {
      for (const { discussion, spans } of anchors) {
        const ids = spans.flatMap(({ block, from, to }) =>
          index.tree.isShown(block) ? idsAt(index, block, from, to) : [],
        )
        found[discussion] = ids
          .slice(0, most)
          .map(({ client, from, to }) => ({ client, clock: from, length: to - from }))
      }
    } finally {
      index.close()
    }
  })
  doc.transact(() => {
    for (const [discussion, ranges] of Object.entries(found))
      for (const range of ranges)
        suggestionsOf(doc).set(
          rangeKey({ op: '@', key: '', discussion, ...range }, range.client, range.clock),
          range.length,
        )
    raiseLayout(doc)
  })
  return found
}

import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import { areaOf, domRange, scrollerOf } from '../find/show-match'
import type { MarginCard } from './margin-cards'

/** Cards within this many heights of the window beyond its edges are measured and drawn. */
export const BEYOND = 0.75

/** Where each block of a document begins. Walks the document once; the same map as long as the document stays. */
const positions = new WeakMap<PMNode, ReadonlyMap<string, number>>()
export function blockPositions(doc: PMNode): ReadonlyMap<string, number> {
  const known = positions.get(doc)
  if (known) return known
  const found = new Map<string, number>()
  doc.descendants((node, pos) => {
    const id: unknown = node.attrs.id
    if (typeof id === 'string') found.set(id, pos)
    return !node.isTextblock
  })
  positions.set(doc, found)
  return found
}

/** A card with the position of its text, in the order of the page. */
export interface OrderedCard {
  card: MarginCard
  /** -1 for the title and the page as a whole; the end of the page for a block that is not there. */
  pos: number
}

/** The cards in the order of what they are about. */
export function orderCards(doc: PMNode, cards: readonly MarginCard[]): OrderedCard[] {
  const at = blockPositions(doc)
  return cards
    .map((card) => ({
      card,
      pos: card.block === null ? -1 : (at.get(card.block) ?? doc.content.size),
    }))
    .sort((a, b) => a.pos - b.pos || (a.card.offset ?? 0) - (b.card.offset ?? 0))
}

/** The upper edge of what is drawn at a position, or of what holds it where nothing is drawn, such as in a closed toggle. */
function topOf({ view }: Editor, { card, pos }: OrderedCard): number | null {
  const { size } = view.state.doc.content
  const range = card.range?.()
  if (range && range.from <= range.to && range.to <= size) {
    const [box] = domRange(view, range.from, range.to).getClientRects()
    if (box && box.height > 0) return box.top
  }
  const at = range && range.from <= size ? range.from : pos
  if (at >= size) return null
  const dom = view.nodeDOM(pos < size ? pos : at) ?? view.domAtPos(at).node
  for (let element = dom instanceof Element ? dom : dom.parentElement; element && element !== view.dom; ) {
    const box = element.getBoundingClientRect()
    if (box.height > 0) return box.top
    element = element.parentElement
  }
  return null
}

/**
 * Where the text of each card is, in pixels below `origin` (of the window). Only what is in sight or near it is measured; for the
 * others a share of the height of their part of the page is taken, so that nothing far away has to be laid out.
 */
export function measureCards(editor: Editor, ordered: readonly OrderedCard[], origin: number): number[] {
  const { view } = editor
  const area = areaOf(scrollerOf(view.dom))
  const beyond = (area.bottom - area.top) * BEYOND
  const parts = [...view.dom.children]
  const { size } = view.state.doc.content
  const starts: number[] = []
  for (const part of parts) {
    // A widget at the edge has no content of the page.
    const pos = view.posAtDOM(part, 0)
    starts.push(Math.max(pos - 1, starts.at(-1) ?? 0, 0))
  }
  const boxes = new Map<number, DOMRect>()
  const boxOf = (i: number) => {
    const known = boxes.get(i) ?? parts[i]!.getBoundingClientRect()
    boxes.set(i, known)
    return known
  }
  let last = Number.NEGATIVE_INFINITY
  return ordered.map((one) => {
    const top = () => {
      if (one.pos < 0 || parts.length === 0) return 0
      const i = partOf(starts, one.pos)
      const box = boxOf(i)
      const isNear = box.bottom > area.top - beyond && box.top < area.bottom + beyond
      const measured = isNear && one.pos < size ? topOf(editor, one) : null
      if (measured !== null) return measured - origin
      const [from, to] = [starts[i]!, starts[i + 1] ?? size]
      const share = to > from ? Math.min(1, (one.pos - from) / (to - from)) : 0
      return box.top + box.height * share - origin
    }
    // What stands side by side, like the cells of a row, keeps the order of the page.
    last = Math.max(last, top())
    return last
  })
}

/** The last part that begins at or before a position. */
function partOf(starts: readonly number[], pos: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= pos) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

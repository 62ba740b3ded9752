import type * as Y from 'yjs'
import { textOf } from '../format/layout'
import { isLiveBead, widthOf } from '../page-index/item-text'
import type { PageIndex } from '../page-index/page-index'
import type { TextSegment } from '../page-index/text-segments'

/** Where the first unit of an item stands. */
export interface LivePlace {
  /** The block that shows it. */
  block: string
  /** How many characters of the block's text stand before it. */
  from: number
  /** Its place in the string, for putting things in order. */
  order: number
}

/**
 * Where live items of the string stand, by the marked reading. Finds its way through a text once, so that a text with many suggested
 * words costs its length and not the square of it. Good until the page changes.
 */
export class LivePlaces {
  private readonly offsets = new Map<Y.Item, { segment: TextSegment; offset: number }>()
  /** How many characters of its block's text stand before a segment. */
  private readonly before = new Map<TextSegment, number>()

  constructor(private readonly index: PageIndex) {}

  /** Null for what is not in the string. Of a bead, the start of its block. */
  of(item: Y.Item): LivePlace | null {
    const { index } = this
    if ((item.parent as unknown) !== textOf(index.doc) || item.parentSub !== null || item.deleted) return null
    const { segment, offset } = this.offset(item)
    const order = index.texts.list.start(segment) + offset + (segment.item && segment.item !== item ? 1 : 0)
    return { block: index.tree.mergeRoot(segment.id), from: this.startOf(segment) + offset, order }
  }

  private offset(item: Y.Item): { segment: TextSegment; offset: number } {
    const known = this.offsets.get(item)
    if (known) return known
    const found = this.index.texts.locate(item)
    this.offsets.set(item, found)
    if (isLiveBead(item)) return found
    let { offset } = found
    for (let at = item.right; at && !isLiveBead(at); at = at.right) {
      offset += widthOf(at.left as Y.Item)
      if (!at.deleted) this.offsets.set(at, { segment: found.segment, offset })
    }
    return found
  }

  private startOf(segment: TextSegment): number {
    const known = this.before.get(segment)
    if (known !== undefined) return known
    const { texts, tree } = this.index
    let at = 0
    for (const source of tree.textSources(tree.mergeRoot(segment.id))) {
      for (const other of texts.of(source)) {
        this.before.set(other, at)
        at += other.length
      }
    }
    return this.before.get(segment) ?? 0
  }
}

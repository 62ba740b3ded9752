import type * as Y from 'yjs'
import { textOf } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import { isLiveBead, widthOf } from '../page-index/run-text'
import type { Stretch } from '../page-index/stretches'

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
 * Where live items of the string stand, by the marked reading. Finds its way through a run once, so that a run with many suggested
 * words costs its length and not the square of it. Good until the page changes.
 */
export class LivePlaces {
  private readonly offsets = new Map<Y.Item, { stretch: Stretch; offset: number }>()
  /** How many characters of its block's text stand before a stretch. */
  private readonly before = new Map<Stretch, number>()

  constructor(private readonly index: PageIndex) {}

  /** Null for what is not in the string. Of a bead, the start of its block. */
  of(item: Y.Item): LivePlace | null {
    const { index } = this
    if ((item.parent as unknown) !== textOf(index.doc) || item.parentSub !== null || item.deleted) return null
    const { stretch, offset } = this.offset(item)
    const order = index.runs.list.start(stretch) + offset + (stretch.item && stretch.item !== item ? 1 : 0)
    return { block: index.places.mergeRoot(stretch.id), from: this.startOf(stretch) + offset, order }
  }

  private offset(item: Y.Item): { stretch: Stretch; offset: number } {
    const known = this.offsets.get(item)
    if (known) return known
    const found = this.index.runs.locate(item)
    this.offsets.set(item, found)
    if (isLiveBead(item)) return found
    let { offset } = found
    for (let at = item.right; at && !isLiveBead(at); at = at.right) {
      offset += widthOf(at.left as Y.Item)
      if (!at.deleted) this.offsets.set(at, { stretch: found.stretch, offset })
    }
    return found
  }

  private startOf(stretch: Stretch): number {
    const known = this.before.get(stretch)
    if (known !== undefined) return known
    const { places, runs } = this.index
    let at = 0
    for (const segment of places.segments(places.mergeRoot(stretch.id))) {
      for (const other of runs.of(segment)) {
        this.before.set(other, at)
        at += other.length
      }
    }
    return this.before.get(stretch) ?? 0
  }
}

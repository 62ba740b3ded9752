import * as Y from 'yjs'
import {
  type BeadEmbed,
  type Formats,
  NO_FORMATS,
  type Piece,
  STRAY,
  sameFormats,
  withFormat,
} from '../format/layout'
import {
  asBeadItem,
  charactersOf,
  formatsBehind,
  isBeadIn,
  isForeign,
  isPlainPlace,
  itemBefore,
  measure,
  pushPieces,
  widthIn,
} from './item-text'
import type { PageView } from './page-view'
import { SegmentList, TextSegment } from './text-segments'

/** From this many changed items on, reading everything is faster. */
const REBUILD = 2000

/** What a transaction did to the block texts. */
export interface TextChanges {
  /** Blocks whose text reads differently. */
  text: Set<string>
  /** Blocks that got or lost a bead. */
  beads: Set<string>
  /** Was everything read anew? Then the two sets are empty, and anything may read differently. */
  everything: boolean
}

/**
 * The block texts of the page's string, kept up to date from the items that a transaction added or deleted: the cost of a change
 * is that of the texts it touches, not of the page.
 */
export class BlockTexts {
  list!: SegmentList
  private byItem: Map<Y.Item, TextSegment> | null = null
  /** Nearly always one segment a block. */
  private byBlock = new Map<string, TextSegment | TextSegment[]>()

  /** What is in the string without being text. */
  private foreign = new Set<Y.Item>()

  constructor(
    readonly text: Y.Text,
    private readonly view: PageView | null = null,
  ) {
    this.rebuild()
  }

  /** The segments of a block in the order of the string; nearly always one. */
  of(id: string): readonly TextSegment[] {
    const found = this.byBlock.get(id)
    return found === undefined ? [] : Array.isArray(found) ? found : [found]
  }

  has(id: string): boolean {
    return this.byBlock.has(id)
  }

  blocks(): Iterable<string> {
    return this.byBlock.keys()
  }

  length(id: string): number {
    const found = this.byBlock.get(id)
    if (found === undefined) return 0
    if (!Array.isArray(found)) return found.length
    let length = 0
    for (const segment of found) length += segment.length
    return length
  }

  /** Where the block's first bead stands; -1 for one without. */
  position(id: string): number {
    const found = this.byBlock.get(id)
    const first = Array.isArray(found) ? found[0] : found
    return first?.item ? this.list.start(first) : -1
  }

  pieces(segment: TextSegment): Piece[] {
    const pieces: Piece[] = []
    pushPieces(pieces, this.text, segment, this.view)
    return pieces
  }

  /** Appends the pieces of a block's own text. */
  pushText(pieces: Piece[], id: string): void {
    const found = this.byBlock.get(id)
    if (Array.isArray(found)) for (const segment of found) pushPieces(pieces, this.text, segment, this.view)
    else if (found !== undefined) pushPieces(pieces, this.text, found, this.view)
  }

  /** The formats in effect behind `offset` characters of the segment, as Yjs has them. */
  formatsAt(segment: TextSegment, offset: number): Formats {
    return formatsBehind(this.text, segment, offset, this.view)
  }

  /** Is no format in effect there, and does none begin or end there? */
  isPlainAt(segment: TextSegment, offset: number): boolean {
    return isPlainPlace(this.text, segment, offset, this.view)
  }

  /** The item and the place in it of the character before `offset` (the bead itself for 0). */
  itemBefore(segment: TextSegment, offset: number): { item: Y.Item; at: number } | null {
    return itemBefore(this.text, segment, offset, this.view)
  }

  /**
   * Where text with these formats goes when the character before `offset` has the same and they begin in the text: `inside`
   * of an item, or behind one that ends there. Null where that is not so.
   */
  sameFormatted(segment: TextSegment, offset: number, formats: Formats): Y.Item | 'inside' | null {
    if (offset === 0 || segment.leaked !== NO_FORMATS) return null
    const found = itemBefore(this.text, segment, offset, this.view)
    if (!found || !sameFormats(formatsBehind(this.text, segment, offset, this.view), formats)) return null
    return found.at < found.item.length - 1 ? 'inside' : found.item
  }

  /** The ids of the characters, in order. */
  characters(segment: TextSegment): { client: number; clock: number }[] {
    return charactersOf(this.text, segment, this.view)
  }

  /** The segment an item lies in, and how many characters of it stand before the item. */
  locate(item: Y.Item): { segment: TextSegment; offset: number } {
    let offset = 0
    if (isBeadIn(this.view, item)) return { segment: this.segmentAt(item), offset: 0 }
    for (let left = item.left; left; left = left.left) {
      if (left.deleted) continue
      if (isBeadIn(this.view, left)) return { segment: this.segmentAt(left), offset }
      offset += widthIn(this.view, left)
    }
    return { segment: this.list.first, offset }
  }

  update(transaction: Y.Transaction): TextChanges {
    const changes: TextChanges = { text: new Set(), beads: new Set(), everything: false }
    const touched = this.touchedItems(transaction)
    if (touched.length === 0) return changes
    if (touched.length > REBUILD) {
      this.rebuild()
      changes.everything = true
      return changes
    }
    const { items } = this
    const dirty = new Set<TextSegment>()
    for (const item of touched) {
      const gone = isBeadIn(this.view, item) ? undefined : items.get(item)
      if (!gone) continue
      this.drop(gone)
      changes.beads.add(gone.id)
    }
    for (const item of touched) {
      if (!isBeadIn(this.view, item) || items.has(item)) continue
      for (const segment of this.add(item)) {
        dirty.add(segment)
        changes.beads.add(segment.id)
      }
    }
    const found = new Map<Y.Item, TextSegment>()
    for (const item of touched) {
      if (isForeign(item)) this.foreign.add(item)
      dirty.add(this.segmentOf(item, found))
      // Behind a bead that is gone, its text goes on in the one before.
      if (item.left && isBeadIn(this.view, item)) dirty.add(this.segmentOf(item.left, found))
    }
    this.rescan(dirty, changes)
    return changes
  }

  /** Takes out of the string what is no text, for Yjs would count it when it looks for a place. Nobody sees it. */
  deleteForeign(transaction: Y.Transaction): void {
    for (const item of this.foreign) if (!item.deleted) item.delete(transaction)
    this.foreign.clear()
  }

  /** The segments by the items of their beads. */
  private get items(): Map<Y.Item, TextSegment> {
    if (!this.byItem) {
      this.byItem = new Map()
      for (const segment of this.list) if (segment.item) this.byItem.set(segment.item, segment)
    }
    return this.byItem
  }

  private segmentAt(bead: Y.Item): TextSegment {
    return this.items.get(bead) ?? this.list.first
  }

  /** The segment an item lies in. `found` remembers, so that many items in one segment cost one walk. */
  private segmentOf(item: Y.Item, found: Map<Y.Item, TextSegment>): TextSegment {
    let segment = this.list.first
    for (let at: Y.Item | null = item; at; at = at.left) {
      const known = isBeadIn(this.view, at) ? this.segmentAt(at) : found.get(at)
      if (!known) continue
      segment = known
      break
    }
    found.set(item, segment)
    return segment
  }

  private rescan(dirty: Set<TextSegment>, changes: TextChanges): void {
    const queue = [...dirty]
      .filter((segment) => segment.chunk !== null)
      .map((segment) => ({ segment, at: this.list.start(segment) }))
      .sort((a, b) => a.at - b.at)
    for (const { segment: start } of queue) {
      for (let segment: TextSegment | null = start; segment; ) {
        const { length, formatsOut } = measure(this.text, segment, this.view)
        this.list.setLength(segment, length)
        segment.formatsOut = formatsOut
        changes.text.add(segment.id)
        const next = this.list.next(segment)
        if (!next || sameFormats(next.formatsIn, segment.formatsOut)) break
        next.formatsIn = segment.formatsOut
        segment = next
      }
    }
  }

  /** Puts a new bead, and those new ones before it that were not seen yet, into the list. */
  private add(item: Y.Item): TextSegment[] {
    const { items } = this
    const fresh = [item]
    let previous = this.list.first
    for (let left = item.left; left; left = left.left) {
      if (!isBeadIn(this.view, left)) continue
      const known = items.get(left)
      if (known) {
        previous = known
        break
      }
      fresh.push(left)
    }
    const added: TextSegment[] = [previous]
    for (const bead of fresh.reverse()) {
      const segment = newSegment(bead)
      segment.formatsIn = previous.formatsOut
      this.list.insertAfter(previous, segment)
      items.set(bead, segment)
      this.remember(segment)
      added.push(segment)
      previous = segment
    }
    return added
  }

  private remember(segment: TextSegment): void {
    const known = this.byBlock.get(segment.id)
    if (known === undefined) {
      this.byBlock.set(segment.id, segment)
      return
    }
    const others = Array.isArray(known) ? known : [known]
    const start = this.list.start(segment)
    let low = 0
    let high = others.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = others[middle] as TextSegment
      if (!other.item || this.list.start(other) < start) low = middle + 1
      else high = middle
    }
    others.splice(low, 0, segment)
    this.byBlock.set(segment.id, others)
  }

  private drop(segment: TextSegment): void {
    this.list.remove(segment)
    if (segment.item) this.items.delete(segment.item)
    const known = this.byBlock.get(segment.id)
    const others = Array.isArray(known) ? known.filter((other) => other !== segment) : []
    if (others.length > 1) this.byBlock.set(segment.id, others)
    else if (others[0]) this.byBlock.set(segment.id, others[0])
    else this.byBlock.delete(segment.id)
  }

  private rebuild(): void {
    this.byItem = null
    this.byBlock = new Map()
    this.foreign = new Set()
    const segments: TextSegment[] = []
    let current = new TextSegment(STRAY, null, false)
    let formats: Formats = NO_FORMATS
    let length = 0
    const close = () => {
      current.length = length
      current.formatsOut = formats
      segments.push(current)
      const known = this.byBlock.get(current.id)
      if (known === undefined) this.byBlock.set(current.id, current)
      else if (Array.isArray(known)) known.push(current)
      else this.byBlock.set(current.id, [known, current])
    }
    for (let item = this.text._start; item; item = item.right) {
      if (item.deleted) continue
      const { content } = item
      if (content.constructor === Y.ContentString)
        length += this.view ? widthIn(this.view, item) : item.length
      else if (content.constructor === Y.ContentFormat) {
        const { key, value } = content as Y.ContentFormat
        formats = withFormat(formats, key, value, current.leaked)
      } else if (isBeadIn(this.view, item)) {
        close()
        current = newSegment(item)
        current.formatsIn = formats
        length = 0
      } else if (isForeign(item)) this.foreign.add(item)
      else length += widthIn(this.view, item)
    }
    close()
    this.list = new SegmentList(segments)
  }

  private touchedItems(transaction: Y.Transaction): Y.Item[] {
    const { text } = this
    const items = [...(this.view?.changes(transaction)?.items ?? [])].filter((item) => isOf(text, item))
    if (!transaction.changed.has(text as never)) return items
    const { store } = transaction.doc
    for (const [client, clock] of transaction.afterState) {
      const before = transaction.beforeState.get(client) ?? 0
      if (before === clock) continue
      const structs = store.clients.get(client) ?? []
      for (let i = Y.findIndexSS(structs as Y.Item[], before); i < structs.length; i++) {
        const struct = structs[i]
        if (struct instanceof Y.Item && isOf(text, struct)) items.push(struct)
      }
    }
    Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
      if (struct instanceof Y.Item && isOf(text, struct)) items.push(struct)
    })
    return items
  }
}

const isOf = (text: Y.Text, item: Y.Item): boolean => item.parent === text && item.parentSub === null

function newSegment(item: Y.Item): TextSegment {
  const bead = asBeadItem(item) as BeadEmbed
  return new TextSegment(bead.block, item, bead.split === true)
}

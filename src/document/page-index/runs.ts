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
import type { PageView } from './page-view'
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
} from './run-text'
import { Stretch, StretchList } from './stretches'

/** From this many changed items on, reading everything is faster. */
const REBUILD = 2000

/** What a transaction did to the runs. */
export interface RunChanges {
  /** Blocks whose run reads differently. */
  text: Set<string>
  /** Blocks that got or lost a bead. */
  beads: Set<string>
  /** Was everything read anew? Then the two sets are empty, and anything may read differently. */
  everything: boolean
}

/**
 * The runs of the page's string, kept up to date from the items that a transaction added or deleted: the cost of a change
 * is that of the runs it touches, not of the page.
 */
export class Runs {
  list!: StretchList
  private byItem: Map<Y.Item, Stretch> | null = null
  /** Nearly always one stretch a block. */
  private byBlock = new Map<string, Stretch | Stretch[]>()

  /** What is in the string without being text. */
  private foreign = new Set<Y.Item>()

  constructor(
    readonly text: Y.Text,
    private readonly view: PageView | null = null,
  ) {
    this.rebuild()
  }

  /** The stretches of a block in the order of the string; nearly always one. */
  of(id: string): readonly Stretch[] {
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
    for (const stretch of found) length += stretch.length
    return length
  }

  /** Where the block's first bead stands; -1 for one without. */
  position(id: string): number {
    const found = this.byBlock.get(id)
    const first = Array.isArray(found) ? found[0] : found
    return first?.item ? this.list.start(first) : -1
  }

  pieces(stretch: Stretch): Piece[] {
    const pieces: Piece[] = []
    pushPieces(pieces, this.text, stretch, this.view)
    return pieces
  }

  /** The text of a block's run. */
  pushText(pieces: Piece[], id: string): void {
    const found = this.byBlock.get(id)
    if (Array.isArray(found)) for (const stretch of found) pushPieces(pieces, this.text, stretch, this.view)
    else if (found !== undefined) pushPieces(pieces, this.text, found, this.view)
  }

  /** The formats in effect behind `offset` characters of the run, as Yjs has them. */
  formatsAt(stretch: Stretch, offset: number): Formats {
    return formatsBehind(this.text, stretch, offset, this.view)
  }

  /** Is no format in effect there, and does none begin or end there? */
  isPlainAt(stretch: Stretch, offset: number): boolean {
    return isPlainPlace(this.text, stretch, offset, this.view)
  }

  /** The item and the place in it of the character before `offset` (the bead itself for 0). */
  itemBefore(stretch: Stretch, offset: number): { item: Y.Item; at: number } | null {
    return itemBefore(this.text, stretch, offset, this.view)
  }

  /**
   * Where text with these formats goes when the character before `offset` has the same and they begin in the run: `inside`
   * of an item, or behind one that ends there. Null where that is not so.
   */
  sameFormatted(stretch: Stretch, offset: number, formats: Formats): Y.Item | 'inside' | null {
    if (offset === 0 || stretch.leaked !== NO_FORMATS) return null
    const found = itemBefore(this.text, stretch, offset, this.view)
    if (!found || !sameFormats(formatsBehind(this.text, stretch, offset, this.view), formats)) return null
    return found.at < found.item.length - 1 ? 'inside' : found.item
  }

  /** The ids of the characters, in order. */
  characters(stretch: Stretch): { client: number; clock: number }[] {
    return charactersOf(this.text, stretch, this.view)
  }

  /** The stretch an item lies in, and how many characters of it stand before the item. */
  locate(item: Y.Item): { stretch: Stretch; offset: number } {
    let offset = 0
    if (isBeadIn(this.view, item)) return { stretch: this.stretchAt(item), offset: 0 }
    for (let left = item.left; left; left = left.left) {
      if (left.deleted) continue
      if (isBeadIn(this.view, left)) return { stretch: this.stretchAt(left), offset }
      offset += widthIn(this.view, left)
    }
    return { stretch: this.list.first, offset }
  }

  update(transaction: Y.Transaction): RunChanges {
    const changes: RunChanges = { text: new Set(), beads: new Set(), everything: false }
    const touched = this.touchedItems(transaction)
    if (touched.length === 0) return changes
    if (touched.length > REBUILD) {
      this.rebuild()
      changes.everything = true
      return changes
    }
    const { items } = this
    const dirty = new Set<Stretch>()
    for (const item of touched) {
      const gone = isBeadIn(this.view, item) ? undefined : items.get(item)
      if (!gone) continue
      this.drop(gone)
      changes.beads.add(gone.id)
    }
    for (const item of touched) {
      if (!isBeadIn(this.view, item) || items.has(item)) continue
      for (const stretch of this.add(item)) {
        dirty.add(stretch)
        changes.beads.add(stretch.id)
      }
    }
    const found = new Map<Y.Item, Stretch>()
    for (const item of touched) {
      if (isForeign(item)) this.foreign.add(item)
      dirty.add(this.stretchOf(item, found))
      // Behind a bead that is gone, its run goes on in the one before.
      if (item.left && isBeadIn(this.view, item)) dirty.add(this.stretchOf(item.left, found))
    }
    this.rescan(dirty, changes)
    return changes
  }

  /** Takes out of the string what is no text, for Yjs would count it when it looks for a place. Nobody sees it. */
  deleteForeign(transaction: Y.Transaction): void {
    for (const item of this.foreign) if (!item.deleted) item.delete(transaction)
    this.foreign.clear()
  }

  /** The stretches by the items of their beads. */
  private get items(): Map<Y.Item, Stretch> {
    if (!this.byItem) {
      this.byItem = new Map()
      for (const stretch of this.list) if (stretch.item) this.byItem.set(stretch.item, stretch)
    }
    return this.byItem
  }

  private stretchAt(bead: Y.Item): Stretch {
    return this.items.get(bead) ?? this.list.first
  }

  /** The stretch an item lies in. `found` remembers, so that many items in one run cost one walk. */
  private stretchOf(item: Y.Item, found: Map<Y.Item, Stretch>): Stretch {
    let stretch = this.list.first
    for (let at: Y.Item | null = item; at; at = at.left) {
      const known = isBeadIn(this.view, at) ? this.stretchAt(at) : found.get(at)
      if (!known) continue
      stretch = known
      break
    }
    found.set(item, stretch)
    return stretch
  }

  private rescan(dirty: Set<Stretch>, changes: RunChanges): void {
    const queue = [...dirty]
      .filter((stretch) => stretch.chunk !== null)
      .map((stretch) => ({ stretch, at: this.list.start(stretch) }))
      .sort((a, b) => a.at - b.at)
    for (const { stretch: start } of queue) {
      for (let stretch: Stretch | null = start; stretch; ) {
        const { length, formatsOut } = measure(this.text, stretch, this.view)
        this.list.setLength(stretch, length)
        stretch.formatsOut = formatsOut
        changes.text.add(stretch.id)
        const next = this.list.next(stretch)
        if (!next || sameFormats(next.formatsIn, stretch.formatsOut)) break
        next.formatsIn = stretch.formatsOut
        stretch = next
      }
    }
  }

  /** Puts a new bead, and those new ones before it that were not seen yet, into the list. */
  private add(item: Y.Item): Stretch[] {
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
    const added: Stretch[] = [previous]
    for (const bead of fresh.reverse()) {
      const stretch = newStretch(bead)
      stretch.formatsIn = previous.formatsOut
      this.list.insertAfter(previous, stretch)
      items.set(bead, stretch)
      this.remember(stretch)
      added.push(stretch)
      previous = stretch
    }
    return added
  }

  private remember(stretch: Stretch): void {
    const known = this.byBlock.get(stretch.id)
    if (known === undefined) {
      this.byBlock.set(stretch.id, stretch)
      return
    }
    const others = Array.isArray(known) ? known : [known]
    const start = this.list.start(stretch)
    let low = 0
    let high = others.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = others[middle] as Stretch
      if (!other.item || this.list.start(other) < start) low = middle + 1
      else high = middle
    }
    others.splice(low, 0, stretch)
    this.byBlock.set(stretch.id, others)
  }

  private drop(stretch: Stretch): void {
    this.list.remove(stretch)
    if (stretch.item) this.items.delete(stretch.item)
    const known = this.byBlock.get(stretch.id)
    const others = Array.isArray(known) ? known.filter((other) => other !== stretch) : []
    if (others.length > 1) this.byBlock.set(stretch.id, others)
    else if (others[0]) this.byBlock.set(stretch.id, others[0])
    else this.byBlock.delete(stretch.id)
  }

  private rebuild(): void {
    this.byItem = null
    this.byBlock = new Map()
    this.foreign = new Set()
    const stretches: Stretch[] = []
    let current = new Stretch(STRAY, null, false)
    let formats: Formats = NO_FORMATS
    let length = 0
    const close = () => {
      current.length = length
      current.formatsOut = formats
      stretches.push(current)
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
        current = newStretch(item)
        current.formatsIn = formats
        length = 0
      } else if (isForeign(item)) this.foreign.add(item)
      else length += widthIn(this.view, item)
    }
    close()
    this.list = new StretchList(stretches)
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

function newStretch(item: Y.Item): Stretch {
  const bead = asBeadItem(item) as BeadEmbed
  return new Stretch(bead.block, item, bead.split === true)
}

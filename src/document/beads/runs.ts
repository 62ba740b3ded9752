import * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import {
  asBead,
  type BeadEmbed,
  type Formats,
  formatsInRun,
  NO_FORMATS,
  type Piece,
  pushPiece,
  STRAY,
  sameFormats,
} from './layout'
import { Stretch, StretchList } from './stretches'

/** So many changed items at once are read faster by reading everything. */
const REBUILD = 2000

/** What a transaction did to the runs. */
export interface RunChanges {
  /** Blocks whose run reads differently. */
  text: Set<string>
  /** Blocks that got or lost a bead. */
  beads: Set<string>
}

/**
 * The runs of the page's string, kept up to date from the items that a transaction added or deleted: the cost of a change
 * is that of the runs it touches, not of the page.
 */
export class Runs {
  list!: StretchList
  private byItem = new Map<Y.Item, Stretch>()
  private byBlock = new Map<string, Stretch[]>()

  constructor(readonly text: Y.Text) {
    this.rebuild()
  }

  /** The stretches of a block in the order of the string; nearly always one. */
  of(id: string): readonly Stretch[] {
    return this.byBlock.get(id) ?? []
  }

  blocks(): Iterable<string> {
    return this.byBlock.keys()
  }

  length(id: string): number {
    let length = 0
    for (const stretch of this.of(id)) length += stretch.length
    return length
  }

  /** Where the block's first bead stands; -1 for one without. */
  position(id: string): number {
    const first = this.of(id)[0]
    return first?.item ? this.list.start(first) : -1
  }

  pieces(stretch: Stretch): Piece[] {
    const pieces: Piece[] = []
    const { leaked } = stretch
    let formats: Formats = stretch.formatsIn
    let inRun: Formats | null = null
    for (let item = this.firstItem(stretch); item && !isLiveBead(item); item = item.right) {
      if (item.deleted) continue
      const { content } = item
      if (content instanceof Y.ContentFormat) {
        formats = applyFormat(formats, content)
        inRun = null
      } else if (content instanceof Y.ContentString || content instanceof Y.ContentEmbed) {
        inRun ??= formatsInRun(formats, leaked)
        const insert =
          content instanceof Y.ContentString ? content.str : (content.embed as Record<string, Json>)
        pushPiece(pieces, { insert, formats: inRun })
      } else if (item.countable) {
        for (let i = 0; i < item.length; i++) pushPiece(pieces, { insert: {}, formats: NO_FORMATS })
      }
    }
    return pieces
  }

  /** The formats in effect behind `offset` characters of the run, as Yjs has them. */
  formatsAt(stretch: Stretch, offset: number): Formats {
    let formats: Formats = stretch.formatsIn
    let at = 0
    for (let item = this.firstItem(stretch); item && at < offset; item = item.right) {
      if (item.deleted) continue
      if (item.content instanceof Y.ContentFormat) formats = applyFormat(formats, item.content)
      else if (item.countable) at += item.length
    }
    return formats
  }

  /** The item and the place in it of the character before `offset` (the bead itself for 0). */
  itemBefore(stretch: Stretch, offset: number): { item: Y.Item; at: number } | null {
    let at = 0
    for (let item = this.firstItem(stretch); item && !isLiveBead(item); item = item.right) {
      if (item.deleted || !item.countable) continue
      if (offset > at && offset <= at + item.length) return { item, at: offset - at - 1 }
      at += item.length
    }
    return stretch.item ? { item: stretch.item, at: 0 } : null
  }

  /** The stretch an item lies in, and how many characters of it stand before the item. */
  locate(item: Y.Item): { stretch: Stretch; offset: number } {
    let offset = 0
    if (isLiveBead(item)) return { stretch: this.byItem.get(item) ?? this.list.first, offset: 0 }
    for (let left = item.left; left; left = left.left) {
      if (left.deleted) continue
      if (isLiveBead(left)) return { stretch: this.byItem.get(left) ?? this.list.first, offset }
      if (left.countable) offset += left.length
    }
    return { stretch: this.list.first, offset }
  }

  update(transaction: Y.Transaction): RunChanges {
    const changes: RunChanges = { text: new Set(), beads: new Set() }
    const touched = this.touchedItems(transaction)
    if (touched.length === 0) return changes
    if (touched.length > REBUILD) {
      for (const id of this.byBlock.keys()) changes.beads.add(id)
      this.rebuild()
      for (const id of this.byBlock.keys()) changes.beads.add(id)
      changes.text = new Set(changes.beads)
      return changes
    }
    const dirty = new Set<Stretch>()
    for (const item of touched) {
      const gone = item.deleted ? this.byItem.get(item) : undefined
      if (!gone) continue
      this.drop(gone)
      changes.beads.add(gone.id)
    }
    for (const item of touched) {
      if (item.deleted || !asBeadItem(item) || this.byItem.has(item)) continue
      for (const stretch of this.add(item)) {
        dirty.add(stretch)
        changes.beads.add(stretch.id)
      }
    }
    for (const item of touched) {
      dirty.add(this.locate(item).stretch)
      // Behind a bead that is gone, its run goes on in the one before.
      if (!item.deleted && isLiveBead(item)) dirty.add(this.locateBefore(item))
    }
    this.rescan(dirty, changes)
    return changes
  }

  private locateBefore(bead: Y.Item): Stretch {
    for (let left = bead.left; left; left = left.left) {
      if (isLiveBead(left)) return this.byItem.get(left) ?? this.list.first
    }
    return this.list.first
  }

  private rescan(dirty: Set<Stretch>, changes: RunChanges): void {
    const queue = [...dirty]
      .filter((stretch) => stretch.chunk !== null)
      .map((stretch) => ({ stretch, at: this.list.start(stretch) }))
      .sort((a, b) => a.at - b.at)
      .map(({ stretch }) => stretch)
    for (const start of queue) {
      for (let stretch: Stretch | null = start; stretch; ) {
        this.scan(stretch)
        changes.text.add(stretch.id)
        const next = this.list.next(stretch)
        if (!next || sameFormats(next.formatsIn, stretch.formatsOut)) break
        next.formatsIn = stretch.formatsOut
        stretch = next
      }
    }
  }

  private scan(stretch: Stretch): void {
    let formats: Formats = stretch.formatsIn
    let length = 0
    for (let item = this.firstItem(stretch); item && !isLiveBead(item); item = item.right) {
      if (item.deleted) continue
      if (item.content instanceof Y.ContentFormat) formats = applyFormat(formats, item.content)
      else if (item.countable) length += item.length
    }
    this.list.setLength(stretch, length)
    stretch.formatsOut = Object.keys(formats).length > 0 ? formats : NO_FORMATS
  }

  private firstItem(stretch: Stretch): Y.Item | null {
    return stretch.item ? stretch.item.right : this.text._start
  }

  /** Puts a new bead, and those new ones before it that were not seen yet, into the list. */
  private add(item: Y.Item): Stretch[] {
    const fresh = [item]
    let previous = this.list.first
    for (let left = item.left; left; left = left.left) {
      if (!isLiveBead(left)) continue
      const known = this.byItem.get(left)
      if (known) {
        previous = known
        break
      }
      fresh.push(left)
    }
    const added: Stretch[] = [previous]
    for (const bead of fresh.reverse()) {
      const stretch = stretchOf(bead)
      stretch.formatsIn = previous.formatsOut
      this.list.insertAfter(previous, stretch)
      this.remember(stretch)
      added.push(stretch)
      previous = stretch
    }
    return added
  }

  private remember(stretch: Stretch): void {
    if (stretch.item) this.byItem.set(stretch.item, stretch)
    const others = this.byBlock.get(stretch.id)
    if (!others) {
      this.byBlock.set(stretch.id, [stretch])
      return
    }
    others.push(stretch)
    const at = new Map(others.map((other) => [other, this.list.start(other)]))
    others.sort((a, b) => (at.get(a) as number) - (at.get(b) as number))
  }

  private drop(stretch: Stretch): void {
    this.list.remove(stretch)
    if (stretch.item) this.byItem.delete(stretch.item)
    const others = (this.byBlock.get(stretch.id) ?? []).filter((other) => other !== stretch)
    if (others.length > 0) this.byBlock.set(stretch.id, others)
    else this.byBlock.delete(stretch.id)
  }

  private rebuild(): void {
    this.byItem = new Map()
    this.byBlock = new Map()
    const stretches: Stretch[] = []
    let current = new Stretch(STRAY, null, false)
    let formats: Formats = NO_FORMATS
    const close = () => {
      current.formatsOut = Object.keys(formats).length > 0 ? formats : NO_FORMATS
      stretches.push(current)
    }
    for (let item = this.text._start; item; item = item.right) {
      if (item.deleted) continue
      if (item.content instanceof Y.ContentFormat) formats = applyFormat(formats, item.content)
      else if (asBeadItem(item)) {
        close()
        current = stretchOf(item)
        current.formatsIn = stretches.at(-1)?.formatsOut ?? NO_FORMATS
      } else if (item.countable) current.length += item.length
    }
    close()
    this.list = new StretchList(stretches)
    for (const stretch of stretches) {
      if (stretch.item) this.byItem.set(stretch.item, stretch)
      const others = this.byBlock.get(stretch.id)
      if (others) others.push(stretch)
      else this.byBlock.set(stretch.id, [stretch])
    }
  }

  private touchedItems(transaction: Y.Transaction): Y.Item[] {
    const items: Y.Item[] = []
    const { text } = this
    if (!transaction.changed.has(text as never)) return items
    const { store } = transaction.doc
    for (const [client, clock] of transaction.afterState) {
      const before = transaction.beforeState.get(client) ?? 0
      if (before === clock) continue
      const structs = store.clients.get(client) ?? []
      for (let i = Y.findIndexSS(structs as Y.Item[], before); i < structs.length; i++) {
        const struct = structs[i]
        if (struct instanceof Y.Item && struct.parent === text && struct.parentSub === null)
          items.push(struct)
      }
    }
    Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
      if (struct instanceof Y.Item && struct.parent === text && struct.parentSub === null) items.push(struct)
    })
    return items
  }
}

function stretchOf(item: Y.Item): Stretch {
  const bead = asBeadItem(item) as BeadEmbed
  return new Stretch(bead.block, item, bead.split === true)
}

/** The bead that an item is, deleted or not. */
export function asBeadItem(item: Y.Item): BeadEmbed | null {
  return item.content instanceof Y.ContentEmbed ? asBead(item.content.embed) : null
}

const isLiveBead = (item: Y.Item): boolean => !item.deleted && asBeadItem(item) !== null

function applyFormat(formats: Formats, { key, value }: Y.ContentFormat): Formats {
  const next: Record<string, Json> = { ...formats }
  if (value === null || value === undefined) delete next[key]
  else next[key] = value as Json
  return next
}

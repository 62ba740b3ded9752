import type * as Y from 'yjs'
import {
  CELL,
  cellId,
  type Entry,
  entriesOf,
  type LayoutKinds,
  type PageBlock,
  type Piece,
  pageKinds,
  pushPiece,
  ROOT,
  readEntry,
  textOf,
} from './layout'
import { type PlaceChanges, Places } from './places'
import { Runs } from './runs'
import type { Stretch } from './stretches'

export interface PageChange extends PlaceChanges {
  transaction: Y.Transaction
}

/**
 * The page as it reads now, kept up to date with every transaction of its document by looking at what the transaction
 * touched. Always equal to `readPage`. Whoever opens one closes it.
 */
export class PageIndex {
  readonly runs: Runs
  readonly places: Places
  private readonly listeners = new Set<(change: PageChange) => void>()
  private readonly pending = new Map<Y.Transaction, PlaceChanges>()

  constructor(
    readonly doc: Y.Doc,
    kinds: LayoutKinds = pageKinds,
  ) {
    this.runs = new Runs(textOf(doc))
    this.places = new Places(kinds, {
      length: (id) => this.runs.length(id),
      position: (id) => this.runs.position(id),
      hasBead: (id) => this.runs.of(id).length > 0,
    })
    const entries = new Map<string, Entry | null>()
    for (const [id, stored] of entriesOf(doc).entries()) if (id !== ROOT) entries.set(id, readEntry(stored))
    this.places.update(entries, new Set(this.runs.blocks()), new Set())
    doc.on('beforeObserverCalls', this.takeIn)
    doc.on('afterTransaction', this.tell)
  }

  close(): void {
    this.doc.off('beforeObserverCalls', this.takeIn)
    this.doc.off('afterTransaction', this.tell)
    this.listeners.clear()
  }

  /** Tells after every transaction that changed how the page reads. Gives back what ends it. */
  onChange(listener: (change: PageChange) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The children of a block (or `ROOT`) as they are shown. */
  children(parent: string): readonly string[] {
    return this.places.children(parent)
  }

  /** The stretches that make up the block's text, in order. */
  stretches(id: string): Stretch[] {
    const segments = this.places.segments(id)
    return segments.flatMap((segment) => this.runs.of(segment))
  }

  text(id: string): Piece[] {
    const pieces: Piece[] = []
    for (const stretch of this.stretches(id)) {
      for (const piece of this.runs.pieces(stretch)) pushPiece(pieces, piece)
    }
    return pieces
  }

  block(id: string): PageBlock {
    const { places } = this
    const children =
      places.holds(id) === 'grid' ? this.gridRows(id) : places.children(id).map((child) => this.block(child))
    const block: PageBlock = {
      id,
      kind: places.kindOf(id),
      attributes: places.entry(id)?.attributes ?? {},
      text: this.text(id),
      children,
    }
    if (places.holds(id) === 'grid')
      block.columns = places.grid(id).columns.map((column) => this.part(column))
    return block
  }

  blocks(): PageBlock[] {
    return this.children(ROOT).flatMap((id) => (this.isPart(id) ? [] : [this.block(id)]))
  }

  private isPart(id: string): boolean {
    const holds = this.places.holds(id)
    return holds === 'row' || holds === 'column'
  }

  private part(id: string): PageBlock {
    return {
      id,
      kind: this.places.entry(id)?.kind ?? CELL,
      attributes: this.places.entry(id)?.attributes ?? {},
      text: [],
      children: [],
    }
  }

  private gridRows(id: string): PageBlock[] {
    const { rows, columns } = this.places.grid(id)
    return rows.map((row) => ({
      ...this.part(row),
      children: columns.map((column) => {
        const cell = cellId(row, column)
        const children = this.children(cell).map((child) => this.block(child))
        return { ...this.part(cell), kind: CELL, children }
      }),
    }))
  }

  private takeIn = (transaction: Y.Transaction): void => {
    const runs = this.runs.update(transaction)
    const entries = this.changedEntries(transaction)
    if (entries.size === 0 && runs.text.size === 0 && runs.beads.size === 0) return
    this.pending.set(transaction, this.places.update(entries, runs.beads, runs.text))
  }

  private tell = (transaction: Y.Transaction): void => {
    const change = this.pending.get(transaction)
    if (!change) return
    this.pending.delete(transaction)
    for (const listener of [...this.listeners]) listener({ ...change, transaction })
  }

  private changedEntries(transaction: Y.Transaction): Map<string, Entry | null> {
    const map = entriesOf(this.doc)
    const entries = new Map<string, Entry | null>()
    const note = (id: string | null) => {
      if (id !== null && id !== ROOT && !entries.has(id)) entries.set(id, readEntry(map.get(id)))
    }
    for (const [type, keys] of transaction.changed) {
      if ((type as unknown) === map) for (const id of keys) note(id)
      else if ((type._item?.parent as unknown) === map) note(type._item?.parentSub ?? null)
    }
    return entries
  }
}

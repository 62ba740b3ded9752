import type * as Y from 'yjs'
import { ownAttributes } from '@/blocks/own-attributes'
import { BOUNDS, type Bounds } from '@/shared/limits'
import { CELL, gridAttributes, type LaidCell, layCells } from '../format/grid'
import {
  type Entry,
  entriesOf,
  isId,
  type LayoutKinds,
  type PageBlock,
  type Piece,
  pageKinds,
  ROOT,
  readEntry,
  textOf,
} from '../format/layout'
import { BlockTexts } from './block-texts'
import { BlockTree, type TreeChanges } from './block-tree'
import type { PageView } from './page-view'
import type { TextSegment } from './text-segments'

export interface PageChange extends TreeChanges {
  transaction: Y.Transaction
}

/**
 * The page as it reads now, as `view` shows it (null: the string and the entries themselves), kept up to date with every transaction of its document by looking at what the transaction
 * touched. Always equal to `readPage`. The code that opens one closes it.
 */
export class PageIndex {
  readonly texts: BlockTexts
  readonly tree: BlockTree
  private readonly listeners = new Set<(change: PageChange) => void>()
  private readonly pending = new Map<Y.Transaction, TreeChanges>()
  /** How often more than the text within blocks has changed: what was found out about the tree holds until then. */
  structure = 0

  constructor(
    readonly doc: Y.Doc,
    readonly kinds: LayoutKinds = pageKinds,
    bounds: Bounds = BOUNDS,
    readonly view: PageView | null = null,
  ) {
    this.texts = new BlockTexts(textOf(doc), view)
    const facts = {
      length: (id: string) => this.texts.length(id),
      position: (id: string) => this.texts.position(id),
      hasBead: (id: string) => this.texts.has(id),
    }
    this.tree = new BlockTree(kinds, facts, bounds)
    this.tree.fill(this.allEntries(), this.texts.blocks())
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
    return this.tree.children(parent)
  }

  /** The segments that make up the block's text, in order. */
  segments(id: string): TextSegment[] {
    const sources = this.tree.textSources(id)
    return sources.flatMap((source) => this.texts.of(source))
  }

  text(id: string): Piece[] {
    const pieces: Piece[] = []
    if (this.tree.isOneText(id)) this.texts.pushText(pieces, id)
    else for (const source of this.tree.textSources(id)) this.texts.pushText(pieces, source)
    return pieces
  }

  block(id: string): PageBlock {
    const { tree } = this
    if (tree.holds(id) === 'grid') return this.gridBlock(id)
    return {
      id,
      kind: tree.kindOf(id),
      attributes: this.attributes(id),
      text: this.text(id),
      children: tree.children(id).map((child) => this.block(child)),
    }
  }

  blocks(): PageBlock[] {
    const blocks: PageBlock[] = []
    for (const id of this.children(ROOT)) if (!this.isPart(id)) blocks.push(this.block(id))
    return blocks
  }

  /** A cell of a grid as it reads, or null when it is covered by another one or not there. */
  cell(grid: string, id: string): PageBlock | null {
    if (this.tree.holds(grid) !== 'grid') return null
    for (const row of this.block(grid).children) {
      for (const cell of row.children) if (cell.id === id) return cell
    }
    return null
  }

  /** The attributes of a block as it reads: without those that only other kinds have. */
  attributes(id: string): PageBlock['attributes'] {
    return ownAttributes(this.tree.kindOf(id), this.storedAttributes(id))
  }

  private storedAttributes(id: string): PageBlock['attributes'] {
    return this.tree.entry(id)?.attributes ?? {}
  }

  private isPart(id: string): boolean {
    const holds = this.tree.holds(id)
    return holds === 'row' || holds === 'column'
  }

  private part(id: string): PageBlock {
    const kind = this.tree.entry(id)?.kind ?? CELL
    return { id, kind, attributes: ownAttributes(kind, this.storedAttributes(id)), text: [], children: [] }
  }

  /** The shown columns and rows of a grid, and the cells of each row, without what stands in them. */
  gridLayout(id: string): {
    columns: string[]
    rows: string[]
    cells: LaidCell[][]
    /** Those of the grid itself. */
    attributes: PageBlock['attributes']
  } {
    const { rows, columns, beyond } = this.tree.grid(id)
    const cells = layCells({
      rows,
      columns,
      parts: this.children(id),
      attributes: (cell) => this.storedAttributes(cell),
      isFilled: (cell) => this.children(cell).length > 0,
    })
    const attributes = gridAttributes(this.attributes(id), beyond.rows, beyond.columns)
    return { rows, columns, cells, attributes }
  }

  private gridBlock(id: string): PageBlock {
    const { rows, columns, cells: laid, attributes } = this.gridLayout(id)
    const block = { ...this.part(id), attributes }
    block.columns = columns.map((column) => this.part(column))
    block.children = rows.map((row, i) => ({
      ...this.part(row),
      children: (laid[i] ?? []).map((cell) => ({
        ...cell,
        kind: CELL,
        text: [],
        children: this.children(cell.id).map((child) => this.block(child)),
      })),
    }))
    return block
  }

  private takeIn = (transaction: Y.Transaction): void => {
    const texts = this.texts.update(transaction)
    if (texts.everything) {
      this.structure++
      this.pending.set(transaction, this.tree.rebuild(this.allEntries(), this.texts.blocks()))
      return
    }
    const entries = this.changedEntries(transaction)
    if (entries.size === 0 && texts.text.size === 0 && texts.beads.size === 0) return
    if (entries.size > 0 || texts.beads.size > 0) this.structure++
    this.pending.set(transaction, this.tree.update(entries, texts.beads, texts.text))
  }

  private tell = (transaction: Y.Transaction): void => {
    const change = this.pending.get(transaction)
    if (!change) return
    this.pending.delete(transaction)
    for (const listener of [...this.listeners]) listener({ ...change, transaction })
  }

  private *allEntries(): Generator<[string, Entry | null]> {
    const seen = this.view ? new Set(this.view.entryIds()) : null
    for (const [id, item] of entriesOf(this.doc)._map) {
      if (item.deleted || !isId(id) || seen?.has(id)) continue
      yield [id, readEntry(item.content.getContent()[item.length - 1])]
    }
    for (const id of seen ?? []) if (isId(id)) yield [id, this.entry(id)]
  }

  private entry(id: string): Entry | null {
    const stored = entriesOf(this.doc).get(id)
    return this.view ? this.view.entry(id, stored) : readEntry(stored)
  }

  private changedEntries(transaction: Y.Transaction): Map<string, Entry | null> {
    const map = entriesOf(this.doc)
    const entries = new Map<string, Entry | null>()
    const note = (id: string | null) => {
      if (id !== null && isId(id) && !entries.has(id)) entries.set(id, this.entry(id))
    }
    for (const [type, keys] of transaction.changed) {
      if ((type as unknown) === map) for (const id of keys) note(id)
      else if ((type._item?.parent as unknown) === map) note(type._item?.parentSub ?? null)
    }
    for (const id of this.view?.changes(transaction)?.entries ?? []) note(id)
    return entries
  }
}

import type * as Y from 'yjs'
import { cellParts } from '../format/grid'
import { entriesOf, ROOT, sameJson } from '../format/layout'
import { titleText } from '../format/page-doc'
import type { PageChange, PageIndex } from '../page-index/page-index'
import { describe } from './describe'
import type { Described } from './described'
import { LivePlaces } from './live-places'
import type { Sid } from './part-keys'
import type { Suggestions } from './suggestions'

/**
 * The descriptions of all pending suggestions of a page, kept up to date by what each transaction touched: a description is made
 * again when a part of its suggestion came or went, or when a block that it speaks of reads differently. One that
 * says the same as before stays the same object. Suggestions of which nothing is left to do are not among them.
 */
export class Descriptions {
  private readonly described = new Map<Sid, Described>()
  private readonly stale = new Set<Sid>()
  /** What each suggestion depends on, and the other way around. */
  private readonly watched = new Map<Sid, readonly string[]>()
  private readonly watchers = new Map<string, Set<Sid>>()
  private readonly listeners = new Set<() => void>()
  private readonly ends: (() => void)[]
  private list: readonly Described[] | null = null

  /** `index` is the marked reading of the page. The code that opens one closes it, before the index. */
  constructor(
    private readonly index: PageIndex,
    private readonly suggestions: Suggestions,
  ) {
    for (const sid of suggestions.sids) this.stale.add(sid)
    const { doc } = index
    doc.on('afterTransaction', this.takeIn)
    this.ends = [index.onChange(this.note), () => doc.off('afterTransaction', this.takeIn)]
  }

  close(): void {
    for (const end of this.ends) end()
    this.listeners.clear()
  }

  /** Tells after a transaction by which a description may have changed. Gives back what ends it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Null when there is no such suggestion, or nothing is left of it to decide. */
  of(sid: Sid): Described | null {
    this.refresh()
    return this.described.get(sid) ?? null
  }

  /** The least sid first; the same list until a description changes. */
  get all(): readonly Described[] {
    this.refresh()
    this.list ??= this.suggestions.sids.flatMap((sid) => this.described.get(sid) ?? [])
    return this.list
  }

  private refresh(): void {
    if (this.stale.size === 0) return
    const places = new LivePlaces(this.index)
    for (const sid of this.stale) {
      const now = this.suggestions.has(sid) ? describe(this.index, this.suggestions, sid, places) : null
      this.watch(sid, now)
      const before = this.described.get(sid)
      if (!now || now.changes.length === 0) {
        if (this.described.delete(sid)) this.list = null
      } else if (!before || !sameJson(before, now)) {
        this.described.set(sid, now)
        this.list = null
      }
    }
    this.stale.clear()
  }

  private watch(sid: Sid, now: Described | null): void {
    for (const name of this.watched.get(sid) ?? []) {
      const sids = this.watchers.get(name)
      sids?.delete(sid)
      if (sids?.size === 0) this.watchers.delete(name)
    }
    if (!now) {
      this.watched.delete(sid)
      return
    }
    const names = new Set<string>()
    for (const { op, ...part } of this.suggestions.of(sid)) {
      if (op !== '/' || !('block' in part)) continue
      const cell = cellParts(part.block)
      for (const id of cell ? [part.block, cell.row, cell.column] : [part.block]) {
        names.add(id)
        const grid = this.gridOf(id)
        if (grid !== null) names.add(linesOf(grid))
      }
    }
    for (const block of now.blocks) if (this.index.tree.holds(block) !== 'grid') names.add(block)
    for (const { block } of now.spots) names.add(block)
    if (now.isOfTitle) names.add(TITLE)
    this.watched.set(sid, [...names])
    for (const name of names) {
      const sids = this.watchers.get(name)
      if (sids) sids.add(sid)
      else this.watchers.set(name, new Set([sid]))
    }
  }

  /** The table of which this is a row, a column or a cell. */
  private gridOf(id: string): string | null {
    const { tree } = this.index
    const holds = tree.holds(id)
    return holds === 'row' || holds === 'column' ? tree.parentOf(id) : tree.gridOfCell(id)
  }

  private readonly note = ({ blocks, lists }: PageChange): void => {
    for (const id of blocks) this.touch(id)
    for (const id of lists) {
      this.touch(id)
      this.makeStale(linesOf(id))
    }
  }

  /** A block quotes what stands in it, and a row what stands in its cells. A block may have the name of a cell. */
  private touch(id: string): void {
    const { tree } = this.index
    const seen = new Set<string>()
    const rest = [id]
    for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
      if (at === ROOT || seen.has(at)) continue
      seen.add(at)
      this.makeStale(at)
      rest.push(tree.parentOf(at), tree.gridOfCell(at) ?? ROOT)
      const cell = cellParts(at)
      if (cell) rest.push(cell.row, cell.column)
    }
  }

  private makeStale(name: string): void {
    for (const sid of this.watchers.get(name) ?? []) this.stale.add(sid)
  }

  private readonly takeIn = (transaction: Y.Transaction): void => {
    const { doc } = this.index
    const { sids, blocks } = this.suggestions.takeIn(transaction)
    for (const sid of sids) this.stale.add(sid)
    for (const id of blocks) this.makeStale(id)
    // A range may have arrived before the characters that it covers.
    for (const [client, clock] of transaction.afterState) {
      const before = transaction.beforeState.get(client) ?? 0
      if (clock === before) continue
      const { inserted, deleted, formatted } = this.suggestions
      for (const kind of [inserted, deleted, formatted] as const)
        for (const { sid } of kind.overlapping(client, before, clock)) this.stale.add(sid)
    }
    if (transaction.changed.has(titleText(doc) as never)) this.makeStale(TITLE)
    const entries: unknown = entriesOf(doc)
    for (const [type, keys] of transaction.changed) {
      if (type === entries) for (const id of keys) id !== null && this.makeStale(id)
      else if ((type._item?.parent as unknown) === entries) this.makeStale(type._item?.parentSub ?? '')
    }
    if (this.stale.size > 0) for (const listener of [...this.listeners]) listener()
  }
}

/** Names of things to watch that no block can have: ids have at most `BOUNDS.id` units. */
const FAR = ' '.repeat(300)
const TITLE = `${FAR}title`
const linesOf = (grid: string): string => `${FAR}lines ${grid}`

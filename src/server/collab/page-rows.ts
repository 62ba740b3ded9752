import type * as Y from 'yjs'
import { LIMITS } from '@/shared/limits'
import { SHORT } from './ask-page'
import type { StoredPage } from './load-page'
import { type SnapshotMark, sameMark } from './page-store'
import type { Projection } from './projection'
import { UnwrittenSize } from './unwritten-size'

/** The log of an open page is folded when it has grown by this much. */
const FOLD_ROWS = 300
const FOLD_BYTES = 1024 * 1024

/** How much a page, or an edit of it, takes up. */
export interface Size {
  bytes: number
  /** `weightOf` the page, or `weightAdded` by the edit. */
  weight: number
}

/** Rows of the log that can be replaced by a snapshot, with what the page reads like where that was asked for. */
export interface FoldedRows {
  packed: Uint8Array
  /** Of the snapshot, unpacked. */
  size: Size
  ids: number[]
  /** The snapshot that it takes the place of. */
  mark: SnapshotMark | null
  projection: Projection | null
  /** By how much the log had grown when the folding began, … */
  grownBytes: number
  /** … and since the page is in memory. */
  come: Size
}

/** What the document of a live page holds of what is stored: the snapshot, the rows of the log, and how much they take up. */
export class PageRows {
  /** Numbers of log rows that the document holds and no snapshot does. */
  ids: number[]
  /** The snapshot that the document holds; null when there is none. */
  mark: SnapshotMark | null
  private taken: Size
  /** By how much the log has grown since it was folded. */
  grownBytes = 0
  /** By how much the log has grown since the page is in memory. */
  come: Size = { bytes: 0, weight: 0 }
  /** Is `taken` what the page takes up, and not more? */
  private isMeasured = false
  private asksForMeasure = false
  private readonly unwritten: UnwrittenSize

  constructor(document: Y.Doc, { updateIds, mark, size }: StoredPage) {
    this.ids = updateIds
    this.mark = mark
    this.taken = size
    this.unwritten = new UnwrittenSize(document)
  }

  get bytes(): number {
    return this.taken.bytes
  }

  /** An upper bound of what the page takes up. */
  get size(): Size {
    return this.taken
  }

  /** An edit is stored as this row. */
  appended(updateId: number, size: Size): void {
    this.ids.push(updateId)
    this.taken = sum(this.taken, size)
    this.grownBytes += size.bytes
    this.come = sum(this.come, size)
    this.isMeasured = false
  }

  /** Is all of it in the snapshot? */
  get areNone(): boolean {
    return this.ids.length === 0
  }

  /** Are they folded although the page is open? */
  get areMany(): boolean {
    return this.ids.length >= FOLD_ROWS || this.grownBytes >= FOLD_BYTES
  }

  /** Is it long by its bytes alone, which nobody has to look at the page for? */
  get isLongByBytes(): boolean {
    return this.bytes > SHORT
  }

  /**
   * How much there is to go through: what the page takes up, with what else reading it makes unless it is long anyway. The page may be
   * looked at for it, which somebody is to be charged for.
   */
  get toGoThrough(): number {
    return this.isLongByBytes ? this.bytes : this.bytes + this.unwritten.now
  }

  /** Is there so much of it that a worker goes through it, and not the thread that answers everybody? Found out like `toGoThrough`. */
  get isLong(): boolean {
    return this.toGoThrough > SHORT
  }

  /**
   * Has the page room for so much more, up to this weight of all? `perhaps`: that is known once it was measured (`measured`).
   */
  hasRoomFor(more: Size, mostWeight: number = LIMITS.pageWeight): boolean | 'perhaps' {
    const { bytes, weight } = sum(this.taken, more)
    if ((more.bytes === 0 || bytes <= LIMITS.document) && (more.weight === 0 || weight <= mostWeight))
      return true
    if (this.isMeasured) return false
    this.asksForMeasure = true
    return 'perhaps'
  }

  /** Does a decision about an edit wait for the page to be measured? */
  get isToBeMeasured(): boolean {
    return this.asksForMeasure && !this.isMeasured
  }

  /** The page took up so much when this was all that had come to it. */
  measured(size: Size, come: Size): void {
    const bytes = this.come.bytes - come.bytes
    this.taken = sum(size, { bytes, weight: this.come.weight - come.weight })
    this.isMeasured = bytes === 0
    this.asksForMeasure = false
  }

  /** The rows are in the snapshot. The document holds that only if it held all that the snapshot was made of. */
  folded({ ids, mark, size, grownBytes, come }: FoldedRows, done: SnapshotMark): void {
    const own = new Set(this.ids)
    const isHeld = sameMark(mark, this.mark) && ids.every((id) => own.has(id))
    if (isHeld) this.mark = done
    const gone = new Set(ids)
    this.ids = this.ids.filter((id) => !gone.has(id))
    this.measured(size, come)
    this.grownBytes -= grownBytes
  }

  /** The document has taken in all that is stored, with what another server has folded. */
  tookIn({ mark, updateIds, size }: StoredPage): void {
    this.mark = mark
    // Rows of this server that were stored a moment ago may be among them before they are noted here.
    this.ids = [...new Set([...this.ids, ...updateIds])]
    const { bytes, weight } = this.taken
    this.taken = { bytes: Math.max(bytes, size.bytes), weight: Math.max(weight, size.weight) }
    this.isMeasured = false
  }
}

const sum = (a: Size, b: Size): Size => ({ bytes: a.bytes + b.bytes, weight: a.weight + b.weight })

import type * as Y from 'yjs'
import { type Formats, NO_FORMATS } from '../format/layout'

/** A bead and the characters up to the next one. */
export class Stretch {
  length = 0
  /** The formats in effect at the bead, and after the last character. */
  formatsIn: Formats = NO_FORMATS
  formatsOut: Formats = NO_FORMATS
  chunk: Chunk | null = null

  constructor(
    readonly id: string,
    /** The bead's item; null for what stands before the first bead. */
    readonly item: Y.Item | null,
    readonly split: boolean,
  ) {}

  /** With its bead. */
  get size(): number {
    return this.length + (this.item ? 1 : 0)
  }

  /** The formats that are read as leaked from before the bead. */
  get leaked(): Formats {
    return this.split ? NO_FORMATS : this.formatsIn
  }
}

interface Chunk {
  stretches: Stretch[]
  size: number
  /** Where it began when that was last asked. */
  start: number
}

const FULL = 256

/** The stretches in the order of the string, with their positions: a question costs what a chunk holds, and one pass over the
 * chunks after a change. */
export class StretchList {
  private chunks: Chunk[] = []
  /** Do the chunks know where they begin? Many are asked for one after the other, with nothing changed between. */
  private isMeasured = false
  readonly first: Stretch

  constructor(stretches: readonly Stretch[]) {
    this.first = stretches[0] as Stretch
    for (let i = 0; i < stretches.length; i += FULL / 2) {
      this.addChunk(this.chunks.length, stretches.slice(i, i + FULL / 2))
    }
  }

  private addChunk(at: number, stretches: Stretch[]): void {
    this.isMeasured = false
    const chunk: Chunk = { stretches, size: 0, start: 0 }
    for (const stretch of stretches) {
      stretch.chunk = chunk
      chunk.size += stretch.size
    }
    this.chunks.splice(at, 0, chunk)
  }

  insertAfter(previous: Stretch, stretch: Stretch): void {
    this.isMeasured = false
    const chunk = previous.chunk as Chunk
    chunk.stretches.splice(chunk.stretches.indexOf(previous) + 1, 0, stretch)
    chunk.size += stretch.size
    stretch.chunk = chunk
    if (chunk.stretches.length <= FULL) return
    const rest = chunk.stretches.splice(FULL / 2)
    for (const moved of rest) chunk.size -= moved.size
    this.addChunk(this.chunks.indexOf(chunk) + 1, rest)
  }

  remove(stretch: Stretch): void {
    this.isMeasured = false
    const chunk = stretch.chunk as Chunk
    chunk.stretches.splice(chunk.stretches.indexOf(stretch), 1)
    chunk.size -= stretch.size
    stretch.chunk = null
    if (chunk.stretches.length === 0) this.chunks.splice(this.chunks.indexOf(chunk), 1)
  }

  setLength(stretch: Stretch, length: number): void {
    if (length === stretch.length) return
    this.isMeasured = false
    ;(stretch.chunk as Chunk).size += length - stretch.length
    stretch.length = length
  }

  next(stretch: Stretch): Stretch | null {
    const chunk = stretch.chunk as Chunk
    const beside = chunk.stretches[chunk.stretches.indexOf(stretch) + 1]
    return beside ?? this.chunks[this.chunks.indexOf(chunk) + 1]?.stretches[0] ?? null
  }

  /** Where in the string the stretch begins (its bead's position). */
  start(stretch: Stretch): number {
    const { chunk } = stretch
    if (!chunk) throw new Error('The stretch is not in the list')
    if (!this.isMeasured) this.measure()
    let at = chunk.start
    for (const other of chunk.stretches) {
      if (other === stretch) break
      at += other.size
    }
    return at
  }

  /** The stretch with the character or bead at a position of the string, and how many of it stand before that. */
  at(position: number): { stretch: Stretch; offset: number } {
    if (!this.isMeasured) this.measure()
    let low = 0
    let high = this.chunks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.chunks[middle] as Chunk).start <= position) low = middle
      else high = middle - 1
    }
    const chunk = this.chunks[low] as Chunk
    let start = chunk.start
    for (const stretch of chunk.stretches) {
      if (position < start + stretch.size) return { stretch, offset: position - start }
      start += stretch.size
    }
    throw new Error(`The string has no position ${position}`)
  }

  private measure(): void {
    let at = 0
    for (const chunk of this.chunks) {
      chunk.start = at
      at += chunk.size
    }
    this.isMeasured = true
  }

  get size(): number {
    return this.chunks.reduce((size, chunk) => size + chunk.size, 0)
  }

  *[Symbol.iterator](): Generator<Stretch> {
    for (const chunk of this.chunks) yield* chunk.stretches
  }
}

import type * as Y from 'yjs'
import { type Formats, NO_FORMATS } from '../format/layout'

/** A bead and the characters up to the next one. */
export class TextSegment {
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
  segments: TextSegment[]
  size: number
  /** Where it began when that was last asked. */
  start: number
}

const FULL = 256

/** The segments in the order of the string, with their positions: a question costs what a chunk holds, and one pass over the
 * chunks after a change. */
export class SegmentList {
  private chunks: Chunk[] = []
  /** Do the chunks know where they begin? Many are asked for one after the other, with nothing changed between. */
  private isMeasured = false
  readonly first: TextSegment

  constructor(segments: readonly TextSegment[]) {
    this.first = segments[0] as TextSegment
    for (let i = 0; i < segments.length; i += FULL / 2) {
      this.addChunk(this.chunks.length, segments.slice(i, i + FULL / 2))
    }
  }

  private addChunk(at: number, segments: TextSegment[]): void {
    this.isMeasured = false
    const chunk: Chunk = { segments, size: 0, start: 0 }
    for (const segment of segments) {
      segment.chunk = chunk
      chunk.size += segment.size
    }
    this.chunks.splice(at, 0, chunk)
  }

  insertAfter(previous: TextSegment, segment: TextSegment): void {
    this.isMeasured = false
    const chunk = previous.chunk as Chunk
    chunk.segments.splice(chunk.segments.indexOf(previous) + 1, 0, segment)
    chunk.size += segment.size
    segment.chunk = chunk
    if (chunk.segments.length <= FULL) return
    const rest = chunk.segments.splice(FULL / 2)
    for (const moved of rest) chunk.size -= moved.size
    this.addChunk(this.chunks.indexOf(chunk) + 1, rest)
  }

  remove(segment: TextSegment): void {
    this.isMeasured = false
    const chunk = segment.chunk as Chunk
    chunk.segments.splice(chunk.segments.indexOf(segment), 1)
    chunk.size -= segment.size
    segment.chunk = null
    if (chunk.segments.length === 0) this.chunks.splice(this.chunks.indexOf(chunk), 1)
  }

  setLength(segment: TextSegment, length: number): void {
    if (length === segment.length) return
    this.isMeasured = false
    ;(segment.chunk as Chunk).size += length - segment.length
    segment.length = length
  }

  next(segment: TextSegment): TextSegment | null {
    const chunk = segment.chunk as Chunk
    const beside = chunk.segments[chunk.segments.indexOf(segment) + 1]
    return beside ?? this.chunks[this.chunks.indexOf(chunk) + 1]?.segments[0] ?? null
  }

  /** Where in the string the segment begins (its bead's position). */
  start(segment: TextSegment): number {
    const { chunk } = segment
    if (!chunk) throw new Error('The segment is not in the list')
    if (!this.isMeasured) this.measure()
    let at = chunk.start
    for (const other of chunk.segments) {
      if (other === segment) break
      at += other.size
    }
    return at
  }

  /** The segment with the character or bead at a position of the string, and how many of it stand before that. */
  at(position: number): { segment: TextSegment; offset: number } {
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
    for (const segment of chunk.segments) {
      if (position < start + segment.size) return { segment, offset: position - start }
      start += segment.size
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

  *[Symbol.iterator](): Generator<TextSegment> {
    for (const chunk of this.chunks) yield* chunk.segments
  }
}

import { byText } from '../format/layout'
import type { FormatPatch } from '../page-index/page-view'
import type { FormatPart, RangedPart } from './part-keys'

export interface TextSegment {
  from: number
  to: number
}

const endOf = (part: RangedPart): number => part.clock + part.length

/** The parts that say something of characters, found by the ids of those: O(log n) a lookup, O(n) a client after a change. */
export class Ranges<P extends RangedPart> {
  private readonly clients = new Map<number, ClientRanges<P>>()

  add(part: P): void {
    const known = this.clients.get(part.client)
    if (known) known.add(part)
    else this.clients.set(part.client, new ClientRanges(part))
  }

  remove(part: P): void {
    const known = this.clients.get(part.client)
    known?.remove(part)
    if (known?.isEmpty) this.clients.delete(part.client)
  }

  get isEmpty(): boolean {
    return this.clients.size === 0
  }

  /** Is this one id covered by any part? */
  has(client: number, clock: number): boolean {
    return this.covered(client, clock, clock + 1).length > 0
  }

  /** Which of the ids are covered by any part, in order and apart from each other. */
  covered(client: number, from: number, to: number): TextSegment[] {
    const union = this.clients.get(client)?.union
    if (!union) return []
    const found: TextSegment[] = []
    for (let i = firstBehind(union, from); i < union.length; i++) {
      const segment = union[i] as TextSegment
      if (segment.from >= to) break
      found.push({ from: Math.max(from, segment.from), to: Math.min(to, segment.to) })
    }
    return found
  }

  /** The parts that cover at least one of the ids. */
  overlapping(client: number, from: number, to: number): P[] {
    return this.clients.get(client)?.overlapping(from, to) ?? []
  }

  /** The parts that say something of a client's characters, in their order. */
  of(client: number): readonly P[] {
    return this.clients.get(client)?.inOrder ?? []
  }

  /** The clients of which ids are covered. */
  get covering(): Iterable<number> {
    return this.clients.keys()
  }
}

/**
 * Those of one client. They are brought into their order when somebody asks, so that many come and go at once in little time; until then,
 * which may be never, nothing is held of those that have gone.
 */
class ClientRanges<P extends RangedPart> {
  private readonly byKey = new Map<string, P>()
  private known: { parts: readonly P[]; union: TextSegment[]; furthest: number[] } | null = null
  /** The keys of those that were there when they were last asked for, in the order of then, and of those that came since. */
  private before: readonly string[] = []
  private readonly since = new Set<string>()

  constructor(first: P) {
    this.add(first)
  }

  add(part: P): void {
    const { key } = part
    this.known = null
    this.byKey.set(key, part)
    this.since.add(key)
  }

  remove({ key }: P): void {
    this.known = null
    this.byKey.delete(key)
    this.since.delete(key)
    if (this.before.length > 2 * this.byKey.size)
      this.before = this.before.filter((one) => this.byKey.has(one))
  }

  get isEmpty(): boolean {
    return this.byKey.size === 0
  }

  get inOrder(): readonly P[] {
    return this.measured().parts
  }

  get union(): readonly TextSegment[] {
    return this.measured().union
  }

  overlapping(from: number, to: number): P[] {
    const { parts, furthest } = this.measured()
    const found: P[] = []
    let at = countBefore(parts, to)
    for (at--; at >= 0 && (furthest[at] as number) > from; at--) {
      const part = parts[at] as P
      if (endOf(part) > from) found.push(part)
    }
    return found.reverse()
  }

  private measured() {
    if (this.known) return this.known
    const parts = this.sorted()
    const union: TextSegment[] = []
    const furthest: number[] = []
    let reached = -1
    for (const part of parts) {
      const end = endOf(part)
      const last = union.at(-1)
      if (!last || part.clock > last.to) union.push({ from: part.clock, to: end })
      else if (end > last.to) last.to = end
      reached = Math.max(reached, end)
      furthest.push(reached)
    }
    this.known = { parts, union, furthest }
    return this.known
  }

  private sorted(): readonly P[] {
    const parts: P[] = []
    for (const key of this.before) {
      const part = this.since.has(key) ? undefined : this.byKey.get(key)
      if (part) parts.push(part)
    }
    for (const key of this.since) parts.push(this.byKey.get(key) as P)
    // Takes little where most are in their order.
    parts.sort(byClock)
    this.before = parts.map(({ key }) => key)
    this.since.clear()
    return parts
  }
}

const byClock = (a: RangedPart, b: RangedPart): number => a.clock - b.clock || byText(a.key, b.key)

/** How many parts, which are in their order, begin before an id. */
function countBefore(parts: readonly RangedPart[], clock: number): number {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle] as RangedPart).clock < clock) low = middle + 1
    else high = middle
  }
  return low
}

/** The first of some segments, which are in order, that ends behind an id. */
export function firstBehind(segments: readonly TextSegment[], clock: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle] as TextSegment).to <= clock) low = middle + 1
    else high = middle
  }
  return low
}

/** How many suggested formats of one character count: those of the greatest names. */
export const MOST_PATCHES = 64

/** What suggested formats make of characters: on one format, the suggestion with the greatest name wins. */
export class FormatRanges extends Ranges<FormatPart> {
  /** The segments of ids that some part says formats of. */
  patches(client: number, from: number, to: number): (TextSegment & { patch: FormatPatch })[] {
    const parts = this.overlapping(client, from, to)
    if (parts.length === 0) return []
    const points = new Set<number>()
    for (const part of parts) points.add(Math.max(from, part.clock)).add(Math.min(to, endOf(part)))
    const ends = [...parts].sort((a, b) => endOf(a) - endOf(b))
    const active: FormatPart[] = []
    const found: (TextSegment & { patch: FormatPatch })[] = []
    let started = 0
    let ended = 0
    let start = from
    for (const point of [...points].sort((a, b) => a - b)) {
      if (active.length > 0) found.push({ from: start, to: point, patch: composed(active) })
      for (; ended < ends.length && endOf(ends[ended] as FormatPart) <= point; ended++)
        active.splice(rankOf(active, ends[ended] as FormatPart), 1)
      for (; started < parts.length && (parts[started] as FormatPart).clock <= point; started++) {
        const part = parts[started] as FormatPart
        active.splice(rankOf(active, part), 0, part)
      }
      start = point
    }
    return found
  }
}

/** Where a part stands among others by the names of their suggestions. */
function rankOf(sorted: readonly FormatPart[], part: FormatPart): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle] as FormatPart
    const isBefore = other.sid === part.sid ? other.key < part.key : other.sid < part.sid
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low
}

const composed = (sorted: readonly FormatPart[]): FormatPatch =>
  sorted.length === 1
    ? (sorted[0] as FormatPart).set
    : Object.assign({}, ...sorted.slice(-MOST_PATCHES).map(({ set }) => set))

import * as Y from 'yjs'
import { byText } from '../format/layout'
import { EntryParts } from './entry-parts'
import {
  type AnchorPart,
  authorOf,
  type EntryPart,
  type Part,
  type RangedPart,
  type RangePart,
  rangeKey,
  rangeValue,
  readPart,
  type Sid,
} from './part-keys'
import { pendingSize } from './pending-size'
import { FormatRanges, Ranges } from './ranges'

/** The shared map of what is suggested and where comments stand. */
export const suggestionsOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('suggestions')

/**
 * Says of a range of ids what `part` says. Two ranges of one suggestion may begin at the same id: the longer one stays, so that no
 * character loses its range.
 */
export function setRange(
  map: Y.Map<unknown>,
  part: RangedPart,
  { client, from, to }: { client: number; from: number; to: number },
): void {
  const key = rangeKey(part, client, from)
  const known = part.op === '*' || !map.has(key) ? null : readPart(key, map.get(key))
  const isLonger = known !== null && 'length' in known && known.length >= to - from
  if (!isLonger) map.set(key, rangeValue(part, to - from))
}

/** What a transaction changed in what is suggested. */
export interface PartChanges {
  /** The ranges that came or went. */
  ranges: readonly RangedPart[]
  /** The blocks of whose entries something else is said. */
  blocks: ReadonlySet<string>
  /** The suggestions of which a part came or went. */
  sids: ReadonlySet<Sid>
}

const followed = new WeakMap<Y.Doc, Suggestions>()

const NO_CHANGES: PartChanges = { ranges: [], blocks: new Set(), sids: new Set() }

/**
 * The parts of all suggestions of a page, found by key, by suggestion, by the ids they cover and by the block whose entry
 * they speak of; kept up to date by the keys that a transaction touched. One is shared by all who read the page; the code that
 * opens one closes it.
 */
export class Suggestions {
  readonly parts = new Map<string, Part>()
  readonly inserted = new Ranges<RangePart>()
  readonly deleted = new Ranges<RangePart>()
  readonly formatted = new FormatRanges()
  readonly anchors = new Ranges<AnchorPart>()
  private readonly insertedBy = new Map<string, Ranges<RangePart>>()
  private readonly bySid = new Map<Sid, Map<string, Exclude<Part, AnchorPart>>>()
  private readonly byBlock = new Map<string, EntryParts>()
  /** By author. */
  private readonly pending = new Map<string, number>()
  private readonly taken = new WeakMap<Y.Transaction, PartChanges>()

  private readers = 1

  /** The suggestions of a page, one object for all who follow them at the same time. Each of them closes it. */
  static shared(doc: Y.Doc): Suggestions {
    const known = followed.get(doc)
    if (known) known.readers++
    else followed.set(doc, new Suggestions(doc))
    return followed.get(doc) as Suggestions
  }

  constructor(readonly doc: Y.Doc) {
    for (const [key, value] of suggestionsOf(doc).entries()) {
      const part = readPart(key, value)
      if (part) this.add(part)
    }
    doc.on('beforeObserverCalls', this.takeIn)
  }

  close(): void {
    if (--this.readers > 0) return
    if (followed.get(this.doc) === this) followed.delete(this.doc)
    this.doc.off('beforeObserverCalls', this.takeIn)
  }

  /** Is there no part at all? Then all readings of the page are the same. */
  get isEmpty(): boolean {
    return this.parts.size === 0
  }

  /** The names of all suggestions, the least first. */
  get sids(): Sid[] {
    return [...this.bySid.keys()].sort(byText)
  }

  has(sid: Sid): boolean {
    return this.bySid.has(sid)
  }

  of(sid: Sid): Exclude<Part, AnchorPart>[] {
    return [...(this.bySid.get(sid)?.values() ?? [])]
  }

  /** How much of an author's nobody has decided about, in characters. */
  pendingOf(author: string): number {
    return this.pending.get(author) ?? 0
  }

  /** What an author has suggested to insert. */
  insertionsOf(author: string): Ranges<RangePart> {
    return this.insertedBy.get(author) ?? new Ranges()
  }

  /** The blocks of whose entries something is suggested. */
  get blocks(): Iterable<string> {
    return this.byBlock.keys()
  }

  /** What is suggested of a block's entry: by field, the least sid first. */
  entry(block: string): ReadonlyMap<string, readonly EntryPart[]> | null {
    return this.byBlock.get(block)?.byField ?? null
  }

  /** Takes in what a transaction changed, once, and says what that was. */
  readonly takeIn = (transaction: Y.Transaction): PartChanges => {
    const known = this.taken.get(transaction)
    if (known) return known
    const map = suggestionsOf(this.doc)
    const keys = transaction.changed.get(map as never)
    const changes = keys ? this.refresh(map, keys) : NO_CHANGES
    this.taken.set(transaction, changes)
    return changes
  }

  private refresh(map: Y.Map<unknown>, keys: Iterable<string | null>): PartChanges {
    const ranges: RangedPart[] = []
    const blocks = new Set<string>()
    const sids = new Set<Sid>()
    const note = (part: Part | null | undefined) => {
      if (!part) return
      if (part.op === '/') blocks.add(part.block)
      else if (part.op !== 'head') ranges.push(part)
      if (part.op !== '@') sids.add(part.sid)
    }
    for (const key of keys) {
      if (key === null) continue
      const before = this.parts.get(key)
      const after = map.has(key) ? readPart(key, map.get(key)) : null
      if (before) this.remove(before)
      if (after) this.add(after)
      note(before)
      note(after)
    }
    return { ranges, blocks, sids }
  }

  private add(part: Part): void {
    this.parts.set(part.key, part)
    this.rangesOf(part)?.add(part as never)
    if (part.op === '@') return
    this.count(part, 1)
    if (part.op === '+') {
      const author = authorOf(part.sid)
      const own = this.insertionsOf(author)
      own.add(part)
      this.insertedBy.set(author, own)
    }
    const known = this.bySid.get(part.sid)
    if (known) known.set(part.key, part)
    else this.bySid.set(part.sid, new Map([[part.key, part]]))
    if (part.op !== '/') return
    const ofBlock = this.byBlock.get(part.block) ?? new EntryParts()
    this.byBlock.set(part.block, ofBlock)
    ofBlock.add(part)
  }

  private remove(part: Part): void {
    this.parts.delete(part.key)
    this.rangesOf(part)?.remove(part as never)
    if (part.op === '@') return
    this.count(part, -1)
    if (part.op === '+') {
      const author = authorOf(part.sid)
      const own = this.insertionsOf(author)
      own.remove(part)
      if (own.isEmpty) this.insertedBy.delete(author)
    }
    const known = this.bySid.get(part.sid)
    known?.delete(part.key)
    if (known?.size === 0) this.bySid.delete(part.sid)
    if (part.op !== '/') return
    const ofBlock = this.byBlock.get(part.block)
    ofBlock?.remove(part)
    if (ofBlock?.isEmpty) this.byBlock.delete(part.block)
  }

  private count(part: Exclude<Part, AnchorPart>, times: 1 | -1): void {
    const author = authorOf(part.sid)
    const size = this.pendingOf(author) + times * pendingSize(part)
    if (size > 0) this.pending.set(author, size)
    else this.pending.delete(author)
  }

  private rangesOf(part: Part) {
    switch (part.op) {
      case '+':
        return this.inserted
      case '-':
        return this.deleted
      case '*':
        return this.formatted
      case '@':
        return this.anchors
      default:
        return null
    }
  }
}

/** Gives what `read` makes of what is suggested now. */
export function withSuggestions<T>(doc: Y.Doc, read: (suggestions: Suggestions) => T): T {
  const suggestions = new Suggestions(doc)
  try {
    return read(suggestions)
  } finally {
    suggestions.close()
  }
}

/** The live items that hold characters of a range of ids, of those that have arrived. */
export function* itemsIn(doc: Y.Doc, client: number, from: number, to: number): Generator<Y.Item> {
  const structs = doc.store.clients.get(client)
  const end = Math.min(to, Y.getState(doc.store, client))
  if (!structs || from >= end) return
  for (let i = Y.findIndexSS(structs as Y.Item[], from); i < structs.length; i++) {
    const struct = structs[i] as Y.Item | Y.GC
    if (struct.id.clock >= end) return
    if (struct instanceof Y.Item && !struct.deleted) yield struct
  }
}

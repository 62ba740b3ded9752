import * as Y from 'yjs'
import { asBeadItem } from '../page-index/item-text'
import { firstBehind, type TextSegment } from './ranges'

/** Characters (or beads) that follow one another by their ids. */
export interface IdRange {
  client: number
  from: number
  to: number
}

/** Puts ids that follow one another together. */
export function rangesOf(ids: Iterable<{ client: number; clock: number }>): IdRange[] {
  const ranges: IdRange[] = []
  for (const { client, clock } of ids) {
    const last = ranges.at(-1)
    if (last && last.client === client && last.to === clock) last.to++
    else ranges.push({ client, from: clock, to: clock + 1 })
  }
  return ranges
}

/** What of `range` lies in none of the `segments`, which are in order and apart from each other. */
export function without({ client, from, to }: IdRange, segments: readonly TextSegment[]): IdRange[] {
  const rest: IdRange[] = []
  let at = from
  for (const segment of segments) {
    if (segment.from > at) rest.push({ client, from: at, to: segment.from })
    at = Math.max(at, segment.to)
  }
  if (at < to) rest.push({ client, from: at, to })
  return rest
}

/** The live items of a range of ids, cut to it. For use in a transaction. */
export function* itemsOf(transaction: Y.Transaction, { client, from, to }: IdRange): Generator<Y.Item> {
  const { store } = transaction.doc
  const end = Math.min(to, Y.getState(store, client))
  for (let clock = from; clock < end; ) {
    const whole = Y.getItem(store, Y.createID(client, clock)) as Y.Item | Y.GC
    const next = whole.id.clock + whole.length
    if (!(whole instanceof Y.Item) || whole.deleted) {
      clock = next
      continue
    }
    const first = Y.getItemCleanStart(transaction, Y.createID(client, clock))
    const last = Math.min(end, next)
    yield last < next ? Y.getItemCleanEnd(transaction, store, Y.createID(client, last - 1)) : first
    clock = last
  }
}

/** Is there a live item among these ids? */
export function isAnyLive(doc: Y.Doc, { client, from, to }: IdRange): boolean {
  const end = Math.min(to, Y.getState(doc.store, client))
  for (let clock = from; clock < end; ) {
    const item = Y.getItem(doc.store, Y.createID(client, clock)) as Y.Item | Y.GC
    if (item instanceof Y.Item && !item.deleted) return true
    clock = item.id.clock + item.length
  }
  return false
}

/** The same about many ranges of a page that nobody changes meanwhile: each client's ids are gone through once. */
export class LiveIds {
  private readonly clients = new Map<number, readonly TextSegment[]>()

  constructor(private readonly doc: Y.Doc) {}

  isAny({ client, from, to }: IdRange): boolean {
    if (!this.clients.has(client)) this.clients.set(client, this.liveOf(client))
    const live = this.clients.get(client) as readonly TextSegment[]
    const first = live[firstBehind(live, from)]
    return first !== undefined && first.from < to
  }

  private liveOf(client: number): TextSegment[] {
    const live: TextSegment[] = []
    for (const item of this.doc.store.clients.get(client) ?? []) {
      if (!(item instanceof Y.Item) || item.deleted) continue
      const [from, to] = [item.id.clock, item.id.clock + item.length]
      const last = live.at(-1)
      if (last?.to === from) last.to = to
      else live.push({ from, to })
    }
    return live
  }
}

/**
 * Deletes the live characters of a range of ids, beads only where told. What has ids in the string may be text or title; what
 * stands in a map or anywhere else is left alone, whatever a range says.
 */
export function deleteIds(
  transaction: Y.Transaction,
  range: IdRange,
  { beads }: { beads: boolean },
  texts: readonly Y.Text[],
): void {
  for (const item of [...itemsOf(transaction, range)]) {
    const text = texts.find((one) => item.parent === (one as unknown) && item.parentSub === null)
    if (!text || !item.countable || (!beads && asBeadItem(item))) continue
    item.delete(transaction)
    // Yjs keeps where it found places in the text; those behind this one are wrong now.
    if (text._searchMarker) text._searchMarker.length = 0
  }
}

/** Puts text or an atom right behind the unit with an id (null: at the start), and gives the id of what came in. */
export function insertBehind(
  transaction: Y.Transaction,
  text: Y.Text,
  behind: { client: number; clock: number } | null,
  insert: string | object,
  client: number,
): { client: number; clock: number } {
  const { doc } = transaction
  const left = behind
    ? Y.getItemCleanEnd(transaction, doc.store, Y.createID(behind.client, behind.clock))
    : null
  const right = left ? left.right : text._start
  const content = typeof insert === 'string' ? new Y.ContentString(insert) : new Y.ContentEmbed(insert)
  const id = Y.createID(client, Y.getState(doc.store, client))
  new Y.Item(id, left, left?.lastId ?? null, right, right?.id ?? null, text, null, content).integrate(
    transaction,
    0,
  )
  if (text._searchMarker) text._searchMarker.length = 0
  return { client: id.client, clock: id.clock }
}

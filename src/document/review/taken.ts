import * as Y from 'yjs'
import { decodeOnce } from '../updates/decoded-update'
import { type IdRange, isAnyLive, without } from './live-ids'
import { type RangePart, readPart, type Sid, sidIn } from './part-keys'
import { type Suggestions, suggestionsOf } from './suggestions'

/* What a decision takes away is said in the same edit, so that the server can give it back when somebody else decided otherwise first. */

/** Characters and beads that an edit deletes as parts of these suggestions. JSON. */
export interface Taken {
  /** Where it is said: to be removed once it was looked at. */
  note: { client: number; clock: number }
  of: Record<Sid, Range[]>
  /** Some of what is to stand in their place: the other half of a replacement. */
  stay: Record<Sid, Range[]>
}

/** As it is stored. */
type Said = Pick<Taken, 'of' | 'stay'>

/** Ranges that are said to stay of one suggestion, at most. */
const MOST_STAY = 8
type Range = [client: number, clock: number, length: number]

type DeleteSet = Parameters<typeof Y.iterateDeletedStructs>[1]
type DeleteItem = NonNullable<ReturnType<DeleteSet['clients']['get']>>[number]

const BEGINS = '! '

/** What was decided about of a part of a suggestion. */
export interface SaidRange {
  sid: Sid
  range: IdRange
}

/** Says in this transaction what it deletes as parts of suggestions, and what stays of them. Nothing is said of nothing. */
export function noteTaken(doc: Y.Doc, taken: readonly SaidRange[], staying: readonly SaidRange[] = []): void {
  if (taken.length === 0) return
  const of = bySid(taken)
  const stay = bySid(staying.filter(({ sid, range }) => Object.hasOwn(of, sid) && isAnyLive(doc, range)))
  for (const ranges of Object.values(stay)) ranges.splice(MOST_STAY)
  const { clientID } = doc
  const said: Said = { of, stay }
  suggestionsOf(doc).set(`${BEGINS}${clientID} ${Y.getState(doc.store, clientID)}`, said)
}

function bySid(list: readonly SaidRange[]): Record<Sid, Range[]> {
  const found: Record<Sid, Range[]> = {}
  for (const { sid, range } of list) {
    const { client, from, to } = range
    found[sid] ??= []
    found[sid].push([client, from, to - from])
  }
  return found
}

/** What a transaction deletes that was pending before it. */
export function pendingTaken(transaction: Y.Transaction, { inserted, deleted }: Suggestions): SaidRange[] {
  const found: SaidRange[] = []
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
    if (!(item instanceof Y.Item) || !item.countable || item.parentSub !== null) return
    const { client, clock } = item.id
    const end = clock + item.length
    for (const parts of [inserted, deleted])
      for (const part of parts.overlapping(client, clock, end)) {
        const range = {
          client,
          from: Math.max(clock, part.clock),
          to: Math.min(end, part.clock + part.length),
        }
        found.push({ sid: part.sid, range })
      }
  })
  return found
}

/**
 * Leaves out of a step that is about to be taken back what it dropped of suggestions whose words others have brought back since: the step
 * was a decision, and what became of the suggestion has been decided otherwise.
 */
export function leaveDecided({ doc }: Y.Transaction, deletions: DeleteSet): void {
  const map: unknown = suggestionsOf(doc)
  const parts: { item: Y.Item; sid: Sid; isBack: boolean }[] = []
  for (const [client, ranges] of deletions.clients)
    for (const { clock, len } of ranges)
      for (const item of structsIn(doc, client, clock, clock + len)) {
        const sid = (item.parent as unknown) === map && item.parentSub ? sidIn(item.parentSub) : null
        if (sid === null) continue
        const part = readPart(item.parentSub as string, item.content.getContent().at(-1))
        const isBack = (part?.op === '+' || part?.op === '-') && isBroughtBack(doc, part)
        parts.push({ item, sid, isBack })
      }
  const decided = new Set(parts.flatMap(({ sid, isBack }) => (isBack ? [sid] : [])))
  for (const { item, sid } of parts) if (decided.has(sid)) leaveOut(deletions, item)
}

/** Have others put copies in the place of characters of the range? */
const isBroughtBack = (doc: Y.Doc, { client, clock, length }: RangePart): boolean =>
  [...structsIn(doc, client, clock, clock + length)].some(
    ({ redone }) => redone !== null && redone.client !== doc.clientID,
  )

function* structsIn(doc: Y.Doc, client: number, from: number, to: number): Generator<Y.Item> {
  const structs = doc.store.clients.get(client)
  const end = Math.min(to, Y.getState(doc.store, client))
  if (!structs || from >= end) return
  for (let at = Y.findIndexSS(structs as Y.Item[], from); at < structs.length; at++) {
    const struct = structs[at] as Y.Item | Y.GC
    if (struct.id.clock >= end) return
    if (struct instanceof Y.Item) yield struct
  }
}

function leaveOut({ clients }: DeleteSet, { id, length }: Y.Item): void {
  const hole = { from: id.clock, to: id.clock + length }
  const rest = (clients.get(id.client) ?? []).flatMap(({ clock, len }) => {
    const range = { client: id.client, from: clock, to: clock + len }
    return hole.from < range.to && hole.to > range.from ? without(range, [hole]) : [range]
  })
  clients.set(
    id.client,
    rest.map(({ from, to }) => ({ clock: from, len: to - from }) as DeleteItem),
  )
}

/**
 * What an update says that it takes away; without what it does not delete, or the page has heard of before. However often it says the same,
 * each id is taken away once, as part of the suggestion that names it first: no more comes out than it says and deletes.
 */
export function takenIn(doc: Y.Doc, update: Uint8Array): Taken[] {
  const { structs, ds } = decodeOnce(update)
  const found: Taken[] = []
  const claims: Claim[] = []
  for (const item of structs) {
    if (!(item instanceof Y.Item) || !item.parentSub?.startsWith(BEGINS)) continue
    const parent: unknown = item.parent
    const { client, clock } = item.id
    if (parent !== 'suggestions' || clock < Y.getState(doc.store, client)) continue
    const said = item.content instanceof Y.ContentAny ? item.content.arr[0] : null
    if (!isSaid(said)) continue
    const of = Object.entries(said.of).map(([sid, ranges]) => {
      const into: Range[] = []
      for (const [of, from, length] of ranges) claims.push({ client: of, from, to: from + length, into })
      return [sid, into] as const
    })
    const stay = Object.entries(said.stay).map(([sid, ranges]) => [sid, ranges.slice(0, MOST_STAY)] as const)
    found.push({ note: { client, clock }, of: Object.fromEntries(of), stay: Object.fromEntries(stay) })
  }
  for (const [client, said] of Map.groupBy(claims, (claim) => claim.client))
    listDeleted(said, ds.clients.get(client) ?? [])
  return found
}

/** A range that is said to be deleted, and where that is to be listed if it is. */
interface Claim extends IdRange {
  into: Range[]
}

/** Lists what is deleted of one client's ids, each id where the first claim on it says. */
function listDeleted(claims: Claim[], deleted: readonly DeleteItem[]): void {
  const ranges = deleted.toSorted((a, b) => a.clock - b.clock)
  let reached = 0
  let next = 0
  for (const { client, from, to, into } of claims.sort((a, b) => a.from - b.from)) {
    let start = Math.max(from, reached)
    for (; start < to && next < ranges.length; next++) {
      const { clock, len } = ranges[next] as DeleteItem
      const end = Math.min(to, clock + len)
      start = Math.max(start, clock)
      if (start < end) into.push([client, start, end - start])
      if (clock + len > to) break
      start = Math.max(start, end)
    }
    reached = Math.max(reached, to)
  }
}

const isSaid = (said: unknown): said is Said => isRecord(said) && isRanges(said.of) && isRanges(said.stay)

const isRanges = (said: unknown): said is Record<Sid, Range[]> =>
  isRecord(said) && Object.values(said).every((ranges) => Array.isArray(ranges) && ranges.every(isRange))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRange = (range: unknown): range is Range =>
  Array.isArray(range) && range.length === 3 && range.every((n) => Number.isSafeInteger(n) && n >= 0)

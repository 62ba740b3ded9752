import * as Y from 'yjs'
import { layoutIn } from '../format/keeps-layout'
import { type PartBegun, partsBegun } from '../review/parts-begun'
import { type Taken, takenIn } from '../review/taken'
import { addsSomething, onlyDeletes } from './adds'
import { crowdingOf, MOST_STEPS, nameOf } from './crowding'
import { type Costs, cutUpdate } from './cut-update'
import { decodeOnce } from './decoded-update'
import { type Additions, additionsOf } from './growth'
import { idsNamedIn } from './named-in'
import { contradictsWaiting, inOneForm } from './one-form'
import { isInOrder, soundnessOf } from './sound'
import { isAllWaiting, waitsIn } from './waiting'
import { weightAdded } from './weight'

/**
 * What decides whether a page takes an update of Yjs in, found out on the page as it stood at one moment. Plain data: a worker
 * finds it out, and what may have changed meanwhile is held against it (`docs/decisions/large-edits.md`).
 */
export interface UpdateFacts {
  /** Would it change the page? Of one that would not, nothing else is said. */
  adds: boolean
  onlyDeletes: boolean
  /** Does it bring only what a page can hold (`soundnessOf`)? Of one that does not, nothing else is said. */
  isSound: boolean
  /** Has it to be written under other clients, because of what waits behind these (`soundnessOf`)? */
  isTrapped: boolean
  /** Does it say something else under ids that wait on the page (`contradictsWaiting`)? */
  contradicts: boolean
  keepsLayout: boolean
  additions: Additions
  /** By how much the page becomes heavier at most (`weightAdded`). */
  weight: number
  /** Does it delete anything? */
  deletes: boolean
  /** How much of it would wait for what the page lacks. */
  waits: ReturnType<typeof waitsIn>
  /** Looks at items that taking it in costs, and how many more for each item that others write meanwhile. */
  steps: number
  exposed: number
  structs: number
  /** Under which client ids it writes what the page lacks, each from its first new clock on. */
  writes: { client: number; clock: number; length: number }[]
  /** What it deletes of others that the page does not hold. */
  deletesAhead: Map<number, { clock: number; len: number }[]>
  /** Whatever has the form of a file's id (`idsNamedIn`). */
  named: string[]
  /** The suggestions of which it writes parts that the page never had. */
  begun: PartBegun[]
  /** What it takes away by decisions about suggestions. */
  taken: Taken[]
  /** Another edit that comes first could change what is said here, not only add to it. */
  isDelicate: boolean
}

/** What is found out about an update on a page. */
export interface Judged {
  facts: UpdateFacts
  /** The update in one form, without what the page has of it already (`inOneForm`): this, and nothing else of it, is to be taken in. */
  update: Uint8Array
  /** The same in pieces that this page takes in within some milliseconds each, one after the other; none when the page cannot take it. */
  pieces: Uint8Array[]
}

/** The facts about an update. Throws when it cannot be read. */
export function judged(doc: Y.Doc, written: Uint8Array): Judged {
  const without = (facts: UpdateFacts): Judged => ({ facts, update: written, pieces: [] })
  if (!addsSomething(doc, written)) return without(NOTHING)
  if (!isInOrder(written)) return without(UNSOUND)
  const update = inOneForm(doc, written)
  const { isSound, isTrapped, leansOnOwn } = soundnessOf(doc, update)
  if (!isSound) return without(UNSOUND)
  if (isAllWaiting(doc, update)) return without(NOTHING)
  const layout = layoutIn(doc, update)
  const waits = waitsIn(doc, update)
  const { steps, exposed, many } = crowdingOf(doc, update)
  const { writes, deletesAhead } = clientsIn(doc, update)
  const facts: UpdateFacts = {
    adds: true,
    isSound,
    isTrapped,
    contradicts: contradictsWaiting(doc, update),
    onlyDeletes: onlyDeletes(doc, update),
    keepsLayout: layout.isKept,
    additions: additionsOf(update),
    weight: weightAdded(doc, update),
    deletes: decodeOnce(update).ds.clients.size > 0,
    waits,
    steps,
    exposed,
    structs: decodeOnce(update).structs.length,
    writes,
    deletesAhead,
    named: [...idsNamedIn(update)],
    begun: partsBegun(update),
    taken: waits === 'nothing' ? takenIn(doc, update) : [],
    isDelicate: layout.isTakenAway || leansOnOwn || waits !== 'nothing' || deletesAhead.size > 0,
  }
  return { facts, update, pieces: steps > MOST_STEPS ? [] : cut(doc, update, many) }
}

const NOTHING: UpdateFacts = {
  adds: false,
  isSound: true,
  isTrapped: false,
  contradicts: false,
  onlyDeletes: false,
  keepsLayout: true,
  additions: { entries: 0, beads: 0, lines: new Map() },
  weight: 0,
  deletes: false,
  waits: 'nothing',
  steps: 0,
  exposed: 0,
  structs: 0,
  writes: [],
  deletesAhead: new Map(),
  named: [],
  begun: [],
  taken: [],
  isDelicate: false,
}

const UNSOUND: UpdateFacts = { ...NOTHING, adds: true, isSound: false }

function clientsIn({ store }: Y.Doc, update: Uint8Array): Pick<UpdateFacts, 'writes' | 'deletesAhead'> {
  const { structs, ds } = decodeOnce(update)
  const writes = new Map<number, UpdateFacts['writes'][number]>()
  for (const struct of structs) {
    const { client, clock } = struct.id
    if (struct instanceof Y.Skip || clock + struct.length <= Y.getState(store, client)) continue
    const known = writes.get(client)
    if (known) known.length = Math.max(known.length, clock + struct.length - known.clock)
    else writes.set(client, { client, clock, length: struct.length })
  }
  const deletesAhead: UpdateFacts['deletesAhead'] = new Map()
  for (const [client, ranges] of ds.clients) {
    if (writes.has(client)) continue
    const state = Y.getState(store, client)
    const ahead = ranges.filter(({ clock, len }) => clock + len > state)
    if (ahead.length > 0) deletesAhead.set(client, ahead)
  }
  return { writes: [...writes.values()], deletesAhead }
}

/** About as much as Yjs takes in within ten milliseconds, where each struct is of a few bytes. */
const PIECE_BYTES = 32 * 1024
/** Deleting an item takes about as long as reading this number of bytes, … */
const DELETED_BYTES = 3
/** … and each range moves what is known of its client, of which this number together takes as long as a byte. */
const MOVED_PER_BYTE = 450
/** Items that are deleted at once. */
const MOST_DELETED = 4000

/** The state of a page in pieces like those of {@link judged}; `doc` is the page that it makes. */
export const piecesOfState = (doc: Y.Doc, state: Uint8Array): Uint8Array[] =>
  cut(doc, state, crowdingOf(new Y.Doc(), state, Number.POSITIVE_INFINITY).many)

function cut(doc: Y.Doc, update: Uint8Array, many: ReadonlyMap<string, number>): Uint8Array[] {
  const costs: Costs = {
    struct: ({ client, clock }) => many.get(nameOf(client, clock)) ?? 0,
    range: (client, range) => partsOf(doc.store.clients.get(client) ?? [], range),
  }
  return isOnePiece(update, costs) ? [update] : cutUpdate(update, PIECE_BYTES, costs)
}

function isOnePiece(update: Uint8Array, costs: Costs): boolean {
  if (update.byteLength > PIECE_BYTES) return false
  const { structs, ds } = decodeOnce(update)
  let cost = update.byteLength
  for (const { id } of structs) cost += costs.struct(id)
  for (const [client, ranges] of ds.clients)
    for (const range of ranges) for (const part of costs.range(client, range)) cost += part.cost
  return cost <= PIECE_BYTES
}

type Range = { clock: number; len: number }

/** A deleted range in parts of no more than some items, each with what deleting it costs. */
function partsOf(
  structs: readonly (Y.Item | Y.GC)[],
  { clock, len }: Range,
): { range: Range; cost: number }[] {
  const moved = structs.length / MOVED_PER_BYTE
  const last = structs.at(-1)
  if (!last || clock >= last.id.clock + last.length) return [{ range: { clock, len }, cost: 8 + moved }]
  const end = clock + len
  const until =
    end >= last.id.clock + last.length ? structs.length : Y.findIndexSS(structs as Y.Item[], end - 1) + 1
  const parts: { range: Range; cost: number }[] = []
  for (let from = clock, at = Y.findIndexSS(structs as Y.Item[], clock); from < end; at += MOST_DELETED) {
    const items = Math.min(until - at, MOST_DELETED)
    const to = at + items < until ? (structs[at + items]?.id.clock ?? end) : end
    parts.push({ range: { clock: from, len: to - from }, cost: 8 + moved + DELETED_BYTES * items })
    from = to
  }
  return parts
}

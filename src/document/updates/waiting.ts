import * as Y from 'yjs'
import { isDeleted } from './adds'
import { decodeOnce } from './decoded-update'
import { structUpTo } from './standing'

/** Structs and deleted ranges of a page that may wait at once, and their bytes. */
const MOST_WAITING = 2000
const MOST_WAITING_BYTES = 256 * 1024

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number]

/**
 * Would more of a page wait for what nobody has sent than a page may hold? What waits is looked through at every edit, and
 * given to everybody who opens the page. No browser sends anything that builds on what the server lacks, but each
 * brings back what waits there already: that is not counted again.
 */
export const waitsTooMuch = (doc: Y.Doc, update: Uint8Array): boolean => waitsIn(doc, update) === 'too much'

/** The same, and whether any of the update would wait at all. */
export function waitsIn(doc: Y.Doc, update: Uint8Array): 'nothing' | 'some' | 'too much' {
  const { pendingStructs, pendingDs } = doc.store
  const waiting = waitingIn(doc, decodeOnce(update))
  if (waiting.length === 0) return 'nothing'
  const known = heldBack(doc)
  const isKnown = coveredBy(known)
  const fresh = waiting.filter((one) => !isKnown(one))
  if (fresh.length === 0) return 'some'
  if (known.length + fresh.length > MOST_WAITING) return 'too much'
  // The rest of the update, such as all that was ever deleted, is not kept aside.
  const bytes = (pendingStructs?.update.byteLength ?? 0) + (pendingDs?.byteLength ?? 0) + bytesOf(fresh)
  return bytes > MOST_WAITING_BYTES ? 'too much' : 'some'
}

/**
 * Is all that an update would bring waiting on the page already, the very same? Then it brings nothing, however often it is sent. What would come
 * in at once is not waiting, and other words under the same ids are not the same.
 */
export function isAllWaiting(doc: Y.Doc, update: Uint8Array): boolean {
  const known = heldBack(doc)
  if (known.length === 0) return false
  const { structs, ds } = decodeOnce(update)
  const waiting = waitingIn(doc, { structs, ds })
  if (waiting.length === 0) return false
  const isKnown = coveredBy(known)
  const held = new Map(known.map((one) => [`${one.client} ${one.clock} ${one.length}`, one.struct]))
  const isSame = (one: Waiting): boolean => {
    const other = held.get(`${one.client} ${one.clock} ${one.length}`)
    return one.struct === null ? isKnown(one) : other != null && saysTheSame(one.struct, other)
  }
  if (!waiting.every(isSame)) return false
  const waits = new Set(waiting.map(({ struct }) => struct))
  const isThere = ({ id, length }: Struct) => id.clock + length <= Y.getState(doc.store, id.client)
  if (!structs.every((struct) => struct instanceof Y.Skip || waits.has(struct) || isThere(struct)))
    return false
  for (const [client, ranges] of ds.clients) {
    const state = Y.getState(doc.store, client)
    const isOpen = ({ clock, len }: { clock: number; len: number }) =>
      clock < state && !isDeleted(doc, client, clock, Math.min(len, state - clock))
    if (ranges.some(isOpen)) return false
  }
  return true
}

function saysTheSame(one: Struct, other: Struct): boolean {
  const [bytes, others] = [bytesOfStruct(one), bytesOfStruct(other)]
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}

function bytesOfStruct(struct: Struct): Uint8Array {
  const encoder = new Y.UpdateEncoderV1()
  struct.write(encoder, 0)
  return encoder.toUint8Array()
}

/** What waits on the page. */
function heldBack(doc: Y.Doc): Waiting[] {
  const { pendingStructs, pendingDs } = doc.store
  const found: Waiting[] = []
  for (const held of [pendingStructs?.update, pendingDs])
    if (held) found.push(...waitingIn(doc, Y.decodeUpdateV2(held)))
  return found
}

/** What waits of an update: a struct, or (without one) a range of deletions. */
interface Waiting {
  client: number
  clock: number
  length: number
  struct: Struct | null
}

/** Two numbers of up to five bytes each. */
const RANGE_BYTES = 10

function bytesOf(waiting: readonly Waiting[]): number {
  const encoder = new Y.UpdateEncoderV1()
  let ranges = 0
  for (const { struct } of waiting) {
    if (struct) struct.write(encoder, 0)
    else ranges++
  }
  return encoder.toUint8Array().byteLength + ranges * RANGE_BYTES
}

/** Does all of something wait among these, however it was cut there? */
function coveredBy(known: readonly Waiting[]): (one: Waiting) => boolean {
  const nameOf = ({ client, struct }: Waiting) => `${struct ? '' : '-'}${client}`
  const byName = Map.groupBy(known, nameOf)
  for (const ranges of byName.values()) ranges.sort((one, other) => one.clock - other.clock)
  return (one) => {
    let covered = one.clock
    for (const { clock, length } of byName.get(nameOf(one)) ?? []) {
      if (clock > covered) break
      covered = Math.max(covered, clock + length)
    }
    return covered >= one.clock + one.length
  }
}

/** What of an update Yjs would keep aside, as it decides that: all of a client from its first struct that lacks something. */
function waitingIn(doc: Y.Doc, { structs, ds }: ReturnType<typeof Y.decodeUpdate>): Waiting[] {
  const { queues, next, stateOf } = takenInOrder(doc, structs)
  const waiting: Waiting[] = []
  for (const [client, queue] of queues)
    for (const struct of queue.slice(next.get(client) ?? 0))
      if (!(struct instanceof Y.Skip))
        waiting.push({ client, clock: struct.id.clock, length: struct.length, struct })
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges) {
      // Up to there it is deleted at once.
      const from = Math.max(clock, stateOf(client))
      if (clock + len > from) waiting.push({ client, clock: from, length: clock + len - from, struct: null })
    }
  return waiting
}

/**
 * Does something of an update wait for itself, by what it waits for, also across what waits on the page? Nobody could have written it. Yjs loses a part
 * of such a circle, another one when it reads the page anew. What waits already is not held against an update that brings it once more.
 */
export function waitsForItself(doc: Y.Doc, update: Uint8Array): boolean {
  const { structs } = decodeOnce(update)
  // What lacks nothing stands in no circle.
  if (takenInOrder(doc, structs).lacking.size === 0) return false
  const { pendingStructs } = doc.store
  const held = pendingStructs ? Y.decodeUpdateV2(pendingStructs.update).structs : []
  const isHeld = coveredBy(held.flatMap((struct) => (struct instanceof Y.Skip ? [] : [waitingOf(struct)])))
  const own = structs.filter((struct) => !(struct instanceof Y.Skip) && !isHeld(waitingOf(struct)))
  const stuck = inCircles(doc, [...held, ...own])
  return own.some((struct) => stuck.has(struct))
}

const waitingOf = (struct: Struct): Waiting => {
  const { client, clock } = struct.id
  return { client, clock, length: struct.length, struct }
}

/** Those of these structs that can never come in, because they wait for each other in a circle or behind one. */
function inCircles(doc: Y.Doc, structs: readonly Struct[]): Set<Struct> {
  const isOpen = ({ id, length }: Struct) => id.clock + length > Y.getState(doc.store, id.client)
  const open = structs.filter((struct) => !(struct instanceof Y.Skip) && isOpen(struct))
  const byClient = Map.groupBy(open, ({ id }) => id.client)
  for (const own of byClient.values()) own.sort((one, other) => one.id.clock - other.id.clock)
  const waitingFor = new Map<Struct, number>()
  const behind = new Map<Struct, Struct[]>()
  for (const own of byClient.values())
    for (const [at, struct] of own.entries()) {
      const before = new Set<Struct>()
      const previous = own[at - 1]
      if (previous) before.add(previous)
      for (const id of namedBy(struct)) {
        const named =
          id.clock >= Y.getState(doc.store, id.client) && structUpTo(byClient.get(id.client), id.clock)
        if (named && named !== struct) before.add(named)
      }
      waitingFor.set(struct, before.size)
      for (const one of before) {
        const others = behind.get(one)
        if (others) others.push(struct)
        else behind.set(one, [struct])
      }
    }
  const ready = open.filter((struct) => waitingFor.get(struct) === 0)
  const stuck = new Set(open)
  for (let struct = ready.pop(); struct; struct = ready.pop()) {
    stuck.delete(struct)
    for (const other of behind.get(struct) ?? []) {
      const left = (waitingFor.get(other) as number) - 1
      waitingFor.set(other, left)
      if (left === 0) ready.push(other)
    }
  }
  return stuck
}

const namedBy = (struct: Struct): Y.ID[] =>
  struct instanceof Y.Item
    ? [struct.origin, struct.rightOrigin, struct.parent as unknown].filter((id) => id instanceof Y.ID)
    : []

/** How far Yjs comes with structs, each client's in their order, and which client the next one of each lacks something of. */
export function takenInOrder(doc: Y.Doc, structs: readonly Struct[]) {
  const queues = Map.groupBy(structs, ({ id }) => id.client)
  const states = new Map<number, number>()
  const stateOf = (client: number) => states.get(client) ?? Y.getState(doc.store, client)
  const next = new Map<number, number>()
  const lacking = new Map<number, number>()
  /** Clients, by the one that they wait for. */
  const blocked = new Map<number, number[]>()
  const ready = [...queues.keys()]
  // An update that wakes its clients again and again is nobody's: then the rest of it counts as waiting.
  let turns = 64 * structs.length + 1000
  for (let client = ready.pop(); client !== undefined && turns-- > 0; client = ready.pop()) {
    const queue = queues.get(client) ?? []
    const began = next.get(client) ?? 0
    let at = began
    lacking.delete(client)
    for (; at < queue.length; at++) {
      const struct = queue[at] as Struct
      const lacks = lackedBy(struct, stateOf)
      if (lacks === null) {
        states.set(client, Math.max(stateOf(client), struct.id.clock + struct.length))
        continue
      }
      const others = blocked.get(lacks) ?? []
      others.push(client)
      blocked.set(lacks, others)
      lacking.set(client, lacks)
      break
    }
    next.set(client, at)
    if (at === began) continue
    for (const other of blocked.get(client) ?? []) if (other !== client) ready.push(other)
    blocked.delete(client)
  }
  return { queues, next, lacking, stateOf, isSettled: ready.length === 0 }
}

/** The client whose earlier structs this one lacks; null when it lacks nothing. */
function lackedBy(struct: Struct, stateOf: (client: number) => number): number | null {
  const { client, clock } = struct.id
  if (struct instanceof Y.Skip || clock > stateOf(client)) return client
  if (!(struct instanceof Y.Item)) return null
  const parent: unknown = struct.parent
  for (const id of [struct.origin, struct.rightOrigin, parent])
    if (id instanceof Y.ID && id.client !== client && id.clock >= stateOf(id.client)) return id.client
  return null
}

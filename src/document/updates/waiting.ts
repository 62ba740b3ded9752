import * as Y from 'yjs'
import { decodeOnce } from './decoded-update'

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
  const waiting = namesOfWaiting(doc, decodeOnce(update))
  if (waiting.length === 0) return 'nothing'
  const known = new Set<string>()
  for (const held of [pendingStructs?.update, pendingDs])
    if (held) for (const name of namesOfWaiting(doc, Y.decodeUpdateV2(held))) known.add(name)
  const fresh = waiting.filter((name) => !known.has(name)).length
  const bytes = (pendingStructs?.update.byteLength ?? 0) + (pendingDs?.byteLength ?? 0) + update.byteLength
  const isTooMuch = fresh > 0 && (known.size + fresh > MOST_WAITING || bytes > MOST_WAITING_BYTES)
  return isTooMuch ? 'too much' : 'some'
}

/** What of an update Yjs would keep aside, as it decides that: all of a client from its first struct that lacks something. */
function namesOfWaiting(doc: Y.Doc, { structs, ds }: ReturnType<typeof Y.decodeUpdate>): string[] {
  const queues = Map.groupBy(structs, ({ id }) => id.client)
  const states = new Map<number, number>()
  const stateOf = (client: number) => states.get(client) ?? Y.getState(doc.store, client)
  const next = new Map<number, number>()
  /** Clients, by the one that they wait for. */
  const blocked = new Map<number, number[]>()
  const ready = [...queues.keys()]
  // An update that wakes its clients again and again is nobody's: then the rest of it counts as waiting.
  let turns = 64 * structs.length + 1000
  for (let client = ready.pop(); client !== undefined && turns-- > 0; client = ready.pop()) {
    const queue = queues.get(client) ?? []
    const began = next.get(client) ?? 0
    let at = began
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
      break
    }
    next.set(client, at)
    if (at === began) continue
    for (const other of blocked.get(client) ?? []) if (other !== client) ready.push(other)
    blocked.delete(client)
  }
  const names: string[] = []
  for (const [client, queue] of queues)
    for (const struct of queue.slice(next.get(client) ?? 0))
      if (!(struct instanceof Y.Skip)) names.push(`${client}:${struct.id.clock}`)
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges) if (clock + len > stateOf(client)) names.push(`-${client}:${clock}`)
  return names
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

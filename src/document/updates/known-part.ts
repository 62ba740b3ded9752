import * as Y from 'yjs'
import { decodeOnce } from './decoded-update'

type Struct = Y.Item | Y.GC | Y.Skip

/**
 * An update without what the page has of it already. Yjs passes over that in a page that is open, whatever it says; where stored updates are merged, it
 * could say something else than the page does. What is left of a struct of which the page has the beginning stands behind that beginning, wherever that is.
 * `update` itself where the page has nothing of it. One that is not in order (`isInOrder`) is not to be given.
 */
export function withoutKnown(doc: Y.Doc, update: Uint8Array): Uint8Array {
  const isKnown = ({ id }: Struct) => id.clock < Y.getState(doc.store, id.client)
  const isAnyKnown = (decodeOnce(update).structs as Struct[]).some(isKnown)
  return isAnyKnown ? Y.diffUpdate(update, Y.encodeStateVector(doc)) : update
}

/**
 * An update with what it deletes of each client in order, each range apart from the next: `update` itself where it says that so. What waits is written by
 * Yjs as the differences between these, which it takes to be more than nothing.
 */
export function withDeletionsInOrder(update: Uint8Array): Uint8Array {
  for (const ranges of decodeOnce(update).ds.clients.values())
    for (const [at, { clock }] of ranges.entries()) {
      const before = ranges[at - 1]
      if (before && clock <= before.clock + before.len) return Y.mergeUpdates([update, NOTHING])
    }
  return update
}

/** No structs, and no deletions. */
const NOTHING = Uint8Array.of(0, 0)

/**
 * Does an update say something else under ids that wait on the page? Yjs takes in whichever comes first, and of the other one what is left; everything
 * that is asked about where that would stand is asked of what each says by itself.
 */
export function contradictsWaiting(doc: Y.Doc, update: Uint8Array): boolean {
  const { pendingStructs } = doc.store
  if (pendingStructs === null) return false
  const waiting = Map.groupBy(
    Y.decodeUpdateV2(pendingStructs.update).structs as Struct[],
    ({ id }) => id.client,
  )
  for (const one of decodeOnce(update).structs as Struct[]) {
    if (one instanceof Y.Skip) continue
    for (const other of overlapping(waiting.get(one.id.client) ?? [], one))
      if (!(other instanceof Y.Skip) && !sayTheSame(one, other)) return true
  }
  return false
}

/** Those of a client's structs, which are in order, that share ids with this one. */
function* overlapping(structs: readonly Struct[], { id, length }: Struct): Generator<Struct> {
  let [from, to] = [0, structs.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const struct = structs[middle] as Struct
    if (struct.id.clock + struct.length <= id.clock) from = middle + 1
    else to = middle
  }
  for (let struct = structs[from]; struct && struct.id.clock < id.clock + length; struct = structs[++from])
    yield struct
}

function sayTheSame(one: Y.Item | Y.GC, other: Y.Item | Y.GC): boolean {
  if (one instanceof Y.GC || other instanceof Y.GC) return one instanceof Y.GC && other instanceof Y.GC
  const from = Math.max(one.id.clock, other.id.clock)
  const to = Math.min(one.id.clock + one.length, other.id.clock + other.length)
  const [bytes, others] = [bytesOf(one, from, to), bytesOf(other, from, to)]
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}

/** What an item says of some of its ids, as Yjs writes it. */
function bytesOf(item: Y.Item, from: number, to: number): Uint8Array {
  const { client, clock } = item.id
  const content = item.content.copy()
  if (to < clock + item.length) content.splice(to - clock)
  const part = new Y.Item(
    Y.createID(client, clock),
    null,
    item.origin,
    null,
    item.rightOrigin,
    item.parent,
    item.parentSub,
    content,
  )
  const encoder = new Y.UpdateEncoderV1()
  part.write(encoder, from - clock)
  return encoder.toUint8Array()
}

import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { apart } from './apart'
import { decodeOnce } from './decoded-update'
import { isOfSeveral, itemsAt, type Struct, UNDER_A_KEY } from './standing'

/**
 * An update in the one form in which it is asked about, stored and taken in; `update` itself where it has that. One that is not sound in its numbers
 * (`isInOrder`) is not to be given.
 *
 * - What the page has already is left out. Yjs passes over that in a page that is open, whatever it says; where stored updates are merged, it could say
 *   something else than the page does. What is left of a struct stands behind what the page has of it, wherever that is.
 * - Clients come with the greatest first, and what is deleted of each in its order, one range apart from the next: in any other order Yjs loses some when it
 *   merges updates, and writes what waits as differences of less than nothing.
 * - Of several values under a key of a map only their place is left. Yjs keeps values as one that were written over each other and are all deleted, and their
 *   deletion may come later; of any others it would delete the last one alone, and throw on the rest when the map goes.
 */
export function inOneForm(doc: Y.Doc, update: Uint8Array): Uint8Array {
  const known = withoutKnown(doc, update)
  const structs = decodeOnce(known).structs as Struct[]
  const isSeveral = (struct: Struct): struct is Y.Item => struct instanceof Y.Item && isOfSeveral(struct)
  if (!structs.some(isSeveral)) return known
  const { pendingStructs } = doc.store
  const held = pendingStructs ? (Y.decodeUpdateV2(pendingStructs.update).structs as Struct[]) : []
  const underKeys = itemsAt(doc, [structs, held], UNDER_A_KEY)
  if (!structs.some((struct) => isSeveral(struct) && underKeys.has(struct))) return known
  const emptied = structs.map((struct) =>
    isSeveral(struct) && underKeys.has(struct)
      ? itemOf(struct, struct.parentSub, new Y.ContentDeleted(struct.length))
      : struct,
  )
  return written(doc, emptied, decodeOnce(known).ds)
}

function withoutKnown(doc: Y.Doc, update: Uint8Array): Uint8Array {
  const { structs, ds } = decodeOnce(update)
  let before = Number.POSITIVE_INFINITY
  for (const { id } of structs) {
    if (id.client > before || id.clock < Y.getState(doc.store, id.client))
      return written(doc, structs as Struct[], ds)
    before = id.client
  }
  for (const ranges of ds.clients.values())
    for (const [at, { clock }] of ranges.entries()) {
      const last = ranges[at - 1]
      if (last && clock <= last.clock + last.len) return written(doc, structs as Struct[], ds)
    }
  return update
}

/** An update of these, without what the page has, in the first format of Yjs. */
function written(doc: Y.Doc, structs: readonly Struct[], { clients }: Deletions): Uint8Array {
  const isNew = ({ id, length }: Struct) => id.clock + length > Y.getState(doc.store, id.client)
  const byClient = Map.groupBy(structs.filter(isNew), ({ id }) => id.client)
  return encoding.encode((out) => {
    encoding.writeVarUint(out, byClient.size)
    for (const [client, own] of [...byClient].sort(([one], [other]) => other - one)) {
      const [first] = own as [Struct]
      const offset = Math.max(0, Y.getState(doc.store, client) - first.id.clock)
      encoding.writeVarUint(out, own.length)
      encoding.writeVarUint(out, client)
      encoding.writeVarUint(out, first.id.clock + offset)
      const encoder = new Y.UpdateEncoderV1()
      for (const struct of own) struct.write(encoder, struct === first ? offset : 0)
      encoding.writeUint8Array(out, encoder.toUint8Array())
    }
    encoding.writeVarUint(out, clients.size)
    for (const [client, ranges] of clients) {
      const inOrder = apart(ranges)
      encoding.writeVarUint(out, client)
      encoding.writeVarUint(out, inOrder.length)
      for (const { clock, len } of inOrder) {
        encoding.writeVarUint(out, clock)
        encoding.writeVarUint(out, len)
      }
    }
  })
}

type Deletions = ReturnType<typeof decodeOnce>['ds']

/** The same item as decoded, with another content. */
const itemOf = (
  { id, origin, rightOrigin, parent }: Y.Item,
  parentSub: string | null,
  content: Y.Item['content'],
): Y.Item => new Y.Item(id, null, origin, null, rightOrigin, parent, parentSub, content)

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
  const { structs, ds } = decodeOnce(update)
  for (const one of structs as Struct[]) {
    if (one instanceof Y.Skip) continue
    for (const other of overlapping(waiting.get(one.id.client) ?? [], one))
      if (!(other instanceof Y.Skip) && !sayTheSame(one, other, ds)) return true
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

/** A client that has deleted words since, and let go of them, says of them that they are deleted, or gone: both in `deletions` as well. */
function sayTheSame(one: Y.Item | Y.GC, waiting: Y.Item | Y.GC, deletions: Deletions): boolean {
  const [start, end] = [waiting.id.clock, waiting.id.clock + waiting.length]
  if (one instanceof Y.GC || waiting instanceof Y.GC) {
    if (one instanceof Y.GC && waiting instanceof Y.GC) return true
    // What would be left of one that waits has to stand somewhere.
    const isWhole = one.id.clock <= start && end <= one.id.clock + one.length
    return one instanceof Y.GC && isWhole && areDeleted(deletions, one.id.client, start, end)
  }
  const from = Math.max(one.id.clock, start)
  const to = Math.min(one.id.clock + one.length, end)
  const isDeleted = one.content instanceof Y.ContentDeleted && areDeleted(deletions, one.id.client, from, to)
  const [bytes, others] = [bytesOf(one, from, to, isDeleted), bytesOf(waiting, from, to, isDeleted)]
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}

/** Are all of these clocks in a range of these deletions, which are in order? */
const areDeleted = ({ clients }: Deletions, client: number, from: number, to: number): boolean =>
  (clients.get(client) ?? []).some(({ clock, len }) => clock <= from && to <= clock + len)

/** What an item says of some of its ids, as Yjs writes it: `isPlaceAlone`, of where they stand. */
function bytesOf(item: Y.Item, from: number, to: number, isPlaceAlone: boolean): Uint8Array {
  const { clock } = item.id
  const content = isPlaceAlone ? new Y.ContentDeleted(item.length) : item.content.copy()
  if (to < clock + item.length) content.splice(to - clock)
  const encoder = new Y.UpdateEncoderV1()
  // The rest of an item stands where that begins, and does not say under which key.
  itemOf(item, from === clock ? item.parentSub : null, content).write(encoder, from - clock)
  return encoder.toUint8Array()
}

import * as Y from 'yjs'
import { decodeOnce } from './decoded-update'

/*
 * What a page takes of memory once it is loaded, as a number of units of about 250 bytes each. A piece of its text of a few bytes takes
 * as much as one of a kilobyte, and a block several times that, so its bytes alone do not tell (docs/document-format.md, "Bounds").
 */
const STRUCT = 2
/** Stands under a key: the key and its place in a map come with it. */
const KEYED = 1
/** A map, such as a block, or a string of its own. */
const TYPE = 6
/** The first thing of a client. */
const CLIENT = 3

/** The weight of a page. */
export function weightOf({ store }: Y.Doc): number {
  let weight = store.clients.size * CLIENT
  for (const structs of store.clients.values()) for (const struct of structs) weight += ofStruct(struct)
  return weight
}

/** By how much a page becomes heavier at most when it takes in this update, of which it has nothing yet. */
export function weightAdded(doc: Y.Doc, update: Uint8Array): number {
  const { structs, ds } = decodeOnce(update)
  const known = doc.store.clients
  let weight = 0
  let before: Y.Item | Y.GC | Y.Skip | undefined
  for (const struct of structs) {
    const { client } = struct.id
    if (before?.id.client !== client && !known.has(client)) weight += CLIENT
    weight += ofStruct(struct)
    if (struct instanceof Y.Item) weight += STRUCT * splitsFor(doc, struct, before)
    before = struct
  }
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges) {
      if (goesOver(doc, client, clock, isStanding)) weight += STRUCT
      if (goesOver(doc, client, clock + len, isStanding)) weight += STRUCT
    }
  return weight
}

/** How many pieces are cut in two where this one comes to stand, which the update brings behind `before`. */
function splitsFor(
  doc: Y.Doc,
  { id, origin, rightOrigin }: Y.Item,
  before: Y.Item | Y.GC | Y.Skip | undefined,
): number {
  const goesOn =
    origin?.client === id.client &&
    before?.id.client === id.client &&
    origin.clock === before.id.clock + before.length - 1
  const isBeside = before instanceof Y.Item && rightOrigin && sameId(before.rightOrigin, rightOrigin)
  const behind = origin && !goesOn && goesOver(doc, origin.client, origin.clock + 1, isItem)
  const ahead = rightOrigin && !isBeside && goesOver(doc, rightOrigin.client, rightOrigin.clock, isItem)
  return (behind ? 1 : 0) + (ahead ? 1 : 0)
}

const sameId = (a: Y.ID | null, b: Y.ID): boolean => a?.client === b.client && a.clock === b.clock

type Stored = Y.Item | Y.GC

const isItem = (struct: Stored): boolean => struct instanceof Y.Item
const isStanding = (struct: Stored): boolean => !struct.deleted

/** Does such a piece go on over this clock, or could it, where the page does not have it yet? */
function goesOver({ store }: Y.Doc, client: number, clock: number, isSuch: (struct: Stored) => boolean) {
  const structs = store.clients.get(client)
  const end = Y.getState(store, client)
  if (!structs || clock >= end) return clock > end
  const struct = structs[Y.findIndexSS(structs as Y.Item[], clock)]
  return struct !== undefined && struct.id.clock < clock && isSuch(struct)
}

function ofStruct(struct: Y.Item | Y.GC | Y.Skip): number {
  if (!(struct instanceof Y.Item)) return STRUCT
  const own = STRUCT + (struct.parentSub === null ? 0 : KEYED)
  const { content } = struct
  if (content instanceof Y.ContentType) return own + TYPE
  if (content instanceof Y.ContentEmbed) return own + inside(content.embed)
  if (content instanceof Y.ContentFormat) return own + inside(content.value)
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) {
    // The first of several comes with the piece itself.
    let weight = own - 1
    for (const value of content.arr) weight += 1 + inside(value)
    return weight
  }
  return own
}

/** The members and items in a value, at all levels. */
function inside(value: unknown): number {
  let count = 0
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next !== 'object' || next === null || ArrayBuffer.isView(next)) continue
    for (const one of Object.values(next)) {
      count++
      if (typeof one === 'object') rest.push(one)
    }
  }
  return count
}

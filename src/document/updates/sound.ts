import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { decodeOnce } from './decoded-update'

/** A client writes a character at a clock; nobody lives to write as many, and up to here sums of clocks and lengths are exact. */
const MOST_CLOCK = 2 ** 40
/** A suggestion holds the value that it would set, and the one before, within a value of its own. */
const MOST_LEVELS = BOUNDS.valueDepth + 4
/** Yjs goes through all roots of a page for each item that it writes; a page of ours has five. */
const MOST_ROOTS = 32

type Struct = Y.Item | Y.GC | Y.Skip

export interface Soundness {
  isSound: boolean
  /** It depends on items that the update brings itself: others under the same ids, which are on their way, could come first. */
  leansOnOwn: boolean
}

const UNSOUND: Soundness = { isSound: false, leansOnOwn: false }

/**
 * Does an update bring only what Yjs can hold, however well it is made? It may be taken in without complaint and break the page when it is
 * read the next time, or when something of it is deleted. No program of ours writes any of what is refused here; what that is, and what came of
 * it, stands in `docs/decisions/sound-edits.md`.
 */
export function soundnessOf(doc: Y.Doc, update: Uint8Array): Soundness {
  const structs = decodeOnce(update).structs as Struct[]
  if (!areInOrder(update, structs)) return UNSOUND
  const roots = new Set(doc.share.keys())
  const types: Y.Item[] = []
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue
    const { id, content, length } = struct
    const parent: unknown = struct.parent
    if (!namesWhatCanBeThere(doc, struct)) return UNSOUND
    if (typeof parent === 'string') roots.add(parent)
    // What a page has already is not looked at again: everybody who comes back brings it along.
    if (id.clock + length <= Y.getState(doc.store, id.client)) continue
    if (content instanceof Y.ContentDoc || valuesOf(content).some((value) => isDeep(value))) return UNSOUND
    if (content instanceof Y.ContentType) types.push(struct)
  }
  if (roots.size > Math.max(MOST_ROOTS, doc.share.size)) return UNSOUND
  if (!keepsTypesApart(doc, structs, types)) return UNSOUND
  const leans = ({ origin, rightOrigin }: Y.Item) => {
    const beside = origin ?? rightOrigin
    return beside !== null && beside.clock >= Y.getState(doc.store, beside.client)
  }
  return { isSound: true, leansOnOwn: types.some(leans) }
}

/**
 * Yjs writes each client once, from one clock to the next, and nothing of no length. Of anything else it would take in another part than is looked at
 * here, or find no place for it.
 */
function areInOrder(update: Uint8Array, structs: readonly Struct[]): boolean {
  const ends = new Map<number, number>()
  for (const { id, length } of structs) {
    const end = id.clock + length
    if (length < 1 || end > MOST_CLOCK || (ends.get(id.client) ?? id.clock) !== id.clock) return false
    ends.set(id.client, end)
  }
  return decoding.readVarUint(decoding.createDecoder(update)) === ends.size
}

/**
 * An item stands beside, or in, what its own client has written before; one that the page has at least in part names only what is there, and no
 * part of it is gone altogether: Yjs looks all of that up, and throws where it is not.
 */
function namesWhatCanBeThere(doc: Y.Doc, item: Y.Item): boolean {
  const { id, origin, rightOrigin } = item
  const parent: unknown = item.parent
  const state = Y.getState(doc.store, id.client)
  const isKnown = id.clock < state
  for (const named of [origin, rightOrigin, parent]) {
    if (!(named instanceof Y.ID)) continue
    if (named.client === id.client && named.clock >= id.clock) return false
    if (isKnown && named.clock >= Y.getState(doc.store, named.client)) return false
  }
  if (!isKnown || id.clock + item.length <= state) return true
  const there: unknown = Y.getItem(doc.store, Y.createID(id.client, state - 1))
  return there instanceof Y.Item
}

function valuesOf(content: Y.Item['content']): unknown[] {
  if (content instanceof Y.ContentEmbed) return [content.embed]
  if (content instanceof Y.ContentFormat) return [content.value]
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return content.arr
  return []
}

function isDeep(value: unknown, levels: number = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return levels === 0 || Object.values(value).some((inside) => isDeep(inside, levels - 1))
}

/** Does no type that an update brings come to stand within another one, nor any that waits on the page, by what the update brings? */
function keepsTypesApart(doc: Y.Doc, structs: readonly Struct[], types: readonly Y.Item[]): boolean {
  const { pendingStructs } = doc.store
  const held = pendingStructs ? (Y.decodeUpdateV2(pendingStructs.update).structs as Struct[]) : []
  const waiting = held.filter(
    (one): one is Y.Item => one instanceof Y.Item && one.content instanceof Y.ContentType,
  )
  if (types.length === 0 && waiting.length === 0) return true
  const after = itemsWithin(doc, [structs, held])
  if (types.some((type) => after.has(type))) return false
  if (!waiting.some((type) => after.has(type))) return true
  const before = itemsWithin(doc, [held])
  return waiting.every((type) => before.has(type) || !after.has(type))
}

/**
 * The items of these that stand within a type, or may: what stands beside another item names that one instead of what it stands in. Of two under one
 * name either may be the one that Yjs keeps.
 */
function itemsWithin(doc: Y.Doc, sources: readonly (readonly Struct[])[]): Set<Y.Item> {
  const byClient = sources.map((structs) => Map.groupBy(structs, ({ id }) => id.client))
  const within = new Set<Y.Item>()
  const beside = new Map<Struct, Y.Item[]>()
  for (const item of sources.flat()) {
    if (!(item instanceof Y.Item)) continue
    const parent: unknown = item.parent
    const neighbor = item.origin ?? item.rightOrigin
    if (parent instanceof Y.ID) within.add(item)
    if (typeof parent === 'string' || parent instanceof Y.ID || !neighbor) continue
    if (neighbor.clock < Y.getState(doc.store, neighbor.client)) {
      if (standsWithin(doc, neighbor)) within.add(item)
      continue
    }
    for (const clients of byClient) {
      const other = holding(clients, neighbor)
      if (!other) continue
      const list = beside.get(other)
      if (list) list.push(item)
      else beside.set(other, [item])
    }
  }
  for (const item of within) for (const other of beside.get(item) ?? []) within.add(other)
  return within
}

/** What stands beside something that is gone altogether is not kept. */
function standsWithin(doc: Y.Doc, id: Y.ID): boolean {
  const there: unknown = Y.getItem(doc.store, id)
  const type: unknown = there instanceof Y.Item ? there.parent : null
  return type instanceof Y.AbstractType && type._item !== null
}

/** The struct that holds an id, among those of each client in their order. */
function holding(byClient: ReadonlyMap<number, Struct[]>, { client, clock }: Y.ID): Struct | undefined {
  const list = byClient.get(client) ?? []
  let [from, to] = [0, list.length - 1]
  while (from <= to) {
    const middle = (from + to) >> 1
    const struct = list[middle] as Struct
    if (clock < struct.id.clock) to = middle - 1
    else if (clock >= struct.id.clock + struct.length) from = middle + 1
    else return struct
  }
  return undefined
}

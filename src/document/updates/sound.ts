import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { decodeOnce } from './decoded-update'
import { keepsAway, type Struct, UNDER_A_KEY, WITHIN_A_TYPE } from './standing'
import { waitsForItself } from './waiting'

/** A client writes a character at a clock; nobody lives to write as many, and up to here sums of clocks and lengths are exact. */
const MOST_CLOCK = 2 ** 40
/** A suggestion holds the value that it would set, and the one before, within a value of its own. */
const MOST_LEVELS = BOUNDS.valueDepth + 4
/** Yjs goes through all roots of a page for each item that it writes; a page of ours has five. */
const MOST_ROOTS = 32

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
  if (!isInOrder(update)) return UNSOUND
  const structs = decodeOnce(update).structs as Struct[]
  const roots = new Set(doc.share.keys())
  const types: Y.Item[] = []
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue
    const { id, content, length } = struct
    const parent: unknown = struct.parent
    if (!namesOnlyEarlier(struct)) return UNSOUND
    if (typeof parent === 'string') roots.add(parent)
    // What a page has already is not looked at again: everybody who comes back brings it along.
    if (id.clock + length <= Y.getState(doc.store, id.client)) continue
    if (content instanceof Y.ContentDoc || valuesOf(content).some((value) => isDeep(value))) return UNSOUND
    if (content instanceof Y.ContentType) types.push(struct)
  }
  if (roots.size > Math.max(MOST_ROOTS, doc.share.size)) return UNSOUND
  if (waitsForItself(doc, update) || !keepsPlaces(doc, update)) return UNSOUND
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
export function isInOrder(update: Uint8Array): boolean {
  const { structs, ds } = decodeOnce(update)
  const ends = new Map<number, number>()
  for (const { id, length } of structs) {
    const end = id.clock + length
    if (length < 1 || end > MOST_CLOCK || (ends.get(id.client) ?? id.clock) !== id.clock) return false
    ends.set(id.client, end)
  }
  for (const ranges of ds.clients.values())
    if (ranges.some(({ clock, len }) => clock + len > MOST_CLOCK)) return false
  return decoding.readVarUint(decoding.createDecoder(update)) === ends.size
}

/** An item stands beside, or in, what its own client has written before. */
function namesOnlyEarlier({ id, origin, rightOrigin, parent }: Y.Item): boolean {
  const isEarlier = (named: unknown) =>
    !(named instanceof Y.ID) || named.client !== id.client || named.clock < id.clock
  return isEarlier(origin) && isEarlier(rightOrigin) && isEarlier(parent)
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

/**
 * Does no type come to stand within another one, and under a key of a map nothing of several values? Of those Yjs would delete the last one
 * alone, and throw on the others when the map goes; values that were written over each other it keeps as one when all of them are deleted.
 */
function keepsPlaces(doc: Y.Doc, update: Uint8Array): boolean {
  const { structs, ds } = decodeOnce(update)
  const { pendingStructs, pendingDs } = doc.store
  const held = pendingStructs ? Y.decodeUpdateV2(pendingStructs.update).structs : []
  const deleted = [ds, ...(pendingDs ? [Y.decodeUpdateV2(pendingDs).ds] : [])]
  const isSeveral = (item: Y.Item) =>
    item.length > 1 &&
    !(item.content instanceof Y.ContentDeleted) &&
    !deleted.some((some) => isWhollyIn(some, item))
  const isType = ({ content }: Y.Item) => content instanceof Y.ContentType
  const [brought, waiting] = [structs as Struct[], held as Struct[]]
  return (
    keepsAway(doc, brought, waiting, isType, WITHIN_A_TYPE) &&
    keepsAway(doc, brought, waiting, isSeveral, UNDER_A_KEY)
  )
}

type Deletions = ReturnType<typeof decodeOnce>['ds']

/** Is all of an item deleted by these, which are in order? */
function isWhollyIn(deletions: Deletions, { id, length }: Y.Item): boolean {
  const ranges = deletions.clients.get(id.client) ?? []
  let [from, to] = [0, ranges.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const range = ranges[middle]
    if (range && range.clock + range.len <= id.clock) from = middle + 1
    else to = middle
  }
  const range = ranges[from]
  return range !== undefined && range.clock <= id.clock && id.clock + length <= range.clock + range.len
}

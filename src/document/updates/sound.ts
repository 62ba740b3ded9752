import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { decodeOnce } from './decoded-update'
import { comesTo, isOfSeveral, type Struct, UNDER_A_KEY, WITHIN_A_TYPE } from './standing'
import { waitsForItself } from './waiting'

/** A client writes a character at a clock; nobody lives to write as many, and up to here sums of clocks and lengths are exact. */
const MOST_CLOCK = 2 ** 40
/** A suggestion holds the value that it would set, and the one before, within a value of its own. */
const MOST_LEVELS = BOUNDS.valueDepth + 4
/** Yjs goes through all roots of a page for each item that it writes; a page of ours has five. */
const MOST_ROOTS = 32

export interface Soundness {
  isSound: boolean
  /**
   * Somebody has made wait behind it what would come in with it where it must not stand. What the update says is then to be written under other clients,
   * behind which nothing waits.
   */
  isTrapped: boolean
  /** It depends on items that the update brings itself: others under the same ids, which are on their way, could come first. */
  leansOnOwn: boolean
}

const UNSOUND: Soundness = { isSound: false, isTrapped: false, leansOnOwn: false }

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
  const astray = astrayIn(doc, update)
  if (waitsForItself(doc, update) || astray === 'own') return UNSOUND
  const leans = ({ origin, rightOrigin }: Y.Item) => {
    const beside = origin ?? rightOrigin
    return beside !== null && beside.clock >= Y.getState(doc.store, beside.client)
  }
  return { isSound: true, isTrapped: astray === 'held', leansOnOwn: types.some(leans) }
}

/**
 * Yjs writes each client once, from one clock to the next, and nothing of no length. Of anything else it would take in another part than is looked at
 * here, or find no place for it.
 */
export function isInOrder(update: Uint8Array): boolean {
  const { structs, ds } = decodeOnce(update)
  const ends = new Map<number, number>()
  for (const struct of structs as Struct[]) {
    const { id, length } = struct
    if (!isRange(id.client, id.clock, length) || (ends.get(id.client) ?? id.clock) !== id.clock) return false
    ends.set(id.client, id.clock + length)
    if (struct instanceof Y.Item && ![struct.origin, struct.rightOrigin, struct.parent].every(isPlace))
      return false
  }
  for (const [client, ranges] of ds.clients)
    if (!ranges.every(({ clock, len }) => isRange(client, clock, len))) return false
  return decoding.readVarUint(decoding.createDecoder(update)) === ends.size
}

/** Anything but a number that Yjs would give, such as one that is none, is not a range. */
const isRange = (client: number, clock: number, length: number): boolean =>
  Number.isSafeInteger(client) &&
  Number.isInteger(clock) &&
  Number.isInteger(length) &&
  length >= 1 &&
  clock + length <= MOST_CLOCK

const isPlace = (named: unknown): boolean => !(named instanceof Y.ID) || isRange(named.client, named.clock, 1)

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

/** What comes to stand where it must not: a type within another one, or, under a key of a map, something of several values that waits (`inOneForm`) or that stands before another. */
function astrayIn(doc: Y.Doc, update: Uint8Array): ReturnType<typeof comesTo> {
  const { pendingStructs } = doc.store
  const brought = decodeOnce(update).structs as Struct[]
  const waiting = pendingStructs ? (Y.decodeUpdateV2(pendingStructs.update).structs as Struct[]) : []
  const isType = ({ content }: Y.Item) => content instanceof Y.ContentType
  const types = comesTo(doc, brought, waiting, isType, WITHIN_A_TYPE)
  if (types === 'own') return 'own'
  // Yjs sets a key behind its last value. Which of several is the last one, where some say what they stand before, it finds in one way here and in another there.
  const isAstray = (item: Y.Item) => isOfSeveral(item) || item.rightOrigin !== null
  return comesTo(doc, brought, waiting, isAstray, UNDER_A_KEY) ?? types
}

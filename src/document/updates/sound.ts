import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { decodeOnce } from './decoded-update'

/** A client writes a character at a clock; nobody lives to write as many, and up to here sums of clocks and lengths are exact. */
const MOST_CLOCK = 2 ** 40
/** A suggestion holds the value that it would set, and the one before, within a value of its own. */
const MOST_LEVELS = BOUNDS.valueDepth + 4

type Struct = Y.Item | Y.GC | Y.Skip

export interface Soundness {
  isSound: boolean
  /** It depends on items that the update brings itself: others under the same ids, which are on their way, could come first. */
  leansOnOwn: boolean
}

const UNSOUND: Soundness = { isSound: false, leansOnOwn: false }

/**
 * Does an update bring only what Yjs can hold, however well it is made? It may be taken in without complaint and break the page when it is
 * read the next time, or when something of it is deleted: clocks beyond what numbers can tell apart, values nested so deep that writing
 * them runs out of stack, types within types, which are deleted one inside the other. No program of ours writes any of these
 * (`docs/decisions/sound-edits.md`). What the page has already is not looked at again.
 */
export function soundnessOf(doc: Y.Doc, update: Uint8Array): Soundness {
  const { structs, ds } = decodeOnce(update)
  const types: Y.Item[] = []
  const ends = new Map<number, number>()
  for (const struct of structs as Struct[]) {
    const { client, clock } = struct.id
    const end = clock + struct.length
    // Yjs writes each client once, from one clock to the next: of anything else it would take in another part than is looked at here.
    if (end > MOST_CLOCK || (ends.get(client) ?? clock) !== clock) return UNSOUND
    ends.set(client, end)
    if (!(struct instanceof Y.Item) || end <= Y.getState(doc.store, client)) continue
    const { content } = struct
    if (content instanceof Y.ContentDoc || valuesOf(content).some((value) => isDeep(value))) return UNSOUND
    if (content instanceof Y.ContentType) types.push(struct)
  }
  for (const [client, ranges] of ds.clients) {
    const state = Y.getState(doc.store, client)
    if (ranges.some(({ clock, len }) => clock + len > MOST_CLOCK && clock + len > state)) return UNSOUND
  }
  const places = new Places(doc, structs as Struct[])
  // What waits comes in together with what it waits for: its types are asked about once more.
  types.push(...places.waitingTypes)
  if (types.some((type) => places.of(type) === 'within')) return UNSOUND
  return { isSound: true, leansOnOwn: types.some(({ parent }) => typeof parent !== 'string') }
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

/** In the page itself, within another type, or where it is not known yet, since it builds on what nobody has. */
type Place = 'root' | 'within' | 'unknown'

/** Where items stand that an update brings, or that wait on the page. */
class Places {
  private readonly known = new Map<Y.Item, Place>()
  private readonly waiting: ReadonlyMap<number, Struct[]>
  private readonly brought: ReadonlyMap<number, Struct[]>

  constructor(
    private readonly doc: Y.Doc,
    structs: Struct[],
  ) {
    const { pendingStructs } = doc.store
    const held = pendingStructs ? (Y.decodeUpdateV2(pendingStructs.update).structs as Struct[]) : []
    this.waiting = Map.groupBy(held, ({ id }) => id.client)
    this.brought = Map.groupBy(structs, ({ id }) => id.client)
  }

  get waitingTypes(): Y.Item[] {
    return [...this.waiting.values()]
      .flat()
      .filter((one): one is Y.Item => one instanceof Y.Item && one.content instanceof Y.ContentType)
  }

  /** What stands beside another item names that one instead of what it stands in. */
  of(first: Y.Item): Place {
    const passed: Y.Item[] = []
    const end = (place: Place): Place => {
      for (const item of passed) this.known.set(item, place)
      return place
    }
    for (let item = first; ; ) {
      const known = this.known.get(item)
      if (known !== undefined) return end(known)
      // Until it is known: what leads back to itself never comes in.
      this.known.set(item, 'unknown')
      passed.push(item)
      const parent: unknown = item.parent
      if (typeof parent === 'string') return end('root')
      if (parent instanceof Y.ID) return end('within')
      const beside = item.origin ?? item.rightOrigin
      if (!beside) return end('within')
      if (beside.clock < Y.getState(this.doc.store, beside.client)) return end(this.inPage(beside))
      // Of two with the same ids Yjs keeps the one that has waited.
      const next = holding(this.waiting, beside) ?? holding(this.brought, beside)
      if (!(next instanceof Y.Item)) return end('unknown')
      item = next
    }
  }

  private inPage(id: Y.ID): Place {
    const there: unknown = Y.getItem(this.doc.store, id)
    // Beside what is gone altogether nothing is kept.
    if (!(there instanceof Y.Item)) return 'root'
    const type: unknown = there.parent
    return type instanceof Y.AbstractType && type._item === null ? 'root' : 'within'
  }
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

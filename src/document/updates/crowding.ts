import * as Y from 'yjs'
import { decodeOnce } from './decoded-update'

/**
 * This many looks at items make a large update take about a second. Two people who each came back from a day of edits to one
 * page make a two-hundredth of them.
 */
export const MOST_STEPS = 5_000_000

/** The looks that an update costs; those of single items, where they are many, by their ids (`nameOf`). */
export interface Crowding {
  steps: number
  /** Items that stand beside what the page holds: each costs one look more for each item that comes there meanwhile. */
  exposed: number
  many: ReadonlyMap<string, number>
}

/** Fewer looks at one item are not worth noting. */
const FEW_STEPS = 100
const NONE: Crowding['many'] = new Map()

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number]

/**
 * Would Yjs look at more items than that to take in this update? It finds the place of an item by going from what it was
 * written behind to what it was written before. Where these stand beside each other, as they did for their writer,
 * that is no step. Where somebody else wrote meanwhile it is a step for each item between, and an update of 50 KB can
 * be made of nothing but such items, so that it takes a minute. Looks at the update with what waits for it, and around
 * their places in the page.
 */
export const isCrowded = (doc: Y.Doc, update: Uint8Array): boolean =>
  crowdingOf(doc, update).steps > MOST_STEPS

/** How crowded it is, counted no further than to `most` steps. */
export function crowdingOf(doc: Y.Doc, update: Uint8Array, most = MOST_STEPS): Crowding {
  const brought = decodeOnce(update).structs
  const structs = [...waitingFor(doc, brought), ...brought]
  // However they stand: a keystroke is not looked into.
  const atMost = structs.length ** 2 + structs.length * itemsIn(doc)
  if (atMost < MOST_STEPS / 100) return { steps: atMost, exposed: structs.length, many: NONE }
  const items = structs.filter((struct) => struct instanceof Y.Item)
  const places = new Places(items)
  const page = new PageItems(doc, places)
  /** How many items stand at each place of the page that was gone through. */
  const crowds = new Map<string, number>()
  let steps = 0
  let exposed = 0
  const many = new Map<string, number>()
  /** Items right before this one in the update, each of which was written right before the one before it. */
  let backwards = 0
  for (const [at, item] of items.entries()) {
    const place = places.of(item)
    const crowd = crowds.get(place) ?? 0
    crowds.set(place, crowd + 1)
    const before = items[at - 1]
    backwards = before && precedes(before, item) ? backwards + 1 : 0
    if (before && continues(before, item)) continue
    const between = page.itemsBetween(item, most)
    if (between !== null) exposed++
    const own = (between !== null && between > 1 ? between + at : crowd) - backwards
    if (own > FEW_STEPS) many.set(nameOf(item.id.client, item.id.clock), own)
    steps += own
    if (steps > most) break
  }
  return { steps, exposed, many }
}

/** What the page holds without having taken it in, and tries again once it has these. */
function waitingFor({ store }: Y.Doc, brought: readonly Struct[]): readonly Struct[] {
  if (!store.pendingStructs) return []
  const { missing, update } = store.pendingStructs
  // What begins ahead of what its client has written waits as well.
  const comesIn = new Set(
    brought.flatMap(({ id }) => (id.clock <= Y.getState(store, id.client) ? [id.client] : [])),
  )
  const isMissing = ({ id: { client, clock }, length }: Struct) =>
    comesIn.has(client) && clock + length > (missing.get(client) ?? Number.POSITIVE_INFINITY)
  return brought.some(isMissing) ? Y.decodeUpdateV2(update).structs : []
}

/** At which place of the page each item of an update stands: what stands behind one of them stands where that one does. */
class Places {
  private readonly byClient: Map<number, Y.Item[]>
  private readonly known = new Map<Y.Item, string>()
  private readonly ends = { origin: new Map<Y.Item, Y.Item>(), rightOrigin: new Map<Y.Item, Y.Item>() }

  constructor(items: readonly Y.Item[]) {
    const inOrder = items.toSorted((one, other) => one.id.clock - other.id.clock)
    this.byClient = Map.groupBy(inOrder, ({ id }) => id.client)
  }

  of(item: Y.Item): string {
    const path: Y.Item[] = []
    let place: string | undefined
    for (let at = item; place === undefined; ) {
      place = this.known.get(at)
      if (place !== undefined) break
      path.push(at)
      // Until it is known: an update that says that two items stand behind each other ends here.
      this.known.set(at, 'nowhere')
      const behind = at.origin && this.find(at.origin)
      if (behind) at = behind
      else place = nameOfPlace(at)
    }
    for (const passed of path) this.known.set(passed, place)
    return place
  }

  /**
   * The end of the way from an item to those of the update that it stands behind (`origin`) or before (`rightOrigin`): the
   * last of them does so with something that is not of the update.
   */
  endOf(item: Y.Item, side: 'origin' | 'rightOrigin'): Y.Item {
    const known = this.ends[side]
    const path: Y.Item[] = []
    let end = known.get(item)
    for (let at = item; !end; ) {
      path.push(at)
      // An update that says that two items stand behind each other ends here.
      known.set(at, at)
      const next = at[side] && this.find(at[side])
      if (next) at = next
      end = next ? known.get(next) : at
    }
    for (const passed of path) known.set(passed, end)
    return end
  }

  /** The item of the update that holds this id. */
  find({ client, clock }: Y.ID): Y.Item | null {
    const items = this.byClient.get(client) ?? []
    let low = 0
    let high = items.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const item = items[middle] as Y.Item
      if (clock < item.id.clock) high = middle - 1
      else if (clock >= item.id.clock + item.length) low = middle + 1
      else return item
    }
    return null
  }
}

export const nameOf = (client: number, clock: number): string => `${client}:${clock}`

function itemsIn(doc: Y.Doc): number {
  let count = 0
  for (const structs of doc.store.clients.values()) count += structs.length
  return count
}

function nameOfPlace({ origin, rightOrigin, parent, parentSub }: Y.Item): string {
  if (origin) return nameOf(origin.client, origin.clock)
  if (rightOrigin) return 'start'
  const within = parent instanceof Y.ID ? nameOf(parent.client, parent.clock) : String(parent)
  return `${within} ${parentSub ?? ''}`
}

/** Was it written right behind the one before, which was written at the same place? */
const continues = (before: Y.Item, { origin, rightOrigin }: Y.Item): boolean =>
  origin !== null &&
  before.id.client === origin.client &&
  before.id.clock + before.length - 1 === origin.clock &&
  (before.rightOrigin === rightOrigin ||
    (before.rightOrigin !== null && rightOrigin !== null && Y.compareIDs(before.rightOrigin, rightOrigin)))

/** Was it written right before the one before, at the same place? Then that one, and what stands behind it, is not looked at. */
const precedes = (before: Y.Item, { origin, rightOrigin }: Y.Item): boolean =>
  rightOrigin !== null &&
  Y.compareIDs(before.id, rightOrigin) &&
  (before.origin === origin ||
    (before.origin !== null && origin !== null && Y.compareIDs(before.origin, origin)))

type SharedType = NonNullable<ReturnType<Y.Doc['share']['get']>>

/** The items of the page around those of an update. */
class PageItems {
  /** The first item under a name, by the last one. */
  private readonly firsts = new Map<Y.Item, Y.Item>()

  constructor(
    private readonly doc: Y.Doc,
    private readonly places: Places,
  ) {}

  /**
   * How many items of the page stand between what an item was written behind and what it was written before. Where the latter is of
   * the update itself, it is what that was written before. Null for what stands in something new, for what stands beside what
   * nobody has sent yet, which is looked at again together with that, and for what was written behind something of the
   * update: of the page nothing was, so Yjs stops at its first item.
   */
  itemsBetween(item: Y.Item, most: number): number | null {
    const { doc, places } = this
    if (item.origin && !isThere(doc, item.origin) && places.find(item.origin)) return null
    const [behind, before] = [places.endOf(item, 'origin'), places.endOf(item, 'rightOrigin')]
    const { origin } = behind
    const { rightOrigin } = before
    const left = origin && itemAt(doc, origin)
    const right = rightOrigin && itemAt(doc, rightOrigin)
    if ((origin && !left) || (rightOrigin && !right)) return null
    const isInside = left !== null && origin !== null && origin.clock < left.id.clock + left.length - 1
    if (isInside && left === right) return 0
    const within = [right, behind, before].find((one) => one?.parent) ?? null
    if (!left && !right && !(within && this.typeOf(within.parent))) return null
    let at = left ? left.right : within && this.firstBeside(within)
    // The rest of the item that it was written into stands between as well.
    let between = isInside ? 2 : 0
    for (; at && at !== right && between <= most; at = at.right) between++
    return between
  }

  /** The first item of the text that this one stands in, or under its name. */
  private firstBeside({ parent, parentSub }: Y.Item): Y.Item | null {
    const type = this.typeOf(parent)
    if (!type || parentSub === null) return type?._start ?? null
    const last = type._map.get(parentSub) ?? null
    let first = last && (this.firsts.get(last) ?? last)
    while (first?.left) first = first.left
    if (last && first) this.firsts.set(last, first)
    return first
  }

  /** What an item stands in is a name or an id until it is taken in. */
  private typeOf(parent: unknown): SharedType | null {
    if (parent instanceof Y.AbstractType) return parent
    if (typeof parent === 'string') return this.doc.share.get(parent) ?? null
    const there = parent instanceof Y.ID ? itemAt(this.doc, parent) : null
    return there?.content instanceof Y.ContentType ? there.content.type : null
  }
}

const isThere = ({ store }: Y.Doc, { client, clock }: Y.ID): boolean => Y.getState(store, client) > clock

function itemAt(doc: Y.Doc, id: Y.ID): Y.Item | null {
  const structs = doc.store.clients.get(id.client)
  if (!structs || !isThere(doc, id)) return null
  const found: unknown = structs[Y.findIndexSS(structs, id.clock)]
  return found instanceof Y.Item ? found : null
}

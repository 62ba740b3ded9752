import * as Y from 'yjs'

/**
 * So many looks at items make a large update take some seconds. Two people who each came back from a day of edits to one
 * page make a thousandth of them.
 */
const MOST_STEPS = 20_000_000

/**
 * Would Yjs look at more items than that to take in this update? It finds the place of an item by going from what it was
 * written behind to what it was written before. Where these stand beside each other, as they did for whoever wrote it,
 * that is no step. Where somebody else wrote meanwhile it is a step for each item between, and an update of 50 KB can
 * be made of nothing but such items, so that it takes a minute. Looks at the update, and around its places in the page.
 */
export function isCrowded(doc: Y.Doc, update: Uint8Array, most = MOST_STEPS): boolean {
  const { structs } = Y.decodeUpdate(update)
  if (structs.length ** 2 + structs.length * itemsIn(doc) < most) return false
  const items = structs.filter((struct) => struct instanceof Y.Item)
  const places = new Places(items)
  /** How many items stand at each place of the page, as far as they were gone through. */
  const crowds = new Map<string, number>()
  let steps = 0
  for (const [at, item] of items.entries()) {
    const place = places.of(item)
    const crowd = crowds.get(place) ?? 0
    crowds.set(place, crowd + 1)
    const before = items[at - 1]
    if (before && continues(before, item)) continue
    const between = itemsBetween(doc, item, most)
    steps += between > 1 ? between + at : crowd
    if (steps > most) return true
  }
  return false
}

/** At which place of the page each item of an update stands: what stands behind one of them stands where that one does. */
class Places {
  private readonly byClient: Map<number, Y.Item[]>
  private readonly known = new Map<Y.Item, string>()

  constructor(items: readonly Y.Item[]) {
    this.byClient = Map.groupBy(items, ({ id }) => id.client)
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

  private find({ client, clock }: Y.ID): Y.Item | null {
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

const nameOf = (client: number, clock: number): string => `${client}:${clock}`

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

/** How many items of the page stand between what an item was written behind and what it was written before. */
function itemsBetween(doc: Y.Doc, item: Y.Item, most: number): number {
  const { origin, rightOrigin } = item
  const left = origin && itemAt(doc, origin)
  const right = rightOrigin && itemAt(doc, rightOrigin)
  // It begins or ends in the update itself: then it is a matter of what stands there.
  if ((origin && !left) || (rightOrigin && !right)) return 0
  const isInside = left !== null && origin !== null && origin.clock < left.id.clock + left.length - 1
  if (isInside && left === right) return 0
  let at = left ? left.right : right ? firstOf(right) : firstIn(doc, item)
  // The rest of the item that it was written into stands between as well.
  let between = isInside ? 2 : 0
  for (; at && at !== right && between <= most; at = at.right) between++
  return between
}

function firstOf(item: Y.Item | null): Y.Item | null {
  const parent = item?.parent
  return parent instanceof Y.AbstractType && item?.parentSub === null ? parent._start : item
}

/** The first item of the text that an item without neighbors goes into; a new value under a name has none. */
function firstIn(doc: Y.Doc, { parent, parentSub }: Y.Item): Y.Item | null {
  const named: unknown = parent
  return typeof named === 'string' && parentSub === null ? (doc.share.get(named)?._start ?? null) : null
}

function itemAt(doc: Y.Doc, id: Y.ID): Y.Item | null {
  const structs = doc.store.clients.get(id.client)
  if (!structs || Y.getState(doc.store, id.client) <= id.clock) return null
  const found: unknown = structs[Y.findIndexSS(structs, id.clock)]
  return found instanceof Y.Item ? found : null
}

import * as Y from 'yjs'

export type Struct = Y.Item | Y.GC | Y.Skip

/** Where an item stands: what one says of itself, and one that is there already. */
export interface Place {
  isSaid(item: Y.Item): boolean
  isThere(item: Y.Item): boolean
}

export const WITHIN_A_TYPE: Place = {
  isSaid: ({ parent }) => (parent as unknown) instanceof Y.ID,
  isThere: ({ parent }) => parent instanceof Y.AbstractType && parent._item !== null,
}

export const UNDER_A_KEY: Place = {
  isSaid: ({ parentSub }) => parentSub !== null,
  isThere: ({ parentSub }) => parentSub !== null,
}

/**
 * What of a kind comes to stand at a place where it must not when an update is taken in: what it brings itself, or what waits on the page (`held`) and did
 * not stand there before; null: nothing.
 */
export function comesTo(
  doc: Y.Doc,
  structs: readonly Struct[],
  held: readonly Struct[],
  isOfKind: (item: Y.Item) => boolean,
  place: Place,
): 'own' | 'held' | null {
  const among = (list: readonly Struct[]) =>
    list.filter((one): one is Y.Item => one instanceof Y.Item && isOfKind(one))
  const [brought, waiting] = [among(structs), among(held)]
  if (brought.length === 0 && waiting.length === 0) return null
  const after = itemsAt(doc, [structs, held], place)
  if (brought.some((item) => after.has(item))) return 'own'
  if (!waiting.some((item) => after.has(item))) return null
  const before = itemsAt(doc, [held], place)
  return waiting.every((item) => before.has(item) || !after.has(item)) ? null : 'held'
}

/**
 * The items of these that stand at such a place, or may: what stands beside another item names that one instead of what it stands in. Of two under one
 * name either may be the one that Yjs keeps.
 */
export function itemsAt(doc: Y.Doc, sources: readonly (readonly Struct[])[], place: Place): Set<Y.Item> {
  const byClient = sources.map((structs) => Map.groupBy(structs, ({ id }) => id.client))
  const found = new Set<Y.Item>()
  const beside = new Map<Struct, Y.Item[]>()
  for (const item of sources.flat()) {
    if (!(item instanceof Y.Item)) continue
    const parent: unknown = item.parent
    const neighbor = item.origin ?? item.rightOrigin
    if (place.isSaid(item)) found.add(item)
    if (typeof parent === 'string' || parent instanceof Y.ID || !neighbor) continue
    if (neighbor.clock < Y.getState(doc.store, neighbor.client)) {
      // What stands beside something that is gone altogether is not kept.
      const there: unknown = Y.getItem(doc.store, neighbor)
      if (there instanceof Y.Item && place.isThere(there)) found.add(item)
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
  for (const item of found) for (const other of beside.get(item) ?? []) found.add(other)
  return found
}

/** Does an item bring several values, or letters? */
export const isOfSeveral = ({ length, content }: Y.Item): boolean =>
  length > 1 && !(content instanceof Y.ContentDeleted)

/** The struct that holds an id, among those of each client in their order. */
export function holding(
  byClient: ReadonlyMap<number, Struct[]>,
  { client, clock }: Y.ID,
): Struct | undefined {
  const struct = structUpTo(byClient.get(client), clock)
  return struct && clock < struct.id.clock + struct.length ? struct : undefined
}

/** Of a client's structs, in order, the one with this clock, or the last one before it: what comes with that clock comes behind it. */
export function structUpTo(own: readonly Struct[] = [], clock: number): Struct | undefined {
  let [from, to] = [0, own.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((own[middle] as Struct).id.clock <= clock) from = middle + 1
    else to = middle
  }
  return own[from - 1]
}

import * as Y from 'yjs'

/** Up to which clock (not included) somebody has the words of each client id; of any other id none. */
export interface Clocks {
  get(client: number): number | undefined
  set(client: number, clock: number): unknown
}

type KnownClocks = Pick<Clocks, 'get'>
export type Decoded = ReturnType<typeof Y.decodeUpdate>
type Struct = Decoded['structs'][number]

const NOTHING: Decoded = Y.decodeUpdate(Y.encodeStateAsUpdate(new Y.Doc()))

/** An update, decoded; nothing, where there is none, or what is there cannot be read. */
export function decodedOrNothing(update: Uint8Array | undefined): Decoded {
  try {
    return update ? Y.decodeUpdate(update) : NOTHING
  } catch {
    return NOTHING
  }
}

/** Is what this stands beside and in there? */
const isGrounded = (struct: Struct, clocks: KnownClocks): boolean =>
  !(struct instanceof Y.Item) ||
  [struct.origin, struct.rightOrigin, struct.parent].every(
    (id) => !(id instanceof Y.ID) || id.clock < (clocks.get(id.client) ?? 0),
  )

/**
 * Counts in all words that build on nothing but what is there, and on each other; not those of `withheld`, and not what comes behind a gap.
 */
export function addGrounded(
  structs: readonly Struct[],
  clocks: Clocks,
  withheld: ReadonlySet<number> = new Set(),
): void {
  const ofEach = Map.groupBy(
    structs.filter(({ id }) => !withheld.has(id.client)),
    ({ id }) => id.client,
  )
  const queues = [...ofEach].map(([client, own]) => ({ client, own, next: 0 }))
  for (let isMore = true; isMore; ) {
    isMore = false
    for (const queue of queues) {
      for (let struct = queue.own[queue.next]; struct; struct = queue.own[++queue.next]) {
        const known = clocks.get(queue.client) ?? 0
        const end = struct.id.clock + struct.length
        if (end <= known) continue
        if (struct instanceof Y.Skip || struct.id.clock > known || !isGrounded(struct, clocks)) break
        clocks.set(queue.client, end)
        isMore = true
      }
    }
  }
}

/** The same clocks, where what is set is not set in these. */
export function onTopOf(base: KnownClocks): Clocks {
  const own = new Map<number, number>()
  return {
    get: (client) => own.get(client) ?? base.get(client),
    set: (client, clock) => own.set(client, clock),
  }
}

/** Are all words of an update there, and all that it deletes? */
export const isWithin = ({ structs, ds }: Decoded, clocks: KnownClocks): boolean =>
  structs.every(({ id, length }) => id.clock + length <= (clocks.get(id.client) ?? 0)) &&
  [...ds.clients].every(([client, ranges]) =>
    ranges.every(({ clock, len }) => clock + len <= (clocks.get(client) ?? 0)),
  )

/** Does an update build on, go on with, or delete words of these clients from these clocks on? */
export function buildsOn({ structs, ds }: Decoded, from: ReadonlyMap<number, number>): boolean {
  if (from.size === 0) return false
  const isBehind = (client: number, clock: number) => clock >= (from.get(client) ?? Number.POSITIVE_INFINITY)
  return (
    structs.some(
      (struct) =>
        isBehind(struct.id.client, struct.id.clock) ||
        (struct instanceof Y.Item &&
          [struct.origin, struct.rightOrigin, struct.parent].some(
            (id) => id instanceof Y.ID && isBehind(id.client, id.clock),
          )),
    ) ||
    [...ds.clients].some(([client, ranges]) =>
      ranges.some(({ clock, len }) => isBehind(client, clock + len - 1)),
    )
  )
}

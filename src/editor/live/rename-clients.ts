import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

/**
 * What a client has written from a clock on gets another client id, and clocks from 0 on. `isEmptied`: only its place stays, for what
 * stands beside it; the words are gone.
 */
export type Renames = ReadonlyMap<number, { from: number; to: number; isEmptied?: boolean }>

type Struct = Y.Item | Y.GC | Y.Skip

/** Of the structs that are emptied those on which one stands that is not: directly, or by others that are emptied. */
function foundations(structs: readonly Struct[], isEmpty: (id: Y.ID) => boolean): ReadonlySet<Struct> {
  const items = structs.filter((struct) => struct instanceof Y.Item)
  const emptied = Map.groupBy(
    items.filter(({ id }) => isEmpty(id)),
    ({ id }) => id.client,
  )
  const found = new Set<Struct>()
  const below = ({ origin }: Y.Item): Y.Item | undefined => {
    const ofClient = origin ? emptied.get(origin.client) : undefined
    return origin && ofClient ? ofClient[lastBegun(ofClient, origin.clock)] : undefined
  }
  for (const item of emptied.size === 0 ? [] : items)
    for (let at = isEmpty(item.id) ? undefined : below(item); at && !found.has(at); at = below(at))
      found.add(at)
  return found
}

/** Of structs in the order of their clocks the last one that begins at this clock or before. */
function lastBegun(structs: readonly Struct[], clock: number): number {
  let [low, high] = [0, structs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((structs[middle] as Struct).id.clock <= clock) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * The update with the same words under other client ids: everything in it that names them (what stands beside what, what was
 * deleted) names the new ones. `update` is in the first format of Yjs, and so is the answer. `isValue`: is this a value under a key of
 * a map? Emptied it keeps no place, unless a value that stays was written over it: it would be the newest, and take away the one before it.
 */
export function renameClients(
  update: Uint8Array,
  renames: Renames,
  isValue: (id: Y.ID) => boolean = () => false,
): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(update)
  const nameOf = ({ client, clock }: Y.ID): Y.ID => {
    const rename = renames.get(client)
    return rename && clock >= rename.from
      ? Y.createID(rename.to, clock - rename.from)
      : Y.createID(client, clock)
  }
  const named = (id: Y.ID | null) => id && nameOf(id)
  const isEmpty = ({ client, clock }: Y.ID) => {
    const rename = renames.get(client)
    return rename?.isEmptied === true && clock >= rename.from
  }
  const overwritten = foundations(structs, isEmpty)
  const write = (struct: Struct, isKept: boolean): Struct => {
    const id = nameOf(struct.id)
    if (struct instanceof Y.GC) return new Y.GC(id, struct.length)
    if (struct instanceof Y.Skip) return new Y.Skip(id, struct.length)
    const isEmptied = renames.get(struct.id.client)?.isEmptied && id.client !== struct.id.client
    if (isEmptied && !isKept && (struct.parentSub !== null || isValue(struct.id)))
      return new Y.GC(id, struct.length)
    const parent: unknown = struct.parent
    return new Y.Item(
      id,
      null,
      named(struct.origin),
      null,
      named(struct.rightOrigin),
      // What a decoded item stands in is a name or an id; Yjs' types know only of what it becomes when it is applied.
      (parent instanceof Y.ID ? nameOf(parent) : parent) as Y.Item['parent'],
      struct.parentSub,
      isEmptied ? new Y.ContentDeleted(struct.length) : struct.content,
    )
  }
  const byClient = new Map<number, Struct[]>()
  const add = (struct: Struct) => {
    const ofClient = byClient.get(struct.id.client) ?? []
    byClient.set(struct.id.client, ofClient)
    ofClient.push(struct)
  }
  for (const struct of structs)
    for (const part of cut(struct, renames.get(struct.id.client)?.from))
      add(write(part, overwritten.has(struct)))
  const deletes = new Map<number, { clock: number; len: number }[]>()
  for (const [client, ranges] of ds.clients) {
    const from = renames.get(client)?.from
    for (const range of ranges) {
      for (const { clock, len } of cutRange(range, from)) {
        const id = nameOf(Y.createID(client, clock))
        deletes.set(id.client, [...(deletes.get(id.client) ?? []), { clock: id.clock, len }])
      }
    }
  }
  for (const [client, written] of byClient) byClient.set(client, inOrder(written))
  return encoded(byClient, deletes)
}

/** By their clocks, each clock once: some of the words may have been renamed before. */
function inOrder(structs: readonly Struct[]): Struct[] {
  let next = 0
  return [...structs]
    .sort((a, b) => a.id.clock - b.id.clock)
    .flatMap((struct) => {
      const rest = cut(struct, next).filter(({ id }) => id.clock >= next)
      next = Math.max(next, struct.id.clock + struct.length)
      return rest
    })
}

/** The struct, in two when it reaches over this clock. */
function cut(struct: Struct, at: number | undefined): Struct[] {
  const { client, clock } = struct.id
  const left = (at ?? 0) - clock
  if (left <= 0 || left >= struct.length) return [struct]
  const rightId = Y.createID(client, clock + left)
  const rest = struct.length - left
  if (struct instanceof Y.GC) return [new Y.GC(struct.id, left), new Y.GC(rightId, rest)]
  if (struct instanceof Y.Skip) return [new Y.Skip(struct.id, left), new Y.Skip(rightId, rest)]
  const { origin, rightOrigin, parent, parentSub, content } = struct
  const after = content.splice(left)
  const beside = Y.createID(client, clock + left - 1)
  return [
    new Y.Item(struct.id, null, origin, null, rightOrigin, parent, parentSub, content),
    new Y.Item(rightId, null, beside, null, rightOrigin, parent, parentSub, after),
  ]
}

function cutRange(range: { clock: number; len: number }, at: number | undefined) {
  const left = (at ?? 0) - range.clock
  if (left <= 0 || left >= range.len) return [range]
  return [
    { clock: range.clock, len: left },
    { clock: range.clock + left, len: range.len - left },
  ]
}

/** The words of an update between two clocks of each client (the second not included), `withDeletes` with what it deletes. In the first format of Yjs. */
export function partOfUpdate(
  update: Uint8Array,
  {
    from,
    to,
    withDeletes,
  }: { from(client: number): number; to(client: number): number; withDeletes?: boolean },
): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(update)
  const between = structs.flatMap((struct) => {
    const [first, last] = [from(struct.id.client), to(struct.id.client)]
    return cut(struct, first)
      .flatMap((part) => cut(part, last))
      .filter(({ id: { clock } }) => clock >= first && clock < last)
  })
  return encoded(
    Map.groupBy(between, ({ id }) => id.client),
    withDeletes ? ds.clients : new Map(),
  )
}

/** The structs, in the order of their clocks and each clock once, with these in the place of those that have the same clocks. */
function replaced(structs: readonly Struct[], by: readonly Struct[]): Struct[] {
  const kept: Struct[] = []
  let next = 0
  for (const struct of structs) {
    let rest: Struct[] = [struct]
    while (rest.length > 0 && next < by.length) {
      const [part] = rest as [Struct]
      const other = by[next] as Struct
      if (other.id.clock + other.length <= part.id.clock) {
        next++
        continue
      }
      if (other.id.clock >= part.id.clock + part.length) break
      const [before, behind = before] = cut(part, other.id.clock) as [Struct, Struct?]
      if (behind !== before) kept.push(before)
      rest = cut(behind, other.id.clock + other.length).filter(
        ({ id }) => id.clock >= other.id.clock + other.length,
      )
    }
    kept.push(...rest)
  }
  return [...kept, ...by].sort((one, other) => one.id.clock - other.id.clock)
}

/** Is what has this id in the doc a value under a key of a map? */
export function isValueIn(doc: Y.Doc, id: Y.ID): boolean {
  const structs = doc.store.clients.get(id.client)
  if (!structs || id.clock >= Y.getState(doc.store, id.client)) return false
  const struct = structs[Y.findIndexSS(structs, id.clock)]
  return struct instanceof Y.Item && struct.parentSub !== null
}

/** The update, without what these delete. All in the first format of Yjs. */
export function withoutDeletions(update: Uint8Array, deletions: readonly Uint8Array[]): Uint8Array {
  if (deletions.length === 0) return update
  const { structs, ds } = Y.decodeUpdate(update)
  const gone = Y.decodeUpdate(Y.mergeUpdates([...deletions])).ds.clients
  const left = [...ds.clients].map(
    ([client, ranges]) => [client, without(ranges, gone.get(client) ?? [])] as const,
  )
  return encoded(
    Map.groupBy(structs, ({ id }) => id.client),
    new Map(left.filter(([, ranges]) => ranges.length > 0)),
  )
}

/** An update that deletes these ranges, and nothing else. */
export const deletionOf = (
  deleted: ReadonlyMap<number, readonly { clock: number; len: number }[]>,
): Uint8Array => encoded(new Map(), deleted)

/**
 * What a doc holds (`state`), with what an update (`deletion`) deleted there again, unless it is deleted in the page as the server has it
 * (`served`) or by these edits of this tab (`mine`). What is not to count is emptied by then. All in the first format of Yjs.
 */
export function undelete(
  state: Uint8Array,
  deletion: Uint8Array,
  { served, mine }: { served: Uint8Array; mine: readonly Uint8Array[] },
): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(state)
  const deleted = Y.decodeUpdate(deletion).ds.clients
  const left = new Map(
    [...ds.clients].map(([client, ranges]) => [client, without(ranges, deleted.get(client) ?? [])] as const),
  )
  const own = Y.decodeUpdate(Y.mergeUpdates([...mine]))
  for (const [client, ranges] of own.ds.clients) left.set(client, [...(left.get(client) ?? []), ...ranges])
  // The doc has forgotten the words that were deleted; the server has them, or the edits of this tab.
  const written = Map.groupBy(structs, ({ id }) => id.client)
  const kept = own.structs.filter((struct) => !(struct instanceof Y.Skip))
  for (const [client, by] of Map.groupBy(kept, ({ id }) => id.client))
    written.set(client, replaced(written.get(client) ?? [], by))
  const doc = new Y.Doc({ gc: false })
  Y.applyUpdate(doc, served)
  Y.applyUpdate(doc, encoded(written, new Map([...left].filter(([, ranges]) => ranges.length > 0))))
  const restored = Y.encodeStateAsUpdate(doc)
  doc.destroy()
  return restored
}

type ClockRange = { clock: number; len: number }

const without = (ranges: readonly ClockRange[], others: readonly ClockRange[]): ClockRange[] =>
  others.reduce(
    (left, { clock, len }) =>
      left.flatMap((range) => {
        const end = range.clock + range.len
        const before = { clock: range.clock, len: Math.min(end, clock) - range.clock }
        const after = { clock: Math.max(range.clock, clock + len), len: 0 }
        after.len = end - after.clock
        return [before, after].filter((part) => part.len > 0)
      }),
    [...ranges],
  )

function encoded(
  byClient: ReadonlyMap<number, readonly Struct[]>,
  deletes: ReadonlyMap<number, readonly { clock: number; len: number }[]>,
): Uint8Array {
  return encoding.encode((out) => {
    encoding.writeVarUint(out, byClient.size)
    for (const [client, structs] of byClient) {
      const encoder = new Y.UpdateEncoderV1()
      for (const struct of structs) struct.write(encoder, 0)
      encoding.writeVarUint(out, structs.length)
      encoding.writeVarUint(out, client)
      encoding.writeVarUint(out, structs[0]?.id.clock ?? 0)
      encoding.writeBinaryEncoder(out, encoder.restEncoder)
    }
    encoding.writeVarUint(out, deletes.size)
    for (const [client, ranges] of deletes) {
      encoding.writeVarUint(out, client)
      encoding.writeVarUint(out, ranges.length)
      for (const { clock, len } of ranges) {
        encoding.writeVarUint(out, clock)
        encoding.writeVarUint(out, len)
      }
    }
  })
}

import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

/**
 * What a client has written from a clock on gets another client id, and clocks from 0 on. `isEmptied`: only its place stays, for what
 * stands beside it; the words are gone.
 */
export type Renames = ReadonlyMap<number, { from: number; to: number; isEmptied?: boolean }>

type Struct = Y.Item | Y.GC | Y.Skip

/**
 * The update with the same words under other client ids: everything in it that names them (what stands beside what, what was
 * deleted) names the new ones. `update` is in the first format of Yjs, and so is the answer.
 */
export function renameClients(update: Uint8Array, renames: Renames): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(update)
  const nameOf = ({ client, clock }: Y.ID): Y.ID => {
    const rename = renames.get(client)
    return rename && clock >= rename.from
      ? Y.createID(rename.to, clock - rename.from)
      : Y.createID(client, clock)
  }
  const named = (id: Y.ID | null) => id && nameOf(id)
  const write = (struct: Struct): Struct => {
    const id = nameOf(struct.id)
    if (struct instanceof Y.GC) return new Y.GC(id, struct.length)
    if (struct instanceof Y.Skip) return new Y.Skip(id, struct.length)
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
      renames.get(struct.id.client)?.isEmptied && id.client !== struct.id.client
        ? new Y.ContentDeleted(struct.length)
        : struct.content,
    )
  }
  const byClient = new Map<number, Struct[]>()
  const add = (struct: Struct) => {
    const ofClient = byClient.get(struct.id.client) ?? []
    byClient.set(struct.id.client, ofClient)
    ofClient.push(struct)
  }
  for (const struct of structs)
    for (const part of cut(struct, renames.get(struct.id.client)?.from)) add(write(part))
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

/**
 * The words of an update but for those of some clients, and of one client only up to a clock (not included), `withDeletes` with what it
 * deletes; or that alone. In the first format of Yjs.
 */
export function partOfUpdate(
  update: Uint8Array,
  part: { without: ReadonlySet<number>; of: number; until: number; withDeletes?: boolean } | 'deletes',
): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(update)
  if (part === 'deletes') return encoded(new Map(), ds.clients)
  const kept = structs.filter(({ id }) => !part.without.has(id.client))
  const cutThere = kept.flatMap((struct) =>
    struct.id.client === part.of
      ? cut(struct, part.until).filter(({ id }) => id.clock < part.until)
      : [struct],
  )
  return encoded(
    Map.groupBy(cutThere, ({ id }) => id.client),
    part.withDeletes ? ds.clients : new Map(),
  )
}

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

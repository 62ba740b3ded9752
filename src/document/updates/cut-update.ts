import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { decodeOnce } from './decoded-update'

/** Structs of one client that follow each other. */
interface Run {
  client: number
  clock: number
  count: number
  structs: Y.UpdateEncoderV1
}

type Struct = Y.Item | Y.GC | Y.Skip

/** What taking in some of an update costs, as a number of bytes that cost as much. */
export interface Costs {
  /** Of a struct, beside its own bytes. */
  struct(id: Y.ID): number
  /** Of deleting a range; it may be given in parts. */
  range(client: number, range: Range): { range: Range; cost: number }[]
}

type Range = { clock: number; len: number }

/** A range takes a few bytes, and deleting what it names some time. */
const RANGE_BYTES = 8

const BYTES_ALONE: Costs = {
  struct: () => 0,
  range: (_client, range) => [{ range, cost: RANGE_BYTES }],
}

/**
 * Cuts an update of Yjs into several of about `pieceBytes` that say the same together: what was written first, each piece after those
 * that it builds on, and what was deleted last, when all that it speaks of is there. It is cut only between the pieces
 * that Yjs keeps it in: a single text of megabytes stays one.
 */
export function cutUpdate(update: Uint8Array, pieceBytes: number, costs = BYTES_ALONE): Uint8Array[] {
  const { structs, ds } = decodeOnce(update)
  const pieces: Uint8Array[] = []
  let runs = new Map<number, Run>()
  let bytes = 0
  for (const struct of inOrder(structs)) {
    const { client, clock } = struct.id
    let run = runs.get(client)
    if (!run) {
      run = { client, clock, count: 0, structs: new Y.UpdateEncoderV1() }
      runs.set(client, run)
    }
    const before = encoding.length(run.structs.restEncoder)
    struct.write(run.structs, 0)
    run.count++
    bytes += encoding.length(run.structs.restEncoder) - before + costs.struct(struct.id)
    if (bytes < pieceBytes) continue
    pieces.push(updateOf(runs, new Map()))
    runs = new Map()
    bytes = 0
  }
  if (runs.size > 0) pieces.push(updateOf(runs, new Map()))
  for (const some of cutDeletes(ds.clients, pieceBytes, costs)) pieces.push(updateOf(new Map(), some))
  return pieces
}

/**
 * Each client's structs in their order, and each after those of others that it names: as Yjs takes them in itself, so that
 * no piece has to wait for a later one. Goes over every struct once.
 */
function* inOrder(structs: readonly Struct[]): Generator<Struct> {
  const byClient = Map.groupBy(structs, ({ id }) => id.client)
  const next = new Map<number, number>()
  /** The client on whose structs this one waits; null when it can come. */
  const waitsFor = (struct: Struct): number | null => {
    if (!(struct instanceof Y.Item)) return null
    const { origin, rightOrigin, parent } = struct
    for (const id of [origin, rightOrigin, parent]) {
      if (!(id instanceof Y.ID) || id.client === struct.id.client) continue
      const missing = byClient.get(id.client)?.[next.get(id.client) ?? 0]
      if (missing && missing.id.clock <= id.clock) return id.client
    }
    return null
  }
  for (const first of byClient.keys()) {
    const stack = [first]
    const waiting = new Set(stack)
    while (stack.length > 0) {
      const client = stack.at(-1) as number
      const at = next.get(client) ?? 0
      const struct = byClient.get(client)?.[at]
      const other = struct ? waitsFor(struct) : null
      // What waits for itself in the end cannot be; an update that says so is left to Yjs.
      if (struct && other !== null && !waiting.has(other)) {
        stack.push(other)
        waiting.add(other)
        continue
      }
      if (struct) {
        next.set(client, at + 1)
        yield struct
      }
      const below = stack.at(-2)
      const isEnough = below === undefined ? !struct : !struct || !stillWaits(below, client)
      if (isEnough) {
        stack.pop()
        waiting.delete(client)
      }
    }
  }

  function stillWaits(client: number, other: number): boolean {
    const struct = byClient.get(client)?.[next.get(client) ?? 0]
    return struct !== undefined && waitsFor(struct) === other
  }
}

type Deletes = ReturnType<typeof Y.createDeleteSet>['clients']

function* cutDeletes(deletes: Deletes, pieceBytes: number, costs: Costs): Generator<Deletes> {
  let some: Deletes = new Map()
  let bytes = 0
  for (const [client, ranges] of deletes) {
    for (const whole of ranges) {
      for (const { range, cost } of costs.range(client, whole)) {
        const taken = some.get(client) ?? []
        taken.push(range as (typeof taken)[number])
        some.set(client, taken)
        bytes += cost
        if (bytes < pieceBytes) continue
        yield some
        some = new Map()
        bytes = 0
      }
    }
  }
  if (some.size > 0) yield some
}

/** An update in the first format of Yjs. */
function updateOf(runs: ReadonlyMap<number, Run>, deletes: Deletes): Uint8Array {
  return encoding.encode((out) => {
    encoding.writeVarUint(out, runs.size)
    for (const { client, clock, count, structs } of runs.values()) {
      encoding.writeVarUint(out, count)
      encoding.writeVarUint(out, client)
      encoding.writeVarUint(out, clock)
      encoding.writeBinaryEncoder(out, structs.restEncoder)
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

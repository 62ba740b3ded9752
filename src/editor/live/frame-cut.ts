import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

/** The numbers of the Hocuspocus protocol. */
const SYNC = 0
const SYNC_REPLY = 4
const SYNC_STEP_2 = 1
const UPDATE = 2

/** The page that a message of ours is about. */
export const pageOfFrame = (frame: Uint8Array): string =>
  decoding.readVarString(decoding.createDecoder(frame))

/**
 * Cuts a message into several of about `pieceBytes` that say the same together. Only edits can be cut, and only between
 * the pieces that Yjs keeps them in: a single text of megabytes, or any other message, stays one.
 */
export function cutFrame(frame: Uint8Array, pieceBytes: number): Uint8Array[] {
  const decoder = decoding.createDecoder(frame)
  const documentId = decoding.readVarString(decoder)
  const type = decoding.readVarUint(decoder)
  if (type !== SYNC && type !== SYNC_REPLY) return [frame]
  const step = decoding.readVarUint(decoder)
  if (step !== SYNC_STEP_2 && step !== UPDATE) return [frame]
  return cutUpdate(decoding.readVarUint8Array(decoder), pieceBytes).map((update) =>
    encoding.encode((out) => {
      encoding.writeVarString(out, documentId)
      encoding.writeVarUint(out, type)
      encoding.writeVarUint(out, step)
      encoding.writeVarUint8Array(out, update)
    }),
  )
}

/** Structs of one client that follow each other. */
interface Run {
  client: number
  clock: number
  count: number
  structs: Y.UpdateEncoderV1
}

/** Everything written first, in order, and what was deleted last, when all that it speaks of is there. */
function cutUpdate(update: Uint8Array, pieceBytes: number): Uint8Array[] {
  const { structs, ds } = Y.decodeUpdate(update)
  const pieces: Uint8Array[] = []
  let runs: Run[] = []
  let bytes = 0
  for (const struct of structs) {
    let run = runs.at(-1)
    if (run?.client !== struct.id.client) {
      run = { ...struct.id, count: 0, structs: new Y.UpdateEncoderV1() }
      runs.push(run)
    }
    const before = encoding.length(run.structs.restEncoder)
    struct.write(run.structs, 0)
    run.count++
    bytes += encoding.length(run.structs.restEncoder) - before
    if (bytes < pieceBytes) continue
    pieces.push(updateOf(runs, new Map()))
    runs = []
    bytes = 0
  }
  if (runs.length > 0) pieces.push(updateOf(runs, new Map()))
  if (ds.clients.size > 0) pieces.push(updateOf([], ds.clients))
  return pieces
}

/** An update in the first format of Yjs. */
function updateOf(runs: Run[], deletes: ReturnType<typeof Y.createDeleteSet>['clients']): Uint8Array {
  return encoding.encode((out) => {
    encoding.writeVarUint(out, runs.length)
    for (const { client, clock, count, structs } of runs) {
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

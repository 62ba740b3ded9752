import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { cutUpdate } from '@/document'

/** The numbers of the Hocuspocus protocol. */
const SYNC = 0
const AUTH = 2
const SYNC_REPLY = 4
const SYNC_STEP_2 = 1
const UPDATE = 2

/** The page that a message of ours is about. */
export const pageOfFrame = (frame: Uint8Array): string =>
  decoding.readVarString(decoding.createDecoder(frame))

/** What a message of ours is: it asks for the page, brings all that the server lacks of it, or what was just written; or anything else. */
export function kindOf(frame: Uint8Array): 'asks' | 'answers' | 'edit' | null {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  const type = decoding.readVarUint(decoder)
  if (type === AUTH) return 'asks'
  if (type !== SYNC && type !== SYNC_REPLY) return null
  const step = decoding.readVarUint(decoder)
  return step === SYNC_STEP_2 ? 'answers' : step === UPDATE ? 'edit' : null
}

/** A message that brings an edit of a page. */
export const editFrame = (documentId: string, update: Uint8Array): Uint8Array<ArrayBuffer> =>
  encoding.encode((out) => {
    encoding.writeVarString(out, documentId)
    encoding.writeVarUint(out, SYNC)
    encoding.writeVarUint(out, UPDATE)
    encoding.writeVarUint8Array(out, update)
  }) as Uint8Array<ArrayBuffer>

/**
 * Cuts a message into several of about `pieceBytes` that say the same together. Only edits can be cut, and only between
 * the pieces that Yjs keeps them in: a single text of megabytes, or any other message, stays one.
 */
export function splitUpdate(frame: Uint8Array, pieceBytes: number): Uint8Array[] {
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

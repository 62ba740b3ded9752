import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { decodeOnce, forgetDecoded } from '@/document'
import { RELAY_BEGINS } from '@/shared/peer-ticket'
import { SHORT } from './ask-page'

/** What a client may say. The numbers are those of the Hocuspocus protocol. */
const SYNC = 0
const AWARENESS = 1
const AUTH = 2
const QUERY_AWARENESS = 3
const SYNC_REPLY = 4
const STATELESS = 5
const CLOSE = 7

const SYNC_STEP_1 = 0
const SYNC_STEP_2 = 1
const UPDATE = 2

const LONGEST_NAME = 200
const LONGEST_TEXT = 4096
/** What a browser says by itself: at most that a thousand ids of its own are withdrawn, each with a clock. */
const LONGEST_STATELESS = 32 * 1024
/** A browser says again what it was told of all who are there. What is too large of it is dropped (`cleanPresence`); more than this is not read. */
const AWARENESS_BYTES = 2 * 1024 * 1024
/** … nor of more people than can have a page open at once, each of whom says some hundred bytes. */
const AWARENESS_STATES = 5000
/** Of each client that has ever written to a page, about ten bytes. */
const STATE_VECTOR_BYTES = 1024 * 1024

/** Which page a message is for, and whether it waits for its turn there. */
interface Frame {
  documentId: string
  waits: boolean
}

/** What a stateless message says; null for any other message. It is one that {@link readFrame} has read. */
export function statelessText(frame: Uint8Array): string | null {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  return decoding.readVarUint(decoder) === STATELESS ? decoding.readVarString(decoder) : null
}

/** Of how many clients a message says who they are and where; 0 for any other message. It is one that {@link readFrame} has read. */
export function statesIn(frame: Uint8Array): number {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  if (decoding.readVarUint(decoder) !== AWARENESS) return 0
  return decoding.readVarUint(decoding.createDecoder(decoding.readVarUint8Array(decoder)))
}

/** The clients of whom a message says that they have gone; none for any other message. It is one that {@link readFrame} has read. */
export function goneIn(frame: Uint8Array): number[] {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  if (decoding.readVarUint(decoder) !== AWARENESS) return []
  const states = decoding.createDecoder(decoding.readVarUint8Array(decoder))
  const gone: number[] = []
  for (let left = decoding.readVarUint(states); left > 0; left--) {
    const client = decoding.readVarUint(states)
    decoding.readVarUint(states)
    if (Buffer.from(decoding.readVarUint8Array(states)).toString() === 'null') gone.push(client)
  }
  return gone
}

/**
 * Makes a message that answers what the page lacks (the second step of Yjs) one that brings an edit, in place; says whether it was one. Both
 * are taken in alike. Of an answer that it does not take, Hocuspocus would look through the whole page for whether it is known.
 */
export function makeAnswerAnEdit(frame: Uint8Array): boolean {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  const type = decoding.readVarUint(decoder)
  if (type !== SYNC && type !== SYNC_REPLY) return false
  const { pos } = decoder
  if (decoding.readVarUint(decoder) !== SYNC_STEP_2) return false
  // The number may be written in more bytes than it needs.
  frame[pos] = ((frame[pos] ?? 0) & 0x80) | UPDATE
  return true
}

/**
 * Reads a message that a client of ours could have sent; null for everything else. It is read to its end, Yjs updates
 * included, so that nothing which cannot be read is ever stored, and nothing else ever throws on it. A large update is
 * read where it is looked at, in a worker (`look-at-edit.ts`).
 */
export function readFrame(frame: Uint8Array): Frame | null {
  try {
    const decoder = decoding.createDecoder(frame)
    const documentId = decoding.readVarString(decoder)
    if (!isName(documentId)) return null
    const type = decoding.readVarUint(decoder)
    const isSound = messageIsSound(type, decoder) && !decoding.hasContent(decoder)
    return isSound ? { documentId, waits: type !== AUTH } : null
  } catch {
    // Cut off, or not what it says it is: lib0 and Yjs throw.
    return null
  }
}

/** Also not a word that every object has: Hocuspocus keeps pages in plain objects, and finds `constructor` in all of them. */
const isName = (name: string): boolean =>
  name.length > 0 && name.length <= LONGEST_NAME && !name.includes('\0') && !(name in Object.prototype)

function messageIsSound(type: number, decoder: decoding.Decoder): boolean {
  switch (type) {
    case SYNC:
    case SYNC_REPLY:
      return syncIsSound(decoding.readVarUint(decoder), decoding.readVarUint8Array(decoder))
    case AWARENESS:
      return awarenessIsSound(decoding.readVarUint8Array(decoder))
    case AUTH:
      return authIsSound(decoder)
    case STATELESS: {
      const text = decoding.readVarString(decoder)
      return text.length <= LONGEST_STATELESS || text.startsWith(RELAY_BEGINS)
    }
    case QUERY_AWARENESS:
    case CLOSE:
      return true
    default:
      return false
  }
}

function syncIsSound(step: number, payload: Uint8Array): boolean {
  if (step === SYNC_STEP_1) {
    if (payload.byteLength > STATE_VECTOR_BYTES) return false
    Y.decodeStateVector(payload)
    return true
  }
  if (step !== SYNC_STEP_2 && step !== UPDATE) return false
  if (payload.byteLength <= SHORT) {
    decodeOnce(payload)
    forgetDecoded(payload)
  }
  return true
}

function awarenessIsSound(payload: Uint8Array): boolean {
  if (payload.byteLength > AWARENESS_BYTES) return false
  const decoder = decoding.createDecoder(payload)
  const states = decoding.readVarUint(decoder)
  if (states > AWARENESS_STATES) return false
  for (let left = states; left > 0; left--) {
    decoding.readVarUint(decoder)
    decoding.readVarUint(decoder)
    const state: unknown = JSON.parse(decoding.readVarString(decoder))
    if (state !== null && (typeof state !== 'object' || Array.isArray(state))) return false
  }
  return !decoding.hasContent(decoder)
}

/** A token (ours says whose tab it is, or nothing: who somebody is says the session's cookie) and the version of the client's library. */
function authIsSound(decoder: decoding.Decoder): boolean {
  if (decoding.readVarUint(decoder) !== 0) return false
  if (decoding.readVarString(decoder).length > LONGEST_TEXT) return false
  if (decoding.hasContent(decoder)) decoding.readVarString(decoder)
  return true
}

import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'

/**
 * What the server says of somebody to the browsers that have the same page open: who it is, what they may do there, and until when
 * that is to be believed. A ticket is good only together with the private key that belongs to `key`.
 */
export interface Ticket {
  page: string
  /** As the others see them (product.md 3.15). */
  user: { id: string; name: string; color: string; avatarUrl: string | null; [field: string]: unknown }
  may: 'read' | 'suggest' | 'write'
  /** A public key (P-256, uncompressed, base64url) whose other half never leaves the browser that asked. */
  key: string
  /** The Yjs client id that this person alone writes under. */
  client: number
  /** The other one, which the words are written under that this person suggests. */
  words?: number | undefined
  /** A name of its owner's choice for the browser, by which their tabs know each other. */
  browser?: string | undefined
  /** Of the session that it was given to: none in tickets from before. Its name opens nothing. */
  session?: string | undefined
  /** When the connection was made that asked for it, in milliseconds since 1970: none in tickets from before. */
  since?: number | undefined
  /** Milliseconds since 1970, by the server's clock. */
  until: number
}

/** The Yjs client ids that the owner of a ticket may write under. */
export const clientsOf = ({ client, words }: Pick<Ticket, 'client' | 'words'>): number[] =>
  words === undefined ? [client] : [client, words]

/** How long a ticket is good. Browsers ask for a new one in time, as long as there is a server. */
export const TICKET_MS = 15 * 60_000
export const NEXT_TICKET_MS = 5 * 60_000

/** What is signed of a ticket: these words before its first half. */
export const TICKET_PREFIX = 'sheaf-ticket.'

/** Asks for a ticket, over the socket of an open page. */
export interface AskTicket {
  ticket: { key: string; client: number; words?: number | undefined; browser?: string | undefined }
}

/** The answer. `at` is the server's clock; `verify` is what tickets of this server are checked with (P-256, base64url). */
export interface TicketAnswer {
  ticket: string
  at: number
  verify: string
}

/** Hands in a parcel (base64) that somebody signed, under the name of the caller's choice. */
export interface Relay {
  relay: string
  as: string
}

/** A refusal that waiting may change: it is handed in again. */
export const UNSETTLED = 'unavailable'

/** `refusal`: why the server does not take it; null when it has it on its disk. */
export interface RelayAnswer {
  relayed: string
  refusal: string | null
}

/** How a relay begins: such a message may be longer than others. */
export const RELAY_BEGINS = '{"relay":"'

/** An edit that goes from browser to browser, and from any of them to the server, signed by who wrote it. */
export interface Parcel {
  /** Of who wrote it, as the server signed it. */
  ticket: string
  /** Which of its author's edits it holds, counted from 1. */
  first: number
  last: number
  /** A Yjs update that writes under the ticket's client ids alone. */
  update: Uint8Array
}

/** The bytes that the author signs; the signature follows them. */
export const signedPart = ({ ticket, first, last, update }: Parcel): Uint8Array<ArrayBuffer> =>
  encoding.encode((out) => {
    encoding.writeVarString(out, 'sheaf-parcel')
    encoding.writeVarString(out, ticket)
    encoding.writeVarUint(out, first)
    encoding.writeVarUint(out, last)
    encoding.writeVarUint8Array(out, update)
  }) as Uint8Array<ArrayBuffer>

const SIGNATURE_BYTES = 64

/** Throws when it is none. */
export function readParcel(bytes: Uint8Array): Parcel & { signed: Uint8Array; signature: Uint8Array } {
  const at = bytes.byteLength - SIGNATURE_BYTES
  const signed = bytes.subarray(0, at)
  const decoder = decoding.createDecoder(signed)
  if (decoding.readVarString(decoder) !== 'sheaf-parcel') throw new Error('Not a parcel')
  const ticket = decoding.readVarString(decoder)
  const first = decoding.readVarUint(decoder)
  const last = decoding.readVarUint(decoder)
  const update = decoding.readVarUint8Array(decoder)
  if (decoding.hasContent(decoder) || last < first) throw new Error('Not a parcel')
  return { ticket, first, last, update, signed, signature: bytes.subarray(at) }
}

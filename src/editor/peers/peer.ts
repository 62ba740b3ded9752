import type { Ticket } from '@/shared/peer-ticket'
import type { Link } from './mesh'

/** What a message between two browsers holds; its first byte. */
export const HELLO = 0
export const PROOF = 1
export const PARCEL = 2
export const HELD = 3
export const REFUSED = 4
export const PRESENCE = 5
export const WHO = 6

/** Another browser that this one is connected to. */
export interface Peer {
  link: Link
  nonce: string
  ticket: Ticket | null
  isProven: boolean
  /** Messages are looked at one after the other. */
  turn: Promise<void>
  /** The awareness client that it speaks for. */
  client: number | null
  /** The last of this tab's edits that it holds. */
  holds: number
  timer: ReturnType<typeof setTimeout>
}

/** Those of a page that have shown who they are, with a ticket that is good, and what is sent to them. */
export interface ProvenPeers {
  proven(): readonly Peer[]
  send(peer: Peer, kind: number, content?: Uint8Array): void
  sendToAll(kind: number, content?: Uint8Array): void
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

export function sendTo({ link }: Peer, kind: number, content: Uint8Array = new Uint8Array()): void {
  const message = new Uint8Array(content.length + 1)
  message[0] = kind
  message.set(content, 1)
  link.send(message)
}

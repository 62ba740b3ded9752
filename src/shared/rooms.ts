/** Where browsers meet that want to talk to each other without the server (rulings 4). */
export const ROOMS_PATH = '/rooms'

/** People in one room; the server that introduces them counts. */
export const MOST_IN_ROOM = 9

/** What a browser sends on {@link ROOMS_PATH}. A room is named by a hash, so the server does not learn its code. */
export type ToRooms =
  | { type: 'join'; room: string; peer: string }
  /** Joins a room of the page that the ticket is for (`peer-ticket.ts`), which nobody enters without one. */
  | { type: 'join'; room: string; peer: string; ticket: string }
  /** `data` is a session description or a candidate, for one other in the room. */
  | { type: 'signal'; to: string; data: unknown }

/** What the server sends. */
export type FromRooms =
  /** The answer to `join`: who else is there, and through whom a connection can be made. */
  | { type: 'joined'; peers: string[]; iceServers: IceServer[] }
  | { type: 'came'; peer: string }
  | { type: 'left'; peer: string }
  /** They may not read the page any more: connections to them are to be ended. */
  | { type: 'gone'; peer: string }
  | { type: 'signal'; from: string; data: unknown }

/** As `RTCPeerConnection` takes it. */
export interface IceServer {
  urls: string
  username?: string
  credential?: string
}

/** Why the server closed a connection to {@link ROOMS_PATH}. */
export const ROOM_CLOSE = {
  full: { code: 4409, reason: 'room-full' },
  /** Somebody in the room has this name; it may be an earlier connection of the same browser that is not yet known to be gone. */
  taken: { code: 4410, reason: 'already-there' },
  /** The ticket has ended, or is none of this server's, or its owner may not read the page any more. */
  ticket: { code: 4411, reason: 'no-ticket' },
} as const

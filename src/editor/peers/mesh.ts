import { nanoid } from 'nanoid'
import { type IceServer, MOST_IN_ROOM } from '@/shared/rooms'
import { type Meeting, MeetingPoint } from './meeting-point'
import { PeerLink } from './peer-link'

const CALL_AGAIN_MS = 2_000

/** A connection to one other browser of a room, which keeps the order of what is sent. */
export interface Link {
  /** What the other one is called in the room. */
  peer: string
  isOpen: boolean
  send(message: Uint8Array): void
  /** Nothing more is taken from it. */
  close(): void
}

export interface MeshOptions {
  /** The room's name for the server. */
  room: string
  /** What the server wants to see before it lets this browser into a room of somebody's page. */
  ticket?: () => string
  onMeeting(meeting: Meeting): void
  onOpen(link: Link): void
  /** A throw ends the connection: the other one is no honest browser. */
  onMessage(link: Link, message: Uint8Array): void
  onClose(link: Link): void
}

/** Browsers that are each connected to each other. */
export interface Mesh {
  /** What this browser is called in the room. */
  own: string
  /** Those that are open. */
  links(): Link[]
  close(): void
}

/** Meets the others of a room and stays connected to them, also when the server that introduced them is gone. */
export function openMesh(options: MeshOptions): Mesh {
  const own = nanoid()
  const links = new Map<string, PeerLink & { peer: string }>()
  /** Who has met this browser at the server. */
  let inRoom = new Set<string>()
  let iceServers: readonly IceServer[] = []
  let isClosed = false

  const linkTo = (peer: string): PeerLink | null => {
    const known = links.get(peer)
    if (known) return known
    // The server counts as well; nobody is made to hold more connections than a room has people.
    if (isClosed || peer === own || links.size >= MOST_IN_ROOM - 1) return null
    const link: PeerLink & { peer: string } = Object.assign(
      new PeerLink({
        iceServers,
        isPolite: own < peer,
        signal: (data) => meeting.send({ type: 'signal', to: peer, data }),
        onOpen: () => options.onOpen(link),
        onMessage: (message) => options.onMessage(link, message),
        onClose() {
          links.delete(peer)
          options.onClose(link)
          // One of the two calls again, as long as both are in the room.
          if (own > peer) setTimeout(() => inRoom.has(peer) && linkTo(peer), CALL_AGAIN_MS)
        },
      }),
      { peer },
    )
    links.set(peer, link)
    return link
  }

  const { room, ticket, onMeeting } = options
  const meeting = new MeetingPoint({
    join: () => ({ type: 'join', room, peer: own, ...(ticket && { ticket: ticket() }) }),
    onMeeting,
    onPeers(peers, servers) {
      iceServers = servers
      inRoom = new Set(peers)
      for (const peer of peers) linkTo(peer)
    },
    // A newcomer calls those who are there.
    onCame: (peer) => void inRoom.add(peer),
    // That somebody has left the server says nothing about the connection to them.
    onLeft: (peer) => void inRoom.delete(peer),
    onGone(peer) {
      inRoom.delete(peer)
      links.get(peer)?.close()
    },
    onSignal: (from, data) => void linkTo(from)?.take(data),
  })

  return {
    own,
    links: () => [...links.values()].filter(({ isOpen }) => isOpen),
    close() {
      isClosed = true
      meeting.close()
      for (const link of [...links.values()]) link.close()
    },
  }
}

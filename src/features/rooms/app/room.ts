import { nanoid } from 'nanoid'
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { createLiveDoc, type PageUser } from '@/document'
import { type IceServer, MOST_IN_ROOM } from '@/shared/rooms'
import { createStore, type Store } from '@/shared/store'
import { MeetingPoint } from './meeting-point'
import { PeerLink } from './peer-link'
import { forgetRooms, keepRoom, keptRoom } from './room-store'
import { hashOf, seedOf } from './seed'

/** What a message between two browsers holds; its first byte. */
const HAVE = 0
const UPDATE = 1
const PRESENCE = 2

const KEEP_MS = 1_000
const CALL_AGAIN_MS = 2_000

export interface RoomState {
  /** `searching`: the server that introduces people is not there, or not yet; who is connected stays so. */
  meeting: 'searching' | 'met' | 'full'
  /** Browsers that this one is connected to. */
  peers: number
  /** `false`: this browser has no place for what is written; the others have it. */
  isKept: boolean
}

export interface RoomOptions {
  /** The page that the room is about. */
  slug: string
  code: string
  /** What the room begins with, the same for everybody. */
  blocks: readonly Block[]
  user: PageUser
}

/** A page that some browsers edit together without the server (rulings 4). */
export interface Room {
  doc: Y.Doc
  awareness: Awareness
  state: Store<RoomState>
  close(): void
}

/**
 * Enters a room. What is written goes to the browsers that this one is connected to, and from them to theirs; each keeps it for itself
 * as well, so that it is there again after a reload, and comes together with what the others wrote meanwhile.
 */
export function openRoom({ slug, code, blocks, user }: RoomOptions): Room {
  const seed = seedOf(blocks)
  const doc = createLiveDoc(`room-${slug}`)
  const awareness = new Awareness(doc)
  Y.applyUpdate(doc, seed)
  const kept = keptRoom(slug, code)
  if (kept) takeIn(doc, kept)
  awareness.setLocalStateField('user', user)

  const state = createStore<RoomState>(
    { meeting: 'searching', peers: 0, isKept: true },
    (a, b) => a.meeting === b.meeting && a.peers === b.peers && a.isKept === b.isKept,
  )
  const own = nanoid()
  const links = new Map<string, PeerLink>()
  /** Who has met this browser at the server. */
  let inRoom = new Set<string>()
  let iceServers: readonly IceServer[] = []
  let isClosed = false

  const count = () =>
    state.set({ ...state.get(), peers: [...links.values()].filter(({ isOpen }) => isOpen).length })
  const sendTo = (link: PeerLink, kind: number, content: Uint8Array) => {
    const message = new Uint8Array(content.length + 1)
    message[0] = kind
    message.set(content, 1)
    link.send(message)
  }
  const sendToAll = (kind: number, content: Uint8Array, from: unknown) => {
    for (const link of links.values()) if (link.isOpen && link !== from) sendTo(link, kind, content)
  }

  /** Whom each browser has spoken for: they go with it. */
  const spokenFor = new Map<PeerLink, Set<number>>()

  /** Throws when it is no part of a page; the connection ends then. */
  const hear = (link: PeerLink, message: Uint8Array) => {
    const content = message.subarray(1)
    if (message[0] === HAVE) sendTo(link, UPDATE, Y.encodeStateAsUpdate(doc, content))
    else if (message[0] === UPDATE) Y.applyUpdate(doc, content, link)
    else if (message[0] === PRESENCE) applyAwarenessUpdate(awareness, content, link)
    else link.close()
  }

  const linkTo = (peer: string): PeerLink | null => {
    const known = links.get(peer)
    if (known) return known
    // The server counts as well; nobody is made to hold more connections than a room has people.
    if (isClosed || peer === own || links.size >= MOST_IN_ROOM - 1) return null
    const link: PeerLink = new PeerLink({
      iceServers,
      isPolite: own < peer,
      signal: (data) => meeting.send({ type: 'signal', to: peer, data }),
      onOpen() {
        sendTo(link, HAVE, Y.encodeStateVector(doc))
        sendTo(link, PRESENCE, encodeAwarenessUpdate(awareness, [...awareness.getStates().keys()]))
        count()
      },
      onMessage: (message) => hear(link, message),
      onClose() {
        links.delete(peer)
        removeAwarenessStates(awareness, [...(spokenFor.get(link) ?? [])], link)
        spokenFor.delete(link)
        count()
        // One of the two calls again, as long as both are in the room.
        if (own > peer) setTimeout(() => inRoom.has(peer) && linkTo(peer), CALL_AGAIN_MS)
      },
    })
    links.set(peer, link)
    return link
  }

  const meeting = new MeetingPoint({
    room: hashOf(`${slug}\n${hashOf(JSON.stringify(blocks))}\n${code}`),
    peer: own,
    onMeeting: (now) => state.set({ ...state.get(), meeting: now === 'away' ? 'searching' : now }),
    onPeers(peers, servers) {
      iceServers = servers
      inRoom = new Set(peers)
      for (const peer of peers) linkTo(peer)
    },
    // A newcomer calls those who are there.
    onCame: (peer) => void inRoom.add(peer),
    // That somebody has left the server says nothing about the connection to them.
    onLeft: (peer) => void inRoom.delete(peer),
    onSignal: (from, data) => void linkTo(from)?.take(data),
  })

  const keep = () => {
    clearTimeout(keepTimer)
    keepTimer = undefined
    const isKept = keepRoom(slug, code, Y.encodeStateAsUpdate(doc))
    if (!isKept) state.set({ ...state.get(), isKept })
  }
  let keepTimer: ReturnType<typeof setTimeout> | undefined
  const updated = (update: Uint8Array, origin: unknown) => {
    sendToAll(UPDATE, update, origin)
    keepTimer ??= setTimeout(keep, KEEP_MS)
  }
  doc.on('update', updated)
  const present = (
    { added, updated: changed, removed }: Record<'added' | 'updated' | 'removed', number[]>,
    origin: unknown,
  ) => {
    if (origin instanceof PeerLink) {
      const clients = spokenFor.get(origin) ?? new Set()
      for (const client of [...added, ...changed]) if (client !== doc.clientID) clients.add(client)
      spokenFor.set(origin, clients)
    }
    sendToAll(PRESENCE, encodeAwarenessUpdate(awareness, [...added, ...changed, ...removed]), origin)
  }
  awareness.on('update', present)
  const leave = () => keepTimer !== undefined && keep()
  window.addEventListener('pagehide', leave)
  forgetRooms(slug, code)

  return {
    doc,
    awareness,
    state,
    close() {
      leave()
      window.removeEventListener('pagehide', leave)
      removeAwarenessStates(awareness, [doc.clientID], 'left')
      isClosed = true
      meeting.close()
      for (const link of links.values()) link.close()
      awareness.destroy()
      doc.destroy()
    },
  }
}

function takeIn(doc: Y.Doc, update: Uint8Array): void {
  try {
    Y.applyUpdate(doc, update)
  } catch {
    // It is not what was kept here: the room begins with its page, and the others have the rest.
  }
}

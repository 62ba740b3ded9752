import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { createLiveDoc, type PageUser } from '@/document'
import { type Link, openMesh } from '@/editor/peers/mesh'
import { hashOf } from '@/shared/sha256'
import { createStore, type Store } from '@/shared/store'
import { forgetRooms, keepRoom, keptRoom } from './room-store'
import { seedOf } from './seed'

/** What a message between two browsers holds; its first byte. */
const HAVE = 0
const UPDATE = 1
const PRESENCE = 2

const KEEP_MS = 1_000

/** So much is taken in while a tab is in a room; more would fill its memory, no matter who sends it. */
const MOST_TAKEN = 64 * 1024 * 1024
/** What is said at once of who is there, and how many may be there. */
const MOST_PRESENCE = 64 * 1024
const MOST_CLIENTS = 200
/** It asks once for all that there is, when it is connected. */
const MOST_ASKED = 5

export interface RoomState {
  /** `searching`: the server that introduces people is not there, or not yet; who is connected stays so. */
  meeting: 'searching' | 'met' | 'full'
  /** Browsers that this one is connected to. */
  peers: number
  /** `false`: this browser has no place for what is written; the others have it. */
  isKept: boolean
  /** Others have sent more than a tab takes in: what they write is no longer shown here. */
  isOverfull: boolean
}

export interface RoomOptions {
  /** The page that the room is about. */
  slug: string
  code: string
  /** What the room is called among those who may come in (`roomName`). */
  name: string
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
export function openRoom({ slug, code, name, blocks, user }: RoomOptions): Room {
  const seed = seedOf(blocks)
  const doc = createLiveDoc(`room-${slug}`)
  const awareness = new Awareness(doc)
  Y.applyUpdate(doc, seed)
  const kept = keptRoom(slug, code)
  if (kept) takeIn(doc, kept)
  awareness.setLocalStateField('user', user)

  const state = createStore<RoomState>(
    { meeting: 'searching', peers: 0, isKept: true, isOverfull: false },
    isSameState,
  )
  const count = () => state.set({ ...state.get(), peers: mesh.links().length })
  const sendTo = (link: Link, kind: number, content: Uint8Array) => {
    const message = new Uint8Array(content.length + 1)
    message[0] = kind
    message.set(content, 1)
    link.send(message)
  }
  const sendToAll = (kind: number, content: Uint8Array, from: unknown) => {
    for (const link of mesh.links()) if (link !== from) sendTo(link, kind, content)
  }

  /** Whom each browser has spoken for: they go with it. */
  const spokenFor = new Map<Link, Set<number>>()

  /** How much has come from others, and how often each browser asked for all that there is. */
  let taken = 0
  const asked = new WeakMap<Link, number>()

  /** Throws when it is no part of a page; the connection ends then. */
  const hear = (link: Link, message: Uint8Array) => {
    const content = message.subarray(1)
    switch (message[0]) {
      case HAVE: {
        const times = (asked.get(link) ?? 0) + 1
        asked.set(link, times)
        return times > MOST_ASKED ? link.close() : sendTo(link, UPDATE, Y.encodeStateAsUpdate(doc, content))
      }
      case UPDATE:
        taken += content.length
        if (taken <= MOST_TAKEN) Y.applyUpdate(doc, content, link)
        else state.set({ ...state.get(), isOverfull: true })
        return
      case PRESENCE:
        if (content.length > MOST_PRESENCE || awareness.getStates().size > MOST_CLIENTS) return link.close()
        return applyAwarenessUpdate(awareness, content, link)
      default:
        link.close()
    }
  }

  const mesh = openMesh({
    room: hashOf(`${slug}\n${hashOf(JSON.stringify(blocks))}\n${name}`),
    onMeeting: (now) => state.set({ ...state.get(), meeting: now === 'away' ? 'searching' : now }),
    onOpen(link) {
      sendTo(link, HAVE, Y.encodeStateVector(doc))
      sendTo(link, PRESENCE, encodeAwarenessUpdate(awareness, [...awareness.getStates().keys()]))
      count()
    },
    onMessage: hear,
    onClose(link) {
      removeAwarenessStates(awareness, [...(spokenFor.get(link) ?? [])], link)
      spokenFor.delete(link)
      count()
    },
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
    const link = mesh.links().find((one) => one === origin)
    if (link) {
      const clients = spokenFor.get(link) ?? new Set()
      for (const client of [...added, ...changed]) if (client !== doc.clientID) clients.add(client)
      spokenFor.set(link, clients)
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
      mesh.close()
      awareness.destroy()
      doc.destroy()
    },
  }
}

const isSameState = (a: RoomState, b: RoomState): boolean =>
  a.meeting === b.meeting && a.peers === b.peers && a.isKept === b.isKept && a.isOverfull === b.isOverfull

function takeIn(doc: Y.Doc, update: Uint8Array): void {
  try {
    Y.applyUpdate(doc, update)
  } catch {
    // It is not what was kept here: the room begins with its page, and the others have the rest.
  }
}

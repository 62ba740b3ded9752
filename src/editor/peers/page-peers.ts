import { toBase64 } from 'lib0/buffer'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import {
  type Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import * as Y from 'yjs'
import { judgeSuggestion, Suggestions, wordsIdOf } from '@/document'
import type { OwnEdits } from '@/editor/live/own-edits'
import { LIMITS } from '@/shared/limits'
import {
  NEXT_TICKET_MS,
  type Parcel,
  type RelayAnswer,
  readParcel,
  type Ticket,
  type TicketAnswer,
  UNSETTLED,
} from '@/shared/peer-ticket'
import { hashOf } from '@/shared/sha256'
import type { OwnStore } from '@/shared/store'
import { handInHeld } from './hand-in'
import { bodyOf, HeldParcels, parcelName } from './held-parcels'
import { judgeParcel, type PeerRefusal } from './judge-parcel'
import { isSigned, makeOwnKey, makeParcel, proofOf, readTicket } from './keys'
import type { Link, Mesh, openMesh } from './mesh'
import type { NotTaken } from './not-taken'
import { readPresence } from './presence-message'
import { openRelay } from './relay'

/** What a message between two browsers holds; its first byte. */
const HELLO = 0
const PROOF = 1
const PARCEL = 2
const HELD = 3
const REFUSED = 4
const PRESENCE = 5
const WHO = 6

/** What may come while what is held is handed in. */
const MOST_LATE_BYTES = 4 * 1024 * 1024
/** What is typed in this time goes to the others together. */
const GATHER_MS = 100
/** Own edits are put together when they have become so many parcels. */
const MOST_OWN_PARCELS = 40
/** A parcel holds about so much; what is longer by itself goes alone. */
const PARCEL_BYTES = 1024 * 1024
/** The server takes no longer message, and this is written in characters there. */
const LONGEST_BYTES = Math.floor((LIMITS.frame - 64 * 1024) * 0.7)
/** Without the server nobody knows who may still write: after so long nothing more is taken from anybody. */
const LONGEST_ALONE_MS = 12 * 3600_000
/** What is written takes no longer to the others, as long as they are there. */
const ON_ITS_WAY_MS = 1_000
/** A peer that does not say who it is. */
const PATIENCE_MS = 15_000

export interface PeersState {
  /** `off`: this browser does not look for others. */
  meeting: 'off' | 'searching' | 'met' | 'full'
  /** Browsers that this one is connected to, and that have shown who they are. */
  peers: number
  /** Why somebody did not take what was written here, and from whom nothing is taken here. */
  refusedThere: PeerRefusal | null
  refusedHere: { name: string; reason: PeerRefusal } | null
}

export interface OwnPart {
  without: ReadonlySet<number>
  of: number
  after: number
  until: number
}

/** The page, as it is given to what connects it to others. */
export interface PeersHost {
  documentId: string
  userId: string
  /** This browser's name, which all tabs have that share its copy of the page; null where nothing is kept. */
  browser(): string | null
  doc: Y.Doc
  awareness: Awareness
  /** The client id that this tab writes under. */
  writingId: number
  mine: OwnEdits
  state: OwnStore<PeersState>
  openMesh: typeof openMesh
  /** Has the server the page open on a connection that stands? */
  isServed(): boolean
  /** Is there any connection to the server? */
  isConnected(): boolean
  /** Says something to the server beside the document. */
  say(message: object): void
  /** What this browser holds of others that the server may lack, each under its name. It is written down. */
  held(): ReadonlyMap<string, Uint8Array>
  hold(name: string, parcel: Uint8Array): void
  drop(names: readonly string[]): void
  /**
   * Sends what was written here between two clocks (the second not included) of this tab's client id: the words but for those of
   * `without`, or what was deleted.
   */
  sendOwn(part: OwnPart | 'deletes'): void
  /** How many others hold all that the server lacks of this tab. */
  holders(count: number): void
  /** What is on its way to the server goes now, or not at all. */
  flush(): void
}

export interface PagePeers {
  /** Is this the origin of what others wrote? */
  isOrigin(origin: unknown): boolean
  /** Enters a room of the page: `null` leaves it. */
  meet(room: string | null): void
  /** The server has said something that may be for this. */
  heard(message: object): void
  /** Something was written here. */
  edited(): void
  /** The connection to the server is another than before. */
  connectionChanged(): void
  /**
   * Hands in what others wrote, before anything of this tab is sent: that may build on it. Gives what the server does not take; null
   * when the connection was lost meanwhile.
   */
  handIn(): Promise<NotTaken | null>
  /** Is this the client id of somebody whose signed words are in the page? */
  isOther(client: number): boolean
  close(): void
}

interface Peer {
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

interface OwnParcel {
  first: number
  last: number
  bytes: Uint8Array
}

const nonce = () => toBase64(crypto.getRandomValues(new Uint8Array(16)))
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const bytesOf = (text: string) => new TextEncoder().encode(text)

/**
 * Connects a page to the browsers of others that have it open (`docs/decisions/rooms.md`). As long as the server is there nothing but
 * names goes between them. When it is gone, what is written goes from each to all others, signed; everybody keeps what they were
 * sent, and whoever reaches the server first hands all of it in.
 */
export async function createPagePeers(host: PeersHost): Promise<PagePeers> {
  const { doc, awareness, mine, documentId } = host
  const key = await makeOwnKey()
  const peers = new Map<Link, Peer>()
  const read = new Map<string, Promise<Ticket | null>>()
  const held = new HeldParcels(host)
  const server = openRelay(host.say)
  /** What came while the server is there goes to it first, and into the page from there. */
  const onTheWay = new Map<string, { bytes: Uint8Array; peer: Peer }>()
  /** What came while what is held was handed in: with it, somebody who types on would keep this tab from ever being done. */
  let late: { bytes: Uint8Array; peer: Peer }[] = []
  let handsIn = false
  let own: OwnParcel[] = []
  let signedTo = 0
  let ticket: (TicketAnswer & { heardAt: number }) | null = null
  /** As the others know it: what is in the ticket. */
  let ownBrowser: string | undefined
  let mesh: Mesh | null = null
  let room: string | null = null
  let goneAt: number | null = null
  let isClosed = false
  let wasServed = host.isServed()
  /** How many were last said to hold what is written here. */
  let told = 0
  let fewer: ReturnType<typeof setTimeout> | undefined
  let gather: ReturnType<typeof setTimeout> | undefined
  let signing: Promise<void> = Promise.resolve()
  let suggestions: Suggestions | null = null

  const set = (more: Partial<PeersState>) => host.state.set({ ...host.state.get(), ...more })
  /** By the server's clock, as it stood when this browser last heard of it: a ticket that was good then is good until it is back. */
  const now = () => (ticket ? ticket.at + ((goneAt ?? performance.now()) - ticket.heardAt) : 0)
  const isGood = ({ page, until }: Ticket) =>
    page === documentId && until > now() && (goneAt === null || performance.now() - goneAt < LONGEST_ALONE_MS)
  /** Another tab of this browser: what it writes comes through the copy, and there without a signature. */
  const isOwnBrowser = ({ user, browser }: Ticket) =>
    user.id === host.userId && browser !== undefined && browser === ownBrowser
  const ticketOf = (text: string): Promise<Ticket | null> => {
    const known = read.get(text)
    if (known) return known
    if (read.size > 500) read.clear()
    const found = readTicket(text, ticket?.verify ?? '')
    read.set(text, found)
    return found
  }

  const send = ({ link }: Peer, kind: number, content: Uint8Array = new Uint8Array()) => {
    const message = new Uint8Array(content.length + 1)
    message[0] = kind
    message.set(content, 1)
    link.send(message)
  }
  /** Those that have shown who they are, with a ticket that is good: a peer that gets no new one hears nothing more. */
  const proven = () =>
    [...peers.values()].filter((peer) => peer.isProven && peer.ticket !== null && isGood(peer.ticket))
  const sendToAll = (kind: number, content?: Uint8Array) => {
    for (const peer of proven()) send(peer, kind, content)
  }
  const count = () => {
    set({ peers: proven().length })
    countHolders()
  }
  const countHolders = () => {
    const last = mine.all().findLast(({ confirmedAt }) => confirmedAt === null)?.number ?? 0
    const count = last === 0 ? 0 : proven().filter(({ holds }) => holds >= last).length
    clearTimeout(fewer)
    // What was typed a moment ago is on its way: while somebody types on, nothing else is said than before.
    if (count >= told || proven().length < told) tellHolders(count)
    else fewer = setTimeout(tellHolders, ON_ITS_WAY_MS, count)
  }
  const tellHolders = (count: number) => {
    told = count
    host.holders(count)
  }

  /* Who is there. */

  const ask = () => {
    const clients = { client: host.writingId, words: wordsIdOf(doc) }
    const browser = host.browser()
    if (host.isServed()) host.say({ ticket: { key: key.name, ...clients, ...(browser && { browser }) } })
  }
  const open = () => {
    if (room === null || !ticket || mesh) return
    set({ meeting: 'searching', refusedThere: null, refusedHere: null })
    mesh = host.openMesh({
      room: hashOf(`page\n${room}`),
      ticket: () => ticket?.ticket ?? '',
      onMeeting: (meeting) => set({ meeting: meeting === 'away' ? 'searching' : meeting }),
      onOpen: greet,
      onMessage: (link, message) => {
        const peer = peers.get(link)
        if (!peer) return
        // One after the other: what is asked of the browser's keys takes a moment.
        peer.turn = peer.turn.then(() => hear(peer, message)).catch(() => link.close())
      },
      onClose(link) {
        const peer = peers.get(link)
        peers.delete(link)
        clearTimeout(peer?.timer)
        if (peer?.client != null && !host.isConnected()) removeAwarenessStates(awareness, [peer.client], link)
        count()
      },
    })
  }
  const leave = () => {
    mesh?.close()
    mesh = null
    set({ meeting: 'off' })
  }
  const greet = (link: Link) => {
    const peer: Peer = {
      link,
      nonce: nonce(),
      ticket: null,
      isProven: false,
      turn: Promise.resolve(),
      client: null,
      holds: 0,
      timer: setTimeout(() => !peer.isProven && link.close(), PATIENCE_MS),
    }
    peers.set(link, peer)
    sayHello(peer)
  }
  const sayHello = (peer: Peer) =>
    send(peer, HELLO, bytesOf(JSON.stringify({ ticket: ticket?.ticket, nonce: peer.nonce })))

  const hear = async (peer: Peer, message: Uint8Array): Promise<void> => {
    const kind = message[0]
    const content = message.subarray(1)
    if (isClosed) return
    if (kind === HELLO) return meetPeer(peer, JSON.parse(textOf(content)))
    if (kind === PROOF) return prove(peer, content)
    if (!peer.isProven) {
      if (peer.ticket && isOwnBrowser(peer.ticket)) return
      throw new Error('It has not shown who it is')
    }
    if (kind === PARCEL) return receive(peer, content)
    if (kind === HELD) {
      peer.holds = Math.max(peer.holds, decoding.readVarUint(decoding.createDecoder(content)))
      return countHolders()
    }
    if (kind === REFUSED) return set({ refusedThere: textOf(content) as PeerRefusal })
    if (kind === PRESENCE) return present(peer, content)
    if (kind === WHO) return tellPresence(peer)
    throw new Error('Not a message of ours')
  }
  /** It says who it is, the first time or with a newer ticket; and shows it when it is asked to. */
  const meetPeer = async (peer: Peer, hello: { ticket?: unknown; nonce?: unknown }) => {
    const said = await ticketOf(String(hello.ticket))
    if (!said) return refuse(peer, 'not-signed', true)
    if (!isGood(said)) return refuse(peer, 'expired', true)
    if (peer.ticket && (peer.ticket.key !== said.key || peer.ticket.user.id !== said.user.id))
      return refuse(peer, 'not-signed', true)
    peer.ticket = said
    const at = mesh
    if (at) send(peer, PROOF, await key.sign(proofOf(String(hello.nonce), at.own, peer.link.peer)))
  }
  const prove = async (peer: Peer, signature: Uint8Array) => {
    if (!peer.ticket || !mesh) throw new Error('A proof of nothing')
    if (!(await isSigned(proofOf(peer.nonce, peer.link.peer, mesh.own), signature, peer.ticket.key)))
      return refuse(peer, 'not-signed', true)
    if (peer.isProven) return
    clearTimeout(peer.timer)
    // It stays connected, and is told nothing.
    if (isOwnBrowser(peer.ticket)) return
    peer.isProven = true
    for (const { bytes } of own) send(peer, PARCEL, bytes)
    for (const bytes of host.held().values()) send(peer, PARCEL, bytes)
    if (!host.isConnected()) {
      send(peer, WHO)
      tellPresence(peer)
    }
    count()
  }
  const refuse = (peer: Peer, reason: PeerRefusal, isEnd = false) => {
    set({ refusedHere: { name: peer.ticket?.user.name ?? '', reason } })
    send(peer, REFUSED, bytesOf(reason))
    if (isEnd) throw new Error(reason)
  }

  /* What others write. */

  /** What a signed edit is, or why it is nobody's. */
  const openParcel = async (bytes: Uint8Array): Promise<{ parcel: Parcel; author: Ticket } | PeerRefusal> => {
    let parcel: ReturnType<typeof readParcel>
    try {
      parcel = readParcel(bytes)
    } catch {
      return 'not-signed'
    }
    const author = await ticketOf(parcel.ticket)
    if (!author || author.page !== documentId) return 'not-signed'
    if (!(await isSigned(parcel.signed, parcel.signature, author.key))) return 'not-signed'
    if (author.may === 'read') return 'read-only'
    return isGood(author) ? { parcel, author } : 'expired'
  }
  const receive = async (peer: Peer, bytes: Uint8Array) => {
    const opened = await openParcel(bytes)
    // No honest browser sends it: nothing more is taken from this one.
    if (typeof opened === 'string') return refuse(peer, opened, opened !== 'expired')
    const { parcel, author } = opened
    if (author.key === key.name || isOwnBrowser(author)) return
    if (handsIn) {
      // Beyond that its author brings it, who is not told that it is held.
      const size = late.reduce((sum, one) => sum + one.bytes.byteLength, bytes.byteLength)
      if (size <= MOST_LATE_BYTES) late.push({ bytes, peer })
      return
    }
    const isAuthor = author.key === peer.ticket?.key
    const name = parcelName(author, parcel)
    const { isCovered, covered } = held.beside(author, parcel)
    if (isCovered || onTheWay.has(name)) return isAuthor ? acknowledge(peer, parcel) : undefined
    if (host.isServed()) {
      onTheWay.set(name, { bytes, peer })
      const answer = await server.relay(bytes)
      if (!onTheWay.delete(name)) return
      if (answer === null) return isAuthor ? acknowledge(peer, parcel) : undefined
      if (answer !== UNSETTLED) return refuse(peer, answer as PeerRefusal)
      // The server could not, or has gone meanwhile.
      if (host.isServed()) return
    }
    if (!held.hasRoomFor(bytes)) return refuse(peer, 'too-large')
    const wasHeld = held.hasAnyOf(author)
    // Before it is in the page: nothing of this tab is sent while something of others is held.
    held.hold(name, bytes, author, Y.getState(doc.store, host.writingId))
    const judgement = take(parcel, author)
    if (judgement === 'known' && !wasHeld) {
      // The server has told of it.
      held.forget([name])
      return isAuthor ? acknowledge(peer, parcel) : undefined
    }
    if (judgement !== 'taken' && judgement !== 'waits' && judgement !== 'known') {
      held.forget([name])
      return refuse(peer, judgement, judgement !== 'too-large')
    }
    if (judgement === 'waits') held.waiting.add(name)
    else {
      held.applied.add(name)
      held.forget(covered)
    }
    retryWaiting()
    if (isAuthor) acknowledge(peer, parcel)
    // Two who cannot reach each other still meet through a third.
    for (const other of proven())
      if (other !== peer && other.ticket?.key !== author.key) send(other, PARCEL, bytes)
  }
  const acknowledge = (peer: Peer, { last }: Parcel) =>
    send(
      peer,
      HELD,
      encoding.encode((out) => encoding.writeVarUint(out, last)),
    )
  /** Takes an edit into the page, if it may and can come in now. */
  const take = ({ update }: Parcel, author: Ticket) => {
    const judgement = judgeParcel(doc, update, author, (edit) => {
      suggestions ??= new Suggestions(doc)
      return judgeSuggestion(suggestions, edit, author.user.id)
    })
    if (typeof judgement !== 'object') return judgement
    Y.applyUpdate(doc, judgement.taken, host)
    // It waits in the library's queue, which is emptied where it leads nowhere: it is not this tab's to send.
    host.flush()
    return 'taken'
  }
  /** What has come may be what others waited for. */
  const retryWaiting = () => {
    void (async () => {
      for (let isNew = true; isNew; ) {
        isNew = false
        for (const name of [...held.waiting]) {
          const bytes = host.held().get(name)
          const opened = bytes && (await openParcel(bytes))
          if (isClosed || host.isServed() || !opened || typeof opened === 'string') continue
          if (!held.waiting.has(name)) continue
          const judgement = take(opened.parcel, opened.author)
          if (judgement === 'waits') continue
          held.waiting.delete(name)
          held.takenAt.set(name, Y.getState(doc.store, host.writingId))
          if (judgement === 'taken' || judgement === 'known') held.applied.add(name)
          else held.forget([name])
          isNew = true
        }
      }
    })()
  }

  /* What is written here. */

  const flushOwn = () => {
    clearTimeout(gather)
    gather = undefined
    if (host.isConnected() || !ticket || isClosed) return
    signing = signing.then(signOwn).catch((error: unknown) => reportError(error))
  }
  const signOwn = async () => {
    if (own.length >= MOST_OWN_PARCELS) {
      // Put together they are fewer, and take the place of those.
      own = []
      signedTo = 0
    }
    const said = ticket?.ticket ?? ''
    for (;;) {
      const edits = mine.all().filter(({ number }) => number > signedTo)
      const [first] = edits
      if (!first) return
      let bytes = 0
      const some = edits.filter(({ update }, at) => {
        bytes += update.byteLength
        return at === 0 || bytes < PARCEL_BYTES
      })
      const last = some.at(-1) ?? first
      signedTo = last.number
      const update = some.length === 1 ? first.update : Y.mergeUpdates(some.map((edit) => edit.update))
      // It stays in this browser until the server is back, and is counted as being nowhere else.
      if (update.byteLength > LONGEST_BYTES) return
      const parcel = { ticket: said, first: first.number, last: last.number, update }
      const made = { first: parcel.first, last: parcel.last, bytes: await makeParcel(key, parcel) }
      if (isClosed) return
      own.push(made)
      sendToAll(PARCEL, made.bytes)
    }
  }

  /* Carets. */

  const tellPresence = (peer: Peer) => {
    const local = awareness.getLocalState()
    if (local === null) return
    // Newer than what they know: they have taken everybody for gone when the server went.
    awareness.setLocalState(local)
    send(peer, PRESENCE, encodeAwarenessUpdate(awareness, [awareness.clientID]))
  }
  const present = (peer: Peer, content: Uint8Array) => {
    if (host.isConnected() || !peer.ticket) return
    const isTaken = (client: number) =>
      client === awareness.clientID ||
      [...peers.values()].some((other) => other !== peer && other.client === client)
    const read = readPresence(content, peer.ticket)
    if (!read) return
    if (isTaken(read.client) || (peer.client !== null && peer.client !== read.client))
      throw new Error('A presence of somebody else')
    peer.client = read.client
    applyAwarenessUpdate(awareness, read.update, peer.link)
    host.flush()
  }
  const presenceChanged = ({ added, updated }: { added: number[]; updated: number[] }) => {
    if (host.isConnected() || ![...added, ...updated].includes(awareness.clientID)) return
    sendToAll(PRESENCE, encodeAwarenessUpdate(awareness, [awareness.clientID]))
  }
  awareness.on('update', presenceChanged)

  /* The server. */

  const handIn = () => {
    handsIn = true
    return handInHeld({
      held,
      noteCopy: () => held.noteCopy(doc),
      relay: server.relay,
      isOver: () => !host.isConnected() || isClosed,
      sendOwn: (after, until) => host.sendOwn({ without: held.authors, of: host.writingId, after, until }),
      sendDeletions: () => host.sendOwn('deletes'),
    })
  }
  /** Once the server has what was held, or is gone again. */
  const receiveLate = () => {
    handsIn = false
    const some = late
    late = []
    for (const { bytes, peer } of some)
      peer.turn = peer.turn.then(() => receive(peer, bytes)).catch(() => peer.link.close())
  }
  const heard = (message: Partial<TicketAnswer & RelayAnswer>) => {
    if (typeof message.relayed === 'string') server.answered(message.relayed, message.refusal ?? null)
    else if (typeof message.ticket === 'string') {
      if (ticket?.verify !== message.verify) read.clear()
      ticket = { ...(message as TicketAnswer), heardAt: performance.now() }
      ownBrowser = bodyOf(ticket.ticket).browser
      open()
      for (const peer of peers.values()) sayHello(peer)
    }
  }
  const connectionChanged = () => {
    const isServed = host.isServed()
    if (isServed && !wasServed) {
      goneAt = null
      ask()
    }
    if (isServed && handsIn) receiveLate()
    wasServed = isServed
    if (host.isConnected()) return
    server.lost()
    if (handsIn) receiveLate()
    if (goneAt !== null) return
    goneAt = performance.now()
    own = []
    signedTo = 0
    for (const { bytes, peer } of [...onTheWay.values()])
      void receive(peer, bytes).catch(() => peer.link.close())
    onTheWay.clear()
    flushOwn()
    sendToAll(WHO)
    for (const peer of proven()) tellPresence(peer)
  }
  const renewal = setInterval(ask, NEXT_TICKET_MS)
  held.noteCopy(doc)
  ask()

  return {
    isOrigin: (origin) => origin === host,
    meet(wanted) {
      if (room === wanted) return
      leave()
      room = wanted
      open()
    },
    heard,
    edited() {
      countHolders()
      if (!host.isConnected()) gather ??= setTimeout(flushOwn, GATHER_MS)
    },
    connectionChanged,
    handIn,
    isOther: (client) => held.authors.has(client),
    close() {
      isClosed = true
      clearTimeout(gather)
      clearTimeout(fewer)
      clearInterval(renewal)
      awareness.off('update', presenceChanged)
      server.lost()
      suggestions?.close()
      leave()
    },
  }
}

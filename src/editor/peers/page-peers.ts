import { toBase64 } from 'lib0/buffer'
import * as decoding from 'lib0/decoding'
import { wordsIdOf } from '@/document'
import { NEXT_TICKET_MS, type RelayAnswer, type Ticket, type TicketAnswer } from '@/shared/peer-ticket'
import { hashOf } from '@/shared/sha256'
import { createCarets } from './carets'
import type { PeerRefusal } from './judge-parcel'
import { isSigned, makeOwnKey, proofOf } from './keys'
import { KnownTickets } from './known-tickets'
import type { Link, Mesh } from './mesh'
import { createHandIn, createOthersParcels } from './others-parcels'
import { createOwnParcels } from './own-parcels'
import {
  bytesOf,
  HELD,
  HELLO,
  PARCEL,
  type Peer,
  PRESENCE,
  PROOF,
  type ProvenPeers,
  REFUSED,
  sendTo,
  textOf,
  WHO,
} from './peer'
import type { HoldingPage, PagePeers, PeersHost, PeersState } from './peers-host'

/** What is written takes no longer to the others, as long as they are there. */
const ON_ITS_WAY_MS = 1_000
/** A peer that does not say who it is. */
const PATIENCE_MS = 15_000

const isOfSameTab = (one: Ticket, other: Ticket): boolean =>
  one.key === other.key && one.user.id === other.user.id && one.browser === other.browser
const nonce = () => toBase64(crypto.getRandomValues(new Uint8Array(16)))

/**
 * Connects a page to the browsers of others that have it open (`docs/decisions/rooms.md`). As long as the server is there nothing but
 * names goes between them. When it is gone, what is written goes from each to all others, signed; everybody keeps what they were
 * sent, and the first one to reach the server hands all of it in.
 */
export async function createPagePeers(host: PeersHost): Promise<PagePeers> {
  const { doc, mine } = host
  const key = await makeOwnKey()
  const tickets = new KnownTickets(host)
  const peers = new Map<Link, Peer>()
  let mesh: Mesh | null = null
  let room: string | null = null
  let isClosed = false
  let wasServed = host.isServed()
  /** It stays what it was: a tab whose copy breaks, or opens late, would be a peer to the tabs that it shares that copy with. */
  const browser = host.browser()
  /** How many were last said to hold what is written here. */
  let told = 0
  let fewer: ReturnType<typeof setTimeout> | undefined

  const set = (more: Partial<PeersState>) => host.state.set({ ...host.state.get(), ...more })
  /** A peer that gets no new ticket hears nothing more. */
  const proven = () =>
    [...peers.values()].filter((peer) => peer.isProven && peer.ticket !== null && tickets.isGood(peer.ticket))
  const others: ProvenPeers = {
    proven,
    send: sendTo,
    sendToAll(kind, content) {
      for (const peer of proven()) sendTo(peer, kind, content)
    },
  }
  const refuse = (peer: Peer, reason: PeerRefusal, isEnd = false) => {
    set({ refusedHere: { name: peer.ticket?.user.name ?? '', reason } })
    sendTo(peer, REFUSED, bytesOf(reason))
    if (isEnd) throw new Error(reason)
  }
  const carets = createCarets(host, others, () => peers.values())
  const server = createHandIn(host)
  const ofOthers = createOthersParcels(host, tickets, key.name, server, others, refuse)
  const own = createOwnParcels(
    key,
    mine,
    () => (host.isConnected() ? null : tickets.own),
    (parcel) => others.sendToAll(PARCEL, parcel),
  )

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

  const ask = () => {
    if (!host.isServed()) return
    const clients = { client: host.writingId, words: wordsIdOf(doc) }
    host.say({ ticket: { key: key.name, ...clients, ...(browser !== null && { browser }) } })
  }
  const open = () => {
    if (room === null || tickets.own === null || mesh) return
    set({ meeting: 'searching', refusedThere: null, refusedHere: null })
    mesh = host.openMesh({
      room: hashOf(`page\n${room}`),
      ticket: () => tickets.own ?? '',
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
        if (peer) {
          clearTimeout(peer.timer)
          carets.left(peer)
        }
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
    sendTo(peer, HELLO, bytesOf(JSON.stringify({ ticket: tickets.own, nonce: peer.nonce })))

  const hear = async (peer: Peer, message: Uint8Array): Promise<void> => {
    const kind = message[0]
    const content = message.subarray(1)
    if (isClosed) return
    if (kind === HELLO) return meetPeer(peer, JSON.parse(textOf(content)))
    if (kind === PROOF) return prove(peer, content)
    if (!peer.isProven) {
      if (peer.ticket && tickets.isOwnBrowser(peer.ticket)) return
      throw new Error('It has not shown who it is')
    }
    if (kind === PARCEL) return ofOthers.receive(peer, content)
    if (kind === HELD) {
      peer.holds = Math.max(peer.holds, decoding.readVarUint(decoding.createDecoder(content)))
      return countHolders()
    }
    if (kind === REFUSED) return set({ refusedThere: textOf(content) as PeerRefusal })
    if (kind === PRESENCE) return carets.hear(peer, content)
    if (kind === WHO) return carets.tell(peer)
    throw new Error('Not a message of ours')
  }
  /** It says who it is, the first time or with a newer ticket; and shows it when it is asked to. */
  const meetPeer = async (peer: Peer, hello: { ticket?: unknown; nonce?: unknown }) => {
    const said = await tickets.read(String(hello.ticket))
    if (!said) return refuse(peer, 'not-signed', true)
    if (!tickets.isGood(said)) return refuse(peer, 'expired', true)
    if (peer.ticket && !isOfSameTab(peer.ticket, said)) return refuse(peer, 'not-signed', true)
    peer.ticket = said
    const at = mesh
    if (at) sendTo(peer, PROOF, await key.sign(proofOf(String(hello.nonce), at.own, peer.link.peer)))
  }
  const prove = async (peer: Peer, signature: Uint8Array) => {
    if (!peer.ticket || !mesh) throw new Error('A proof of nothing')
    if (!(await isSigned(proofOf(peer.nonce, peer.link.peer, mesh.own), signature, peer.ticket.key)))
      return refuse(peer, 'not-signed', true)
    if (peer.isProven) return
    clearTimeout(peer.timer)
    // It stays connected, and is told nothing.
    if (tickets.isOwnBrowser(peer.ticket)) return
    peer.isProven = true
    for (const bytes of own.all()) sendTo(peer, PARCEL, bytes)
    for (const bytes of host.held().values()) sendTo(peer, PARCEL, bytes)
    if (!host.isConnected()) {
      sendTo(peer, WHO)
      carets.tell(peer)
    }
    count()
  }

  const connectionChanged = () => {
    const isServed = host.isServed()
    if (isServed && !wasServed) {
      tickets.serverIsBack()
      ask()
    }
    if (isServed) ofOthers.receiveLate()
    wasServed = isServed
    if (host.isConnected()) return
    server.lost()
    ofOthers.receiveLate()
    if (!tickets.serverIsGone()) return
    own.forget()
    ofOthers.serverIsGone()
    own.flush()
    others.sendToAll(WHO)
    for (const peer of proven()) carets.tell(peer)
  }
  const renewal = setInterval(ask, NEXT_TICKET_MS)
  ask()

  return {
    isOrigin: (origin) => origin === host,
    meet(wanted) {
      if (room === wanted) return
      leave()
      room = wanted
      open()
    },
    heard(message: Partial<TicketAnswer & RelayAnswer>) {
      server.heard(message)
      if (typeof message.ticket !== 'string') return
      tickets.heard(message as TicketAnswer)
      open()
      for (const peer of peers.values()) sayHello(peer)
    },
    edited() {
      countHolders()
      if (!host.isConnected()) own.edited()
    },
    cameFromCopy: ofOthers.cameFromCopy,
    connectionChanged,
    handIn: ofOthers.handIn,
    isOther: (client) => server.held.authors.has(client),
    close() {
      isClosed = true
      clearTimeout(fewer)
      clearInterval(renewal)
      own.close()
      carets.close()
      server.close()
      ofOthers.close()
      leave()
    },
  }
}

/** For a browser that cannot be connected to others: it hands in what it holds of them all the same. */
export function createWithoutPeers(page: HoldingPage): PagePeers {
  const server = createHandIn(page)
  const nothing = () => undefined
  return {
    isOrigin: () => false,
    meet: nothing,
    heard: (message: Partial<RelayAnswer>) => server.heard(message),
    edited: nothing,
    cameFromCopy: nothing,
    connectionChanged() {
      if (!page.isConnected()) server.lost()
    },
    handIn: server.handIn,
    isOther: (client) => server.held.authors.has(client),
    close: server.close,
  }
}

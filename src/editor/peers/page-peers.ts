import { fromBase64UrlEncoded, toBase64 } from 'lib0/buffer'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import {
  type Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import * as Y from 'yjs'
import { judgeSuggestion, Suggestions } from '@/document'
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
import { judgeParcel, type PeerRefusal } from './judge-parcel'
import { isSigned, makeOwnKey, makeParcel, proofOf, readTicket } from './keys'
import type { Link, Mesh, openMesh } from './mesh'
import { type NotTaken, Refusals } from './not-taken'

/** What a message between two browsers holds; its first byte. */
const HELLO = 0
const PROOF = 1
const PARCEL = 2
const HELD = 3
const REFUSED = 4
const PRESENCE = 5
const WHO = 6

/** What is typed in this time goes to the others together. */
const GATHER_MS = 100
/** Own edits are put together when they have become so many parcels. */
const MOST_OWN_PARCELS = 40
/** A parcel holds about so much; what is longer by itself goes alone. */
const PARCEL_BYTES = 1024 * 1024
/** The server takes no longer message, and this is written in characters there. */
const LONGEST_BYTES = Math.floor((LIMITS.frame - 64 * 1024) * 0.7)
/** What is kept of all others together. */
const MOST_HELD = 4000
const MOST_HELD_BYTES = 32 * 1024 * 1024
/** Without the server nobody knows who may still write: after so long nothing more is taken from anybody. */
const LONGEST_ALONE_MS = 12 * 3600_000
const AGAIN_MS = 2_000
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
  /** In the order in which the page took them. */
  const applied = new Set<string>()
  /** How far this tab had written when the page took each of them: they may build on that, and on nothing later. */
  const takenAt = new Map<string, number>()
  /** The client ids of their authors. */
  const others = new Set<number>()
  const waiting = new Set<string>()
  /** Asked of the server and not answered. */
  const asked = new Map<string, (answer: string | null) => void>()
  /** What came while the server is there goes to it first, and into the page from there. */
  const onTheWay = new Map<string, { bytes: Uint8Array; peer: Peer }>()
  let own: OwnParcel[] = []
  let signedTo = 0
  let ticket: (TicketAnswer & { heardAt: number }) | null = null
  let mesh: Mesh | null = null
  let room: string | null = null
  let goneAt: number | null = null
  let isClosed = false
  let wasServed = host.isServed()
  let relays = 0
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
    if (host.isServed()) host.say({ ticket: { key: key.name, client: host.writingId } })
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
    if (!peer.isProven) throw new Error('It has not shown who it is')
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
    peer.isProven = true
    clearTimeout(peer.timer)
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

  const nameOf = ({ key: author }: Ticket, { first, last }: Parcel) =>
    `${author.slice(2, 24)}:${first}-${last}`
  /** Is there one that holds all of this? Or which are there that this one holds all of? */
  const beside = (author: Ticket, { first, last }: Parcel) => {
    const prefix = `${author.key.slice(2, 24)}:`
    let isCovered = false
    const covered: string[] = []
    for (const name of host.held().keys()) {
      if (!name.startsWith(prefix)) continue
      const [from = 0, to = 0] = name.slice(prefix.length).split('-').map(Number)
      if (from <= first && to >= last) isCovered = true
      else if (from >= first && to <= last) covered.push(name)
    }
    return { isCovered, covered }
  }
  const heldBytes = () => [...host.held().values()].reduce((sum, { byteLength }) => sum + byteLength, 0)

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
    if (author.key === key.name) return
    const isAuthor = author.key === peer.ticket?.key
    const name = nameOf(author, parcel)
    const { isCovered, covered } = beside(author, parcel)
    if (isCovered || onTheWay.has(name)) return isAuthor ? acknowledge(peer, parcel) : undefined
    if (host.isServed()) {
      onTheWay.set(name, { bytes, peer })
      const answer = await relay(bytes)
      if (!onTheWay.delete(name)) return
      if (answer === null) return isAuthor ? acknowledge(peer, parcel) : undefined
      if (answer !== UNSETTLED) return refuse(peer, answer as PeerRefusal)
      // The server could not, or has gone meanwhile.
      if (host.isServed()) return
    }
    if (host.held().size >= MOST_HELD || heldBytes() + bytes.byteLength > MOST_HELD_BYTES)
      return refuse(peer, 'too-large')
    const wasHeld = isHeldOf(author)
    // Before it is in the page: nothing of this tab is sent while something of others is held.
    host.hold(name, bytes)
    others.add(author.client)
    takenAt.set(name, Y.getState(doc.store, host.writingId))
    const judgement = take(parcel, author)
    if (judgement === 'known' && !wasHeld) {
      // The server has told of it.
      forget([name])
      return isAuthor ? acknowledge(peer, parcel) : undefined
    }
    if (judgement !== 'taken' && judgement !== 'waits' && judgement !== 'known') {
      forget([name])
      return refuse(peer, judgement, judgement !== 'too-large')
    }
    if (judgement === 'waits') waiting.add(name)
    else {
      applied.add(name)
      forget(covered)
    }
    retryWaiting()
    if (isAuthor) acknowledge(peer, parcel)
    // Two who cannot reach each other still meet through a third.
    for (const other of proven())
      if (other !== peer && other.ticket?.key !== author.key) send(other, PARCEL, bytes)
  }
  const isHeldOf = ({ key: author }: Ticket) =>
    [...host.held().keys()].some((name) => name.startsWith(`${author.slice(2, 24)}:`))
  const acknowledge = (peer: Peer, { last }: Parcel) =>
    send(
      peer,
      HELD,
      encoding.encode((out) => encoding.writeVarUint(out, last)),
    )
  const forget = (names: readonly string[]) => {
    for (const name of names) {
      applied.delete(name)
      waiting.delete(name)
      takenAt.delete(name)
    }
    if (names.length > 0) host.drop(names)
  }
  /** Takes an edit into the page, if it may and can come in now. */
  const take = ({ update }: Parcel, author: Ticket) => {
    const judgement = judgeParcel(doc, update, author, (edit) => {
      suggestions ??= new Suggestions(doc)
      return judgeSuggestion(suggestions, edit, author.user.id)
    })
    if (judgement === 'taken') {
      Y.applyUpdate(doc, update, host)
      // It waits in the library's queue, which is emptied where it leads nowhere: it is not this tab's to send.
      host.flush()
    }
    return judgement
  }
  /** What has come may be what others waited for. */
  const retryWaiting = () => {
    void (async () => {
      for (let isNew = true; isNew; ) {
        isNew = false
        for (const name of [...waiting]) {
          const bytes = host.held().get(name)
          const opened = bytes && (await openParcel(bytes))
          if (isClosed || host.isServed() || !opened || typeof opened === 'string') continue
          if (!waiting.has(name)) continue
          const judgement = take(opened.parcel, opened.author)
          if (judgement === 'waits') continue
          waiting.delete(name)
          takenAt.set(name, Y.getState(doc.store, host.writingId))
          if (judgement === 'taken' || judgement === 'known') applied.add(name)
          else forget([name])
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
    const state = encodeAwarenessUpdate(awareness, [awareness.clientID])
    send(peer, PRESENCE, state)
  }
  /** Who it is stands in the ticket, whatever the browser says; only the caret is its own. */
  const present = (peer: Peer, content: Uint8Array) => {
    if (host.isConnected() || !peer.ticket || content.byteLength > 2 * LIMITS.awareness) return
    const decoder = decoding.createDecoder(content)
    if (decoding.readVarUint(decoder) !== 1) throw new Error('A presence of several')
    const client = decoding.readVarUint(decoder)
    const clock = decoding.readVarUint(decoder)
    const state = JSON.parse(decoding.readVarString(decoder)) as { user?: unknown } | null
    const isTaken = [...peers.values()].some((other) => other !== peer && other.client === client)
    if (client === awareness.clientID || isTaken || (peer.client !== null && peer.client !== client))
      throw new Error('A presence of somebody else')
    peer.client = client
    if (state) state.user = { ...peer.ticket.user, lastSeen: new Date().toISOString() }
    const told = encoding.encode((out) => {
      encoding.writeVarUint(out, 1)
      encoding.writeVarUint(out, client)
      encoding.writeVarUint(out, clock)
      encoding.writeVarString(out, JSON.stringify(state))
    })
    applyAwarenessUpdate(awareness, told, peer.link)
    host.flush()
  }
  const presenceChanged = ({ added, updated }: { added: number[]; updated: number[] }) => {
    if (host.isConnected() || ![...added, ...updated].includes(awareness.clientID)) return
    sendToAll(PRESENCE, encodeAwarenessUpdate(awareness, [awareness.clientID]))
  }
  awareness.on('update', presenceChanged)

  /* The server. */

  const relay = (bytes: Uint8Array) =>
    new Promise<string | null>((resolve) => {
      const as = String(++relays)
      asked.set(as, resolve)
      host.say({ relay: toBase64(bytes), as })
    })
  const handIn = async () => {
    const notTaken = new Refusals()
    const refused = new Set<string>()
    const stuck = new Set<string>()
    const inOrder = () => {
      const names = [...applied, ...[...host.held().keys()].filter((name) => !applied.has(name))]
      return names.filter((name) => host.held().has(name) && !refused.has(name))
    }
    let sentTo = 0
    const ownTo = (until: number) => {
      if (until > sentTo) host.sendOwn({ without: others, of: host.writingId, after: sentTo, until })
      sentTo = until
    }
    for (let left = inOrder(); left.length > 0; left = inOrder()) {
      let isStuck = true
      for (const [clock, names] of Map.groupBy(left, (name) => takenAt.get(name) ?? 0)) {
        // Not what may build on words that the server does not take.
        if (notTaken.isEmpty) ownTo(clock)
        const answers = await Promise.all(
          names.map(async (name) => {
            const bytes = host.held().get(name)
            return { name, bytes, answer: bytes ? await relay(bytes) : null }
          }),
        )
        if (!host.isConnected() || isClosed) return null
        for (const { name, bytes, answer } of answers) {
          if (answer === null) {
            isStuck = false
            forget([name])
          } else if (answer === UNSETTLED || (answer === 'not-author' && !stuck.has(name))) {
            // It may delete what another of them writes, which may have come after it.
            if (answer === 'not-author') stuck.add(name)
          } else if (bytes && applied.has(name)) {
            refused.add(name)
            notTaken.add(readParcel(bytes).update)
          } else forget([name])
        }
      }
      if (isStuck && inOrder().length > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      if (!host.isConnected() || isClosed) return null
    }
    if (!notTaken.isEmpty) return notTaken
    ownTo(Number.POSITIVE_INFINITY)
    // When all is there that it speaks of.
    host.sendOwn('deletes')
    return notTaken
  }

  const heard = (message: Partial<TicketAnswer & RelayAnswer>) => {
    if (typeof message.relayed === 'string') {
      asked.get(message.relayed)?.(message.refusal ?? null)
      asked.delete(message.relayed)
    } else if (typeof message.ticket === 'string') {
      if (ticket?.verify !== message.verify) read.clear()
      ticket = { ...(message as TicketAnswer), heardAt: performance.now() }
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
    wasServed = isServed
    if (host.isConnected()) return
    for (const answer of asked.values()) answer(UNSETTLED)
    asked.clear()
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
  for (const [name, bytes] of host.held()) {
    applied.add(name)
    const opened = readParcel(bytes)
    others.add((JSON.parse(textOf(fromBase64UrlEncoded(opened.ticket.split('.')[0] ?? ''))) as Ticket).client)
  }
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
    isOther: (client) => others.has(client),
    close() {
      isClosed = true
      clearTimeout(gather)
      clearTimeout(fewer)
      clearInterval(renewal)
      awareness.off('update', presenceChanged)
      for (const answer of asked.values()) answer(UNSETTLED)
      suggestions?.close()
      leave()
    },
  }
}

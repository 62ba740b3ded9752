import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { judgeSuggestion, Suggestions } from '@/document'
import { type Parcel, type RelayAnswer, type Ticket, UNSETTLED } from '@/shared/peer-ticket'
import { handInHeld } from './hand-in'
import { HeldParcels, parcelName } from './held-parcels'
import { judgeParcel, type PeerRefusal } from './judge-parcel'
import type { KnownTickets } from './known-tickets'
import type { NotTaken } from './not-taken'
import { LONGEST_PARCEL_BYTES } from './own-parcels'
import { HELD, PARCEL, type Peer, type ProvenPeers } from './peer'
import type { HoldingPage, PeersHost } from './peers-host'
import { openRelay } from './relay'

/** What may come while what is held is handed in. */
const MOST_LATE_BYTES = 4 * 1024 * 1024

/** What this page holds of others, on its way to the server. */
export interface HandIn {
  held: HeldParcels
  /** Gives what the server does not take; null when the connection was lost meanwhile. */
  handIn(): Promise<NotTaken | null>
  /** Gives why the server does not take a parcel, or null when it has it. */
  relay(parcel: Uint8Array): Promise<string | null>
  heard(message: Partial<RelayAnswer>): void
  /** The connection to the server is gone. */
  lost(): void
  close(): void
}

export function createHandIn(page: HoldingPage): HandIn {
  const held = new HeldParcels(page)
  const server = openRelay((message) => page.say(message))
  let isClosed = false
  held.noteCopy()
  return {
    held,
    relay: server.relay,
    handIn() {
      const exchange = page.exchange()
      return handInHeld({
        held,
        relay: server.relay,
        isOver: () => !page.isConnected() || isClosed || page.exchange() !== exchange || page.isRewritten(),
        served: () => page.served(),
        sendGrounded: (clocks) => page.sendGrounded(clocks, held.authors),
        sendRest: (clocks) => page.sendRest(clocks, held.authors),
      })
    },
    heard({ relayed, refusal }) {
      if (typeof relayed === 'string') server.answered(relayed, refusal ?? null)
    },
    lost: () => server.lost(),
    close() {
      isClosed = true
      server.lost()
    },
  }
}

/** What others write, as their browsers send it. */
export interface OthersParcels {
  /** A parcel that a peer has sent. Throws when no honest browser sends it. */
  receive(peer: Peer, bytes: Uint8Array): Promise<void>
  handIn(): Promise<NotTaken | null>
  /** The server has what was held, or is gone again: what came meanwhile is received now. */
  receiveLate(): void
  /** The server is gone: what was on its way there comes into the page here. */
  serverIsGone(): void
  /** Something has come through the browser's copy: perhaps what was held here, or what it builds on. */
  cameFromCopy(): void
  close(): void
}

/**
 * Takes what others write into the page while the server is gone, and holds it until the server has it; while it is there, it is given
 * everything first. `refuse` tells a peer why something of it is not taken, and ends the connection if it says so.
 */
export function createOthersParcels(
  host: PeersHost,
  tickets: KnownTickets,
  ownKey: string,
  { held, relay, handIn }: HandIn,
  { proven, send }: ProvenPeers,
  refuse: (peer: Peer, reason: PeerRefusal, isEnd?: boolean) => void,
): OthersParcels {
  const { doc } = host
  /** What came while the server is there goes to it first, and into the page from there. */
  const onTheWay = new Map<string, { bytes: Uint8Array; peer: Peer }>()
  /** What came while what is held was handed in: with it, somebody who types on would keep this tab from ever being done. */
  let late: { bytes: Uint8Array; peer: Peer }[] = []
  let handsIn = false
  let isClosed = false
  let suggestions: Suggestions | null = null

  const receive = async (peer: Peer, bytes: Uint8Array): Promise<void> => {
    const opened = await tickets.open(bytes)
    // No honest browser sends it: nothing more is taken from this one.
    if (typeof opened === 'string') return refuse(peer, opened, opened !== 'expired')
    const { parcel, author } = opened
    if (author.key === ownKey || tickets.isOwnBrowser(author)) return
    // It could never be handed in.
    if (bytes.byteLength > LONGEST_PARCEL_BYTES) return refuse(peer, 'too-large')
    if (handsIn) {
      // Beyond that its author brings it, who is not told that it is held.
      const size = late.reduce((sum, one) => sum + one.bytes.byteLength, bytes.byteLength)
      if (size <= MOST_LATE_BYTES) late.push({ bytes, peer })
      return
    }
    const isAuthor = author.key === peer.ticket?.key
    const acknowledge = () => {
      if (isAuthor) send(peer, HELD, acknowledgementOf(parcel))
    }
    const name = parcelName(author, parcel)
    const { isCovered, covered } = held.beside(author, parcel)
    if (isCovered || onTheWay.has(name)) return acknowledge()
    if (host.isServed()) {
      onTheWay.set(name, { bytes, peer })
      const answer = await relay(bytes)
      if (!onTheWay.delete(name)) return
      if (answer === null) return acknowledge()
      if (answer !== UNSETTLED) return refuse(peer, answer as PeerRefusal)
      // The server could not, or has gone meanwhile.
      if (host.isServed()) return
    }
    if (!held.hasRoomFor(bytes)) return refuse(peer, 'too-large')
    const wasHeld = held.hasAnyOf(author)
    // Before it is in the page: nothing of this tab is sent while something of others is held.
    held.hold(name, bytes, author)
    const judgement = take(parcel, author)
    if (judgement === 'known' && !wasHeld) {
      // The server has told of it.
      held.forget([name])
      return acknowledge()
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
    acknowledge()
    // Two who cannot reach each other still meet through a third.
    for (const other of proven())
      if (other !== peer && other.ticket?.key !== author.key) send(other, PARCEL, bytes)
  }
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
          const opened = bytes && (await tickets.open(bytes))
          if (isClosed || host.isServed() || !opened || typeof opened === 'string') continue
          if (!held.waiting.has(name)) continue
          const judgement = take(opened.parcel, opened.author)
          if (judgement === 'waits') continue
          held.waiting.delete(name)
          if (judgement !== 'taken' && judgement !== 'known') {
            // What another tab of this browser has taken is in the copy: the server decides.
            if (!held.isCopied(name)) held.forget([name])
            continue
          }
          held.applied.add(name)
          isNew = true
        }
      }
    })()
  }
  return {
    receive,
    handIn() {
      handsIn = true
      return handIn()
    },
    receiveLate() {
      if (!handsIn) return
      handsIn = false
      const some = late
      late = []
      for (const { bytes, peer } of some)
        peer.turn = peer.turn.then(() => receive(peer, bytes)).catch(() => peer.link.close())
    },
    serverIsGone() {
      for (const { bytes, peer } of [...onTheWay.values()])
        void receive(peer, bytes).catch(() => peer.link.close())
      onTheWay.clear()
    },
    cameFromCopy() {
      if (host.held().size === 0) return
      held.noteCopy()
      retryWaiting()
    },
    close() {
      isClosed = true
      suggestions?.close()
    },
  }
}

const acknowledgementOf = ({ last }: Parcel): Uint8Array =>
  encoding.encode((out) => encoding.writeVarUint(out, last))

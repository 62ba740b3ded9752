import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { CLOSE } from '@/server/collab/protocol'
import { clientGroup } from '@/server/http/client-address'
import { checkJsonText } from '@/server/http/json-guard'
import type { UpgradeRefusal } from '@/server/http/upgrade'
import { limitPings } from '@/server/limit-pings'
import { t } from '@/shared/i18n'
import type { Ticket } from '@/shared/peer-ticket'
import { type FromRooms, MOST_IN_ROOM, ROOM_CLOSE, type ToRooms } from '@/shared/rooms'
import { iceServers, type Relay } from './relay'
import type { Tickets } from './tickets'

/** Open sockets of one client, and of all. */
const EACH = 40
const ALL = 5_000
/** A session description of a browser with many addresses is some kilobytes. */
const FRAME_BYTES = 64 * 1024
/** Messages at once, and how many a second come back: of one socket, and of a client with all of its sockets. A whole room of nine is met with some two hundred. */
const OF_SOCKET = { atOnce: 400, aSecond: 40 }
const OF_CLIENT = { atOnce: 4_000, aSecond: 400 }
/** A longer message counts as more than one. */
const BYTES_OF_MESSAGE = 8 * 1024
/** What lies unsent for somebody who does not read: then the socket is given up. */
const UNSENT_BYTES = 1024 * 1024
const PING_MS = 20_000
const FAREWELL_MS = 500

const NAME = z.string().regex(/^[\w-]{16,64}$/)
const Message: z.ZodType<ToRooms> = z.union([
  z.strictObject({ type: z.literal('join'), room: NAME, peer: NAME }),
  z.strictObject({ type: z.literal('join'), room: NAME, peer: NAME, ticket: z.string().max(4096) }),
  z.strictObject({ type: z.literal('signal'), to: NAME, data: z.record(z.string(), z.unknown()) }),
])

interface Guest {
  ws: WebSocket
  client: string
  /** The room that they are in and what they are called there, once they have joined. */
  seat: { room: string; peer: string } | null
  /** Whose ticket they have shown, from when they ask to be let in. */
  member: Member | null
  isThere: boolean
  left: Allowance
  /** What all sockets of the client together have left. Coming anew does not fill it. */
  leftOfClient: Allowance
}

/** How many messages can still come, as of a moment (milliseconds, `performance.now`). */
interface Allowance {
  messages: number
  at: number
}

/** Somebody by their ticket, in a room of this page. */
interface Member {
  userId: string
  page: string
  ticket: Ticket
}

/** May the person of this ticket have its page open now, and has nobody ended the session that it was given to? */
export type MayMeet = (ticket: Ticket) => Promise<boolean>

/**
 * Introduces browsers to each other (rulings 4: rooms). Anybody may come, no more than {@link MOST_IN_ROOM} to a room; into the rooms of
 * somebody's page only with a ticket for it, as long as they may read that page. What one sends goes to one other in the same room and is not looked into; what is
 * written in a room never comes here.
 */
export class Rooms {
  private readonly guests = new Set<Guest>()
  private readonly rooms = new Map<string, Map<string, Guest>>()
  /** Of clients that have sockets here, or had some a short while ago. */
  private readonly allowances = new Map<string, Allowance>()
  private timer: ReturnType<typeof setInterval> | undefined
  private isClosing = false
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
  })

  constructor(
    private readonly relay: Relay | null,
    private readonly tickets: Tickets,
    private readonly mayMeet: MayMeet,
  ) {}

  handleUpgrade(request: IncomingMessage, raw: Duplex, head: Buffer, ip: string): UpgradeRefusal | null {
    if (this.isClosing) return { status: 503, message: t('The server is restarting. Please try again.') }
    const client = clientGroup(ip)
    this.server.handleUpgrade(request, raw, head, (ws) => {
      ws.on('error', () => ws.terminate())
      limitPings(ws)
      const mine = [...this.guests].filter((guest) => guest.client === client).length
      if (mine >= EACH || this.guests.size >= ALL) return close(ws, CLOSE.tooManySockets)
      const guest: Guest = {
        ws,
        client,
        seat: null,
        member: null,
        isThere: true,
        left: { messages: OF_SOCKET.atOnce, at: performance.now() },
        leftOfClient: this.allowanceOf(client),
      }
      this.guests.add(guest)
      this.timer ??= setInterval(() => this.ping(), PING_MS).unref()
      ws.on('pong', () => {
        guest.isThere = true
      })
      ws.on('message', (data: Buffer, isBinary: boolean) => {
        if (ws.readyState !== ws.OPEN) return
        const refusal = isBinary ? CLOSE.malformed : this.hear(guest, data.toString())
        if (!refusal) return
        this.forget(guest)
        close(ws, refusal)
        raw.pause()
      })
      ws.on('close', () => this.forget(guest))
    })
    return null
  }

  private allowanceOf(client: string): Allowance {
    const known = this.allowances.get(client) ?? { messages: OF_CLIENT.atOnce, at: performance.now() }
    this.allowances.set(client, known)
    return known
  }

  /** Open connections. */
  get size(): number {
    return this.guests.size
  }

  close(): void {
    this.isClosing = true
    clearInterval(this.timer)
    for (const { ws } of this.guests) close(ws, CLOSE.restart)
    this.server.close()
  }

  /** What it was refused for; null when it was taken. */
  private hear(guest: Guest, text: string): { code: number; reason: string } | null {
    const messages = 1 + Math.floor(text.length / BYTES_OF_MESSAGE)
    if (!spend(guest.left, OF_SOCKET, messages) || !spend(guest.leftOfClient, OF_CLIENT, messages))
      return CLOSE.tooMany
    const message = parse(text)
    if (!message) return CLOSE.malformed
    if (message.type === 'join') {
      if (guest.seat || guest.member) return CLOSE.malformed
      return 'ticket' in message ? this.show(guest, message) : this.join(guest, message.room, message.peer)
    }
    const { seat } = guest
    if (!seat) return CLOSE.malformed
    const to = this.rooms.get(seat.room)?.get(message.to)
    // They may have left a moment ago.
    if (to && to !== guest) tell(to, { type: 'signal', from: seat.peer, data: message.data })
    return null
  }

  /** Somebody shows a ticket. It says who they are; whether they may still read the page is asked. */
  private show(guest: Guest, { room, peer, ticket: text }: Extract<ToRooms, { ticket: string }>) {
    const ticket = this.tickets.read(text)
    if (!ticket || ticket.until <= Date.now()) return ROOM_CLOSE.ticket
    const member = { userId: ticket.user.id, page: ticket.page, ticket }
    guest.member = member
    void this.may(member).then((may) => {
      if (!this.guests.has(guest)) return
      // A room of somebody's page is called by the page as well, as no other room can be.
      const refusal = may ? this.join(guest, `${ticket.page}/${room}`, peer) : ROOM_CLOSE.ticket
      if (refusal) this.dismiss(guest, refusal)
    })
    return null
  }

  private join(guest: Guest, room: string, peer: string) {
    const others = this.rooms.get(room) ?? new Map<string, Guest>()
    if (others.has(peer)) return ROOM_CLOSE.taken
    if (others.size >= MOST_IN_ROOM) return ROOM_CLOSE.full
    guest.seat = { room, peer }
    tell(guest, { type: 'joined', peers: [...others.keys()], iceServers: iceServers(this.relay, Date.now()) })
    for (const other of others.values()) tell(other, { type: 'came', peer })
    others.set(peer, guest)
    this.rooms.set(room, others)
    return null
  }

  /** Not knowing is not a permission. */
  private may({ ticket }: Member): Promise<boolean> {
    return this.mayMeet(ticket).catch(() => false)
  }

  /** Asks again whether this person, or everybody with these pages, may meet the others there. Those who may not are put out, and the others are told. */
  async recheck(asked: { userId: string } | { pages: readonly string[] }): Promise<void> {
    const isAsked = ({ member }: Guest) =>
      member !== null &&
      ('userId' in asked ? member.userId === asked.userId : asked.pages.includes(member.page))
    const guests = [...this.guests].filter(isAsked)
    const alike = Map.groupBy(
      guests,
      ({ member }) => `${member?.userId} ${member?.page} ${member?.ticket.session} ${member?.ticket.until}`,
    )
    await Promise.all(
      [...alike.values()].map(async (group) => {
        const member = group[0]?.member
        if (!member || (await this.may(member))) return
        for (const guest of group) if (this.guests.has(guest)) this.dismiss(guest, ROOM_CLOSE.ticket)
      }),
    )
  }

  private dismiss(guest: Guest, refusal: { code: number; reason: string }): void {
    this.forget(guest, 'gone')
    close(guest.ws, refusal)
  }

  private forget(guest: Guest, how: 'left' | 'gone' = 'left'): void {
    this.guests.delete(guest)
    const { seat } = guest
    guest.seat = null
    const others = seat && this.rooms.get(seat.room)
    if (!seat || others?.get(seat.peer) !== guest) return
    others.delete(seat.peer)
    if (others.size === 0) this.rooms.delete(seat.room)
    for (const other of others.values()) tell(other, { type: how, peer: seat.peer })
  }

  private ping(): void {
    for (const guest of this.guests) {
      if (!guest.isThere) guest.ws.terminate()
      guest.isThere = false
      guest.ws.ping()
    }
    const here = new Set([...this.guests].map(({ client }) => client))
    for (const [client, left] of this.allowances)
      if (!here.has(client) && spend(left, OF_CLIENT, 0) && left.messages >= OF_CLIENT.atOnce)
        this.allowances.delete(client)
  }
}

function parse(text: string): ToRooms | null {
  try {
    // What is nested without end could be read, and not be written again.
    checkJsonText(text)
    return Message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // What is no JSON is refused like what says nothing known.
    return null
  }
}

/** Takes this many of what is left, which grows again with time; answers whether there were as many. */
function spend(left: Allowance, { atOnce, aSecond }: typeof OF_SOCKET, messages: number): boolean {
  const now = performance.now()
  left.messages = Math.min(atOnce, left.messages + ((now - left.at) / 1000) * aSecond) - messages
  left.at = now
  return left.messages >= 0
}

function tell({ ws }: Guest, message: FromRooms): void {
  if (ws.readyState !== ws.OPEN) return
  if (ws.bufferedAmount > UNSENT_BYTES) ws.terminate()
  else ws.send(JSON.stringify(message))
}

function close(ws: WebSocket, { code, reason }: { code: number; reason: string }): void {
  ws.close(code, reason)
  setTimeout(() => ws.terminate(), FAREWELL_MS).unref()
}

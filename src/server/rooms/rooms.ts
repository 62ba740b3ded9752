import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { CLOSE } from '@/server/collab/protocol'
import { clientGroup } from '@/server/http/client-address'
import type { UpgradeRefusal } from '@/server/http/upgrade'
import { limitPings } from '@/server/limit-pings'
import { t } from '@/shared/i18n'
import { type FromRooms, MOST_IN_ROOM, ROOM_CLOSE, type ToRooms } from '@/shared/rooms'
import { iceServers, type Relay } from './relay'
import type { Tickets } from './tickets'

/** Open sockets of one client, and of all. */
const EACH = 40
const ALL = 5_000
/** A session description of a browser with many addresses is some kilobytes. */
const FRAME_BYTES = 64 * 1024
/** Messages at once, and how many a second come back. A whole room of nine is met with some two hundred. */
const BURST = 400
const A_SECOND = 40
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
  isThere: boolean
  tokens: number
  filledAt: number
}

/**
 * Introduces browsers to each other (rulings 4: rooms). Anybody may come, no more than {@link MOST_IN_ROOM} to a room; into the rooms of
 * somebody's page only with a ticket for it. What one sends goes to one other in the same room and is not looked into; what is
 * written in a room never comes here.
 */
export class Rooms {
  private readonly guests = new Set<Guest>()
  private readonly rooms = new Map<string, Map<string, Guest>>()
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
        isThere: true,
        tokens: BURST,
        filledAt: performance.now(),
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
    if (!spend(guest)) return CLOSE.tooMany
    const message = parse(text)
    if (!message) return CLOSE.malformed
    if (message.type === 'join') return guest.seat ? CLOSE.malformed : this.join(guest, message)
    const { seat } = guest
    if (!seat) return CLOSE.malformed
    const to = this.rooms.get(seat.room)?.get(message.to)
    // They may have left a moment ago.
    if (to && to !== guest) tell(to, { type: 'signal', from: seat.peer, data: message.data })
    return null
  }

  private join(guest: Guest, message: Extract<ToRooms, { type: 'join' }>) {
    const { peer } = message
    const room = this.roomOf(message)
    if (room === null) return ROOM_CLOSE.ticket
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

  /** A room of somebody's page is called by the page as well, as no other room can be; null without a ticket that is good. */
  private roomOf(message: Extract<ToRooms, { type: 'join' }>): string | null {
    if (!('ticket' in message)) return message.room
    const ticket = this.tickets.read(message.ticket)
    return ticket && ticket.until > Date.now() ? `${ticket.page}/${message.room}` : null
  }

  private forget(guest: Guest): void {
    this.guests.delete(guest)
    const { seat } = guest
    guest.seat = null
    const others = seat && this.rooms.get(seat.room)
    if (!seat || others?.get(seat.peer) !== guest) return
    others.delete(seat.peer)
    if (others.size === 0) this.rooms.delete(seat.room)
    for (const other of others.values()) tell(other, { type: 'left', peer: seat.peer })
  }

  private ping(): void {
    for (const guest of this.guests) {
      if (!guest.isThere) guest.ws.terminate()
      guest.isThere = false
      guest.ws.ping()
    }
  }
}

function parse(text: string): ToRooms | null {
  try {
    return Message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // What is no JSON is refused like what says nothing known.
    return null
  }
}

function spend(guest: Guest): boolean {
  const now = performance.now()
  guest.tokens = Math.min(BURST, guest.tokens + ((now - guest.filledAt) / 1000) * A_SECOND)
  guest.filledAt = now
  guest.tokens -= 1
  return guest.tokens >= 0
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

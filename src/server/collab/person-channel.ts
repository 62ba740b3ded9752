import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SignedInCaller } from '@/server/context'
import type { Db } from '@/server/db/db'
import { limitPings } from '@/server/limit-pings'
import type { Log } from '@/server/log'
import { NOTIFIED, PERSON_PATH } from '@/shared/notified'
import { CLOSE } from './protocol'

/** Open tabs of one person. */
const EACH = 50
/** Proxies end what is silent for a minute; a tab whose machine has gone is noticed as well. */
const PING_MS = 30_000
/** What lies unsent for somebody who does not read: then the socket is given up. */
const UNSENT_BYTES = 4 * 1024

interface Tab {
  ws: WebSocket
  caller: SignedInCaller
  /** It has answered since it was last pinged. */
  isThere: boolean
}

/**
 * One socket for each open tab of a person who is signed in, on any screen. Nothing goes over it but word that they are to ask for
 * their notifications, and nothing is taken from it.
 */
export class PersonChannel {
  private readonly tabs = new Set<Tab>()
  private timer: ReturnType<typeof setInterval> | undefined
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: 1,
    perMessageDeflate: false,
  })

  constructor(
    private readonly db: Db,
    private readonly log: Log,
  ) {}

  static isAsked(request: IncomingMessage): boolean {
    return (request.url ?? '').split('?')[0] === PERSON_PATH
  }

  handleUpgrade(request: IncomingMessage, raw: Duplex, head: Buffer, caller: SignedInCaller): void {
    this.server.handleUpgrade(request, raw, head, (ws) => {
      ws.on('error', () => ws.terminate())
      limitPings(ws)
      ws.on('message', () => close(ws, CLOSE.malformed))
      if (this.of(caller.user.id).length >= EACH) return close(ws, CLOSE.tooManySockets)
      const tab: Tab = { ws, caller, isThere: true }
      this.tabs.add(tab)
      ws.on('pong', () => {
        tab.isThere = true
      })
      ws.on('close', () => this.tabs.delete(tab))
      this.timer ??= setInterval(() => this.ping(), PING_MS).unref()
    })
  }

  /** Tells the tabs of this person that something is new. */
  tell(userId: string): void {
    for (const { ws } of this.of(userId)) {
      if (ws.readyState !== ws.OPEN) continue
      if (ws.bufferedAmount > UNSENT_BYTES) ws.terminate()
      else ws.send(NOTIFIED)
    }
  }

  /** Closes the tabs of this person whose session is over. */
  recheck(userId: string): void {
    this.closeEnded(userId).catch((error: unknown) => {
      this.log.error({ err: error }, 'it could not be asked who is still signed in')
      for (const { ws } of this.of(userId)) close(ws, CLOSE.restart)
    })
  }

  /** Closes all tabs of this person; those with a cookie that is worth something come back. */
  comeAnew(userId: string): void {
    for (const { ws } of this.of(userId)) close(ws, CLOSE.cookieReplaced)
  }

  get size(): number {
    return this.tabs.size
  }

  close(): void {
    clearInterval(this.timer)
    for (const { ws } of this.tabs) close(ws, CLOSE.restart)
    this.server.close()
  }

  private of(userId: string): Tab[] {
    return [...this.tabs].filter(({ caller }) => caller.user.id === userId)
  }

  private async closeEnded(userId: string): Promise<void> {
    const tabs = this.of(userId)
    if (tabs.length === 0) return
    const sessions = await this.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', userId)
      .where('expiresAt', '>', new Date().toISOString())
      .execute()
    const living = new Set(sessions.map(({ id }) => id))
    for (const { ws, caller } of tabs) if (!living.has(caller.sessionId)) close(ws, CLOSE.signedOut)
  }

  private ping(): void {
    for (const tab of this.tabs) {
      if (!tab.isThere) tab.ws.terminate()
      tab.isThere = false
      tab.ws.ping()
    }
  }
}

function close(ws: WebSocket, { code, reason }: { code: number; reason: string }): void {
  ws.close(code, reason)
  setTimeout(() => ws.terminate(), 500).unref()
}

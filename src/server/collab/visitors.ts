import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '@/server/context'
import { clientGroup } from '@/server/http/client-address'
import { limitPings } from '@/server/limit-pings'
import type { Log } from '@/server/log'
import { VISIT_PATH } from '@/shared/visits'
import { CLOSE, PAGE_CHANGED } from './protocol'
import { isSignedIn } from './socket-server'

/** Open sockets of one client, and of all. */
const EACH = 60
const ALL = 5_000
/** A link that ends, or is taken back by anything that told nobody, is noticed after this long. */
const LOOK_AGAIN_MS = 500
/** What people may read is told when it changes. In case nobody told, one look in this many asks about them too. */
const PEOPLE_EVERY = 60
const FAREWELL_MS = 500
/** What lies unsent for somebody who does not read: then the socket is given up. */
const UNSENT_BYTES = 64 * 1024

/** Who reads a page without its document: by secret links that their browser holds (hashes), or as a person from whom its review is hidden. */
export type Reader = { links: readonly string[] } | { userId: string; sessionId: string }

interface Visit {
  ws: WebSocket
  documentId: string
  reader: Reader
  client: string
}

interface VisitorsDeps {
  log: Log
  /** The links that these cookies hold. */
  linksHeld(cookies: string | undefined): readonly string[]
  /** May they read the settled page now, and nothing more of it? */
  mayRead(reader: Reader, documentId: string): Promise<boolean>
}

/**
 * Sockets of those who read a settled page, visitors by a link and viewers from whom the review is hidden, one a page. Nothing of the page goes over them but that it has changed; what it says then is asked for by a
 * call, which answers the settled page. Nothing is taken from a visitor: whatever comes closes the socket (R16).
 */
export class Visitors {
  private readonly visits = new Set<Visit>()
  private timer: ReturnType<typeof setInterval> | undefined
  private isLooking = false
  private looks = 0
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: 1,
    perMessageDeflate: false,
  })

  constructor(private readonly deps: VisitorsDeps) {}

  /** The page that this address is about; null when it is no visitor's. */
  static pageOf(request: IncomingMessage): string | null {
    const path = (request.url ?? '').split('?')[0] ?? ''
    return path.startsWith(VISIT_PATH) ? path.slice(VISIT_PATH.length) : null
  }

  /** Completes the handshake; somebody who may not read the page is told so by a close code, as browsers show no more. */
  handleUpgrade(request: IncomingMessage, raw: Duplex, head: Buffer, caller: Caller): void {
    const documentId = Visitors.pageOf(request) ?? ''
    const reader: Reader = isSignedIn(caller)
      ? { userId: caller.user.id, sessionId: caller.sessionId }
      : { links: this.deps.linksHeld(request.headers.cookie) }
    const client = caller.user?.id ?? clientGroup(caller.ip)
    this.server.handleUpgrade(request, raw, head, (ws) => {
      ws.on('error', () => ws.terminate())
      limitPings(ws)
      ws.on('message', () => {
        close(ws, CLOSE.malformed)
        raw.pause()
      })
      const mine = [...this.visits].filter((visit) => visit.client === client).length
      if ('links' in reader && reader.links.length === 0) return close(ws, CLOSE.notHere)
      if (mine >= EACH || this.visits.size >= ALL) return close(ws, CLOSE.tooManySockets)
      const visit: Visit = { ws, documentId, reader, client }
      this.visits.add(visit)
      ws.on('close', () => this.visits.delete(visit))
      this.timer ??= setInterval(() => void this.lookAgain(), LOOK_AGAIN_MS).unref()
      this.ask([visit]).then(
        () => ws.readyState === ws.OPEN && ws.send(PAGE_CHANGED),
        (error) => this.failed(error, [visit]),
      )
    })
  }

  /** Asks again whether the visitors of these pages may read them. */
  recheck(documentIds: readonly string[]): void {
    const wanted = new Set(documentIds)
    const visits = [...this.visits].filter(({ documentId }) => wanted.has(documentId))
    this.ask(visits).catch((error) => this.failed(error, visits))
  }

  /** Asks again about somebody whose sessions have changed. */
  recheckPerson(userId: string): void {
    const visits = this.of(userId)
    this.ask(visits).catch((error) => this.failed(error, visits))
  }

  /** Closes what this person reads; those with a cookie that is worth something come back. */
  comeAnew(userId: string): void {
    for (const { ws } of this.of(userId)) close(ws, CLOSE.cookieReplaced)
  }

  private of(userId: string): Visit[] {
    return [...this.visits].filter(({ reader }) => 'userId' in reader && reader.userId === userId)
  }

  /** Tells the visitors of these pages that something on them is different. */
  tell(documentIds: readonly string[]): void {
    const wanted = new Set(documentIds)
    for (const { ws, documentId } of this.visits) {
      if (!wanted.has(documentId) || ws.readyState !== ws.OPEN) continue
      if (ws.bufferedAmount > UNSENT_BYTES) ws.terminate()
      else ws.send(PAGE_CHANGED)
    }
  }

  get size(): number {
    return this.visits.size
  }

  close(): void {
    clearInterval(this.timer)
    for (const { ws } of this.visits) close(ws, CLOSE.restart)
    this.server.close()
  }

  private async lookAgain(): Promise<void> {
    const isForAll = ++this.looks % PEOPLE_EVERY === 0
    const visits = [...this.visits].filter(({ reader }) => isForAll || 'links' in reader)
    if (this.isLooking || visits.length === 0) return
    this.isLooking = true
    await this.ask(visits).catch((error) => this.failed(error, visits))
    this.isLooking = false
  }

  /** Closes those that may not be open any more. Who may read by the same and reads the same page is asked about once. */
  private async ask(visits: readonly Visit[]): Promise<void> {
    const alike = Map.groupBy(visits, ({ documentId, reader }) => JSON.stringify([documentId, reader]))
    for (const group of alike.values()) {
      const [{ documentId, reader }] = group as [Visit]
      if (await this.deps.mayRead(reader, documentId)) continue
      for (const { ws } of group) close(ws, CLOSE.notHere)
    }
  }

  /** Nobody keeps what cannot be asked about: they come back when it can. */
  private failed(error: unknown, visits: readonly Visit[]): void {
    this.deps.log.error({ err: error }, 'visitors of a page could not be asked about')
    for (const { ws } of visits) close(ws, CLOSE.restart)
  }
}

function close(ws: WebSocket, { code, reason }: { code: number; reason: string }): void {
  ws.close(code, reason)
  setTimeout(() => ws.terminate(), FAREWELL_MS).unref()
}

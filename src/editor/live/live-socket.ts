import { type HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { LIMITS } from '@/shared/limits'
import { isRedundant } from './is-redundant'
import { kindOf, pageOfFrame, splitUpdate } from './split-update'

/**
 * Sends nothing that the server would not take: a message larger than its limit would close the socket of all pages,
 * and be sent again after every reconnection. Such an edit goes in pieces; when even that is too large, the page is
 * told with the event {@link TOO_LARGE}.
 *
 * Keeps nothing for later while it is not open. Opening a page exchanges whatever either side lacks, so a queue of the
 * edits made offline would only send all of them a second time, one by one.
 */
class TabSocket extends HocuspocusProviderWebsocket {
  /** Pages of which no edit is sent as long as this says so: they hold something that others have to be known to have written. */
  readonly held = new Map<string, () => boolean>()

  /** Pages of which something was not sent for that, since the server was asked for them. */
  readonly heldBack = new Set<string>()

  /** Pages of which the server has been given all that it lacked since it was asked for them. */
  private readonly answered = new Set<string>()

  /** How often in a row it was opened and closed again without a word. */
  private timesTurnedAway = 0

  /**
   * To the library a connection stands once the server has said something. One that was closed before that was tried again
   * by two of its timers, each of which did not know of the other and closed what the other had opened; a person who was turned
   * away a few times asked hundreds of times a second. An open one stands here, so that one timer is left, and it waits
   * longer each time that the server had nothing to say.
   */
  override onOpen(event: Event): Promise<void> {
    const done = super.onOpen(event)
    this.resolveConnectionAttempt()
    const longest = RETRY_MS * 2 ** Math.min(this.timesTurnedAway++, 10)
    this.waitAfterClose(longest * (1 + Math.random()))
    return done
  }

  /** A page that is opened while the next attempt is waited for waits with it: it would be one more visit. */
  override attach(page: HocuspocusProvider): void {
    const { shouldConnect } = this
    if (this.timesTurnedAway > 0) this.shouldConnect = false
    super.attach(page)
    this.shouldConnect = shouldConnect
  }

  /** Detaches a page that the server has ended already, without a word to it. */
  forget(page: HocuspocusProvider): void {
    this.configuration.providerMap.delete(page.effectiveName)
    page.detach()
  }

  private waitAfterClose(ms: number): void {
    this.setConfiguration({ delay: Math.round(Math.min(ms, LONGEST_RETRY_MS)) })
  }

  override send(message: Uint8Array<ArrayBuffer>): void {
    const page = pageOfFrame(message)
    const kind = kindOf(message)
    if (kind === 'asks') {
      this.answered.delete(page)
      this.heldBack.delete(page)
    } else if (kind !== null) {
      if (this.held.get(page)?.()) {
        this.heldBack.add(page)
        return
      }
      // What was written before may not have arrived: this would wait for it there. All of it comes with the answer.
      if (kind === 'edit' && !this.answered.has(page)) return
      this.answered.add(page)
    }
    this.sendAnyway(message)
  }

  /** What is written on a page is sent from here on: the server has, or is being given, all that came before. */
  handedIn(documentId: string): void {
    this.answered.add(documentId)
    this.heldBack.delete(documentId)
  }

  /** Also of a page of which no edit is sent otherwise. */
  sendAnyway(message: Uint8Array<ArrayBuffer>): void {
    const { webSocket } = this
    if (webSocket?.readyState !== OPEN) return
    const pieces = message.byteLength <= LIMITS.frame ? [message] : splitUpdate(message, PIECE_BYTES)
    const longest = pieces.reduce((a, b) => (b.byteLength > a.byteLength ? b : a))
    if (longest.byteLength > LIMITS.frame) {
      this.emit(TOO_LARGE, pageOfFrame(message))
      return
    }
    if (longest.byteLength > this.largest.bytes) {
      this.largest = { bytes: longest.byteLength, documentId: pageOfFrame(message) }
    }
    // None of our messages lies in memory that is shared between threads, which the type would allow.
    for (const piece of pieces) webSocket.send(piece as Uint8Array<ArrayBuffer>)
  }

  /** The server tells everybody of an edit and a caret, including the one who sent it: that one has nothing to do with it. */
  override onMessage(event: MessageEvent<ArrayBuffer>): void {
    if (this.timesTurnedAway > 0) {
      this.timesTurnedAway = 0
      this.waitAfterClose(RETRY_MS)
    }
    const { providerMap } = this.configuration
    if (isRedundant(new Uint8Array(event.data), (name) => providerMap.get(name)))
      this.lastMessageReceived = Date.now()
    else super.onMessage(event)
  }

  /**
   * Ends the connection now and tells the pages so. `disconnect` would wait for the server's goodbye, which a network
   * that has gone never brings: until the browser gave up waiting, a page would go on saying "Saved".
   */
  drop(): void {
    this.disconnect()
    if (this.webSocket) this.emit('close', { event: new CloseEvent('close', { code: GONE }) })
  }

  /** The largest message of this connection: the one to blame when something on the way refuses its size. */
  private largest = NOTHING

  connected = (): void => {
    this.largest = NOTHING
    this.answered.clear()
  }

  closed = ({ event }: { event: { code?: number } }): void => {
    if (event.code === TOO_BIG && this.largest !== NOTHING) this.emit(TOO_LARGE, this.largest.documentId)
  }
}

/** The event of a socket that could not send an edit of the page whose id comes with it. */
export const TOO_LARGE = 'tooLarge'

const RETRY_MS = 300
const LONGEST_RETRY_MS = 5000
const OPEN = 1
const TOO_BIG = 1009
const GONE = 1006
const PIECE_BYTES = 1024 * 1024
const NOTHING = { bytes: 0, documentId: '' }

/** One socket for all pages of the tab, closed when the last page has gone. */
const sockets = new Map<string, { socket: TabSocket; users: number; stop: () => void }>()

/** The tab's socket to `url`; `release` it when the page is closed. `WebSocket` is for tests outside a browser. */
export function acquireSocket(url: string, WebSocketPolyfill?: unknown) {
  const known = sockets.get(url)
  const entry = known ?? open(url, WebSocketPolyfill)
  entry.users++
  sockets.set(url, entry)
  return {
    socket: entry.socket,
    release() {
      entry.users--
      if (entry.users > 0) return
      if (sockets.get(url) === entry) sockets.delete(url)
      entry.stop()
      entry.socket.destroy()
    },
  }
}

function open(url: string, WebSocketPolyfill?: unknown) {
  const socket = new TabSocket({
    url,
    // Back within a second when the server was restarted, without everybody at the same moment.
    delay: RETRY_MS,
    minDelay: RETRY_MS,
    maxDelay: LONGEST_RETRY_MS,
    messageReconnectTimeout: 40_000,
    ...(WebSocketPolyfill ? { WebSocketPolyfill } : {}),
  })
  socket.on('open', socket.connected)
  socket.on('close', socket.closed)
  return { socket, users: 0, stop: followNetwork(socket) }
}

/** The browser knows that it is offline long before a silent socket would tell. */
function followNetwork(socket: TabSocket): () => void {
  if (typeof window === 'undefined') return () => undefined
  const offline = () => socket.drop()
  const online = () => void socket.connect()
  window.addEventListener('offline', offline)
  window.addEventListener('online', online)
  return () => {
    window.removeEventListener('offline', offline)
    window.removeEventListener('online', online)
  }
}

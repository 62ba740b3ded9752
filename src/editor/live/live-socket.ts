import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'

/**
 * Keeps nothing for later while it is not open. Opening a page exchanges whatever either side lacks, so a queue of the
 * edits made offline would only send all of them a second time, one by one.
 */
class TabSocket extends HocuspocusProviderWebsocket {
  override send(message: Uint8Array<ArrayBuffer>): void {
    if (this.webSocket?.readyState === OPEN) this.webSocket.send(message)
  }
}

const OPEN = 1

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
    delay: 300,
    minDelay: 300,
    maxDelay: 5000,
    messageReconnectTimeout: 40_000,
    ...(WebSocketPolyfill ? { WebSocketPolyfill } : {}),
  })
  return { socket, users: 0, stop: followNetwork(socket) }
}

/** The browser knows that it is offline long before a silent socket would tell. */
function followNetwork(socket: TabSocket): () => void {
  if (typeof window === 'undefined') return () => undefined
  const offline = () => socket.disconnect()
  const online = () => void socket.connect()
  window.addEventListener('offline', offline)
  window.addEventListener('online', online)
  return () => {
    window.removeEventListener('offline', offline)
    window.removeEventListener('online', online)
  }
}

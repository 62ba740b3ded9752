import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Config } from '@/server/config'
import { StartupError } from '@/server/startup-error'
import { onceGone } from './once-gone'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** The one port of the server. It is taken at once, and answers 503 until there is something behind it. */
export interface HttpListener {
  server: Server
  url: string
  open(listener: Listener): void
  isDraining(): boolean
  /** Takes no new connections and waits for the requests under way, at most ten seconds. */
  drain(): Promise<void>
  close(): void
}

/** How long a request may take to arrive. */
export interface Patience {
  /** Between two pieces of a body, in milliseconds. */
  stalled: number
  /** For the whole of a request; Node's own default. */
  whole: number
  /** For the whole of a file, on a slow line. */
  wholeFile: number
}

const PATIENCE: Patience = { stalled: 60_000, whole: 300_000, wholeFile: 12 * 3_600_000 }

/** Thrown when the port is taken or not allowed; the message says what to do. */
export class PortInUseError extends StartupError {}

const DRAIN_MS = 10_000

/**
 * How many requests of one connection may wait for their answers. Browsers, and the proxies in front of a server, send one after
 * the other; Node makes the answers to everything that comes in one piece of 64 KB before it looks whether any is taken.
 */
const MOST_UNANSWERED = 8

/** Listens on the configured address. Throws {@link PortInUseError}. */
export async function listen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  patience: Patience = PATIENCE,
): Promise<HttpListener> {
  let listener: Listener = notReady
  let draining = false
  let underWay = 0
  let onQuiet = () => {}
  const unanswered = new WeakMap<object, number>()
  /** Counts a request until its answer is sent. Ends its connection, and answers false, when too many wait there. */
  const begin = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request
    const before = unanswered.get(socket) ?? 0
    // Node goes on reading what it has of a connection that is ended.
    if (before >= MOST_UNANSWERED) socket.destroy()
    if (socket.destroyed) return false
    // Node's own limit knows no difference between a file and a flood of slow requests; `endSlow` does.
    endSlow(request, response, patience)
    unanswered.set(socket, before + 1)
    underWay += 1
    onceGone(response, () => {
      unanswered.set(socket, (unanswered.get(socket) ?? 0) - 1)
      underWay -= 1
      if (underWay === 0) onQuiet()
    })
    return true
  }
  const server = createServer(OPTIONS, (request, response) => {
    if (!begin(request, response)) return
    if (!hasOneHost(request)) return refuseHosts(response)
    if (draining) response.setHeader('connection', 'close')
    return listener(request, response)
  })
  server.on('checkExpectation', (request, response) => {
    if (begin(request, response)) refuseExpectation(response)
  })
  server.on('clientError', refuseUnreadable)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new PortInUseError(portMessage(error, host, port), { cause: error })),
    )
    server.listen(port, host, resolve)
  })
  const actual = (server.address() as AddressInfo).port
  return {
    server,
    url: `http://${urlHost(host)}:${actual}`,
    open: (next) => {
      listener = next
    },
    isDraining: () => draining,
    async drain() {
      draining = true
      // Websockets stay until the live pages have stored what is pending, so only requests are waited for.
      server.close()
      server.closeIdleConnections()
      if (underWay === 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, DRAIN_MS)
        onQuiet = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * An idle connection is kept longer than the programs in front of a server keep theirs (a minute, mostly): the side
 * that closes first while the other begins to send makes a request fail that nobody can repeat for sure.
 */
const IDLE = { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 75_000 }

/** What Node would refuse by itself would not be counted. */
const OPTIONS = { ...IDLE, requireHostHeader: false }

/** Ends a connection whose request stands still, or takes longer to arrive than it should. */
function endSlow(request: IncomingMessage, response: ServerResponse, patience: Patience): void {
  const isFile = request.method === 'POST' && /^\/api\/(?:files|import)(?:\?|$)/.test(request.url ?? '')
  const end = performance.now() + (isFile ? patience.wholeFile : patience.whole)
  let received = request.socket.bytesRead
  const timer = setInterval(
    () => {
      const { bytesRead } = request.socket
      if (request.complete) clearInterval(timer)
      else if (bytesRead === received || performance.now() > end) request.socket.destroy()
      received = bytesRead
    },
    Math.min(patience.stalled, patience.whole),
  )
  timer.unref()
  onceGone(response, () => clearInterval(timer))
}

/**
 * Does the request name more than one host? Node takes the first and a proxy may have taken another: nobody who means well
 * sends two.
 */
export const hasSeveralHosts = (request: IncomingMessage): boolean => hostsOf(request) > 1

/** HTTP/1.1 asks for one (RFC 9112, 3.2). */
const hasOneHost = (request: IncomingMessage): boolean =>
  hostsOf(request) === 1 || (hostsOf(request) === 0 && request.httpVersion !== '1.1')

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts++
  return hosts
}

function refuseHosts(response: ServerResponse): void {
  response.writeHead(400, { ...BARE_HEADERS, 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ error: 'A request names one host.' }))
}

/** For `expect` with anything but `100-continue`. */
function refuseExpectation(response: ServerResponse): void {
  response.writeHead(417, { ...BARE_HEADERS, connection: 'close' })
  response.end()
}

/** For answers that are given before, or instead of, everything else. */
const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** What Node answers to a request that it cannot read, with the headers that every answer has (R31). */
function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = UNREADABLE[error.code ?? ''] ?? '400 Bad Request'
  const headers = Object.entries({ ...BARE_HEADERS, connection: 'close', 'content-length': '0' })
  socket.end(`HTTP/1.1 ${status}\r\n${headers.map((header) => header.join(': ')).join('\r\n')}\r\n\r\n`)
}

const UNREADABLE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function notReady(_request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...BARE_HEADERS, 'content-type': 'application/json', 'retry-after': '1' }
  response.writeHead(503, headers)
  response.end(JSON.stringify({ error: 'The server is starting.' }))
}

/** Names a person can open: the address that means "every address" is none of them. */
function urlHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function portMessage(error: Error, host: string, port: number): string {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use by another program. Stop it, or set another PORT.`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set a PORT above 1023.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Set another HOST.`
  return `The server cannot listen on ${host}:${port}: ${error.message}`
}

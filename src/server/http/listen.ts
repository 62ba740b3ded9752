import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Config } from '@/server/config'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** The one port of the server. It is taken at once, and answers 503 until there is something behind it. */
export interface Door {
  server: Server
  url: string
  open(listener: Listener): void
  isDraining(): boolean
  /** Takes no new connections and waits for the requests under way, at most ten seconds. */
  drain(): Promise<void>
  close(): void
}

/** Thrown when the port is taken or not allowed; the message says what to do. */
export class PortInUseError extends Error {}

const DRAIN_MS = 10_000

/** Listens on the configured address. Throws {@link PortInUseError}. */
export async function listen({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Door> {
  let listener: Listener = notReady
  let draining = false
  let underWay = 0
  let onQuiet = () => {}
  const server = createServer((request, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
      if (underWay === 0) onQuiet()
    })
    if (draining) response.setHeader('connection', 'close')
    return listener(request, response)
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

/** What Node answers to a request that it can not read, with the headers that every answer has (R31). */
function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = UNREADABLE[error.code ?? ''] ?? '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\nx-content-type-options: nosniff\r\ncontent-security-policy: default-src 'none'\r\n\r\n`,
  )
}

const UNREADABLE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function notReady(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
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
  return `The server can not listen on ${host}:${port}: ${error.message}`
}

import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** A listener on loopback that nobody may touch (R36): the test fails when a connection reaches it. */
export interface Sinkhole {
  port: number
  /** The first bytes of every connection that reached it, so that a failure tells who came. */
  touched(): string[]
  close(): Promise<void>
}

/**
 * A loopback address at which nothing else listens: a client of another test that looks for a server that was ended comes to
 * 127.0.0.1, and may find a sinkhole at its port.
 */
export const NOBODYS_ADDRESS = '127.0.0.3'

/**
 * A web server on one loopback address, and a sinkhole at the same port of 127.0.0.1: only the address decides which of the two is reached. A
 * port that something has there already is not taken.
 */
export async function openSiteAndSinkhole(
  answer: RequestListener,
  host: string,
): Promise<{ site: WebServer; sinkhole: Sinkhole }> {
  for (;;) {
    const site = await openWebServer(answer, host)
    try {
      return { site, sinkhole: await openSinkhole(site.port) }
    } catch (error) {
      await site.close()
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

export async function openSinkhole(port = 0, host = '127.0.0.1'): Promise<Sinkhole> {
  const touches: { said: string }[] = []
  const server = createServer((socket) => {
    const touch = { said: '(nothing)' }
    touches.push(touch)
    socket.setTimeout(SAID_WITHIN_MS, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', (data) => {
      touch.said = data.toString('latin1', 0, 200)
      socket.destroy()
    })
  })
  await listening(server, port, host)
  return { port: portOf(server), touched: () => touches.map(({ said }) => said), close: () => closed(server) }
}

const SAID_WITHIN_MS = 1_000

export interface WebServer {
  url: string
  port: number
  close(): Promise<void>
}

/** A small real web server on a loopback address; 127.0.0.2 for one that a test takes for a public one. */
export async function openWebServer(answer: RequestListener, host = '127.0.0.1'): Promise<WebServer> {
  const server = createHttpServer(answer)
  await listening(server, 0, host)
  const port = portOf(server)
  return {
    url: `http://${host}:${port}`,
    port,
    close() {
      server.closeAllConnections()
      return closed(server)
    },
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const listening = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

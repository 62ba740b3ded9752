import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** A listener on loopback that nobody may touch (R36): the test fails when a connection reaches it. */
export interface Sinkhole {
  port: number
  /** How often it was touched. */
  touched(): number
  close(): Promise<void>
}

/** `port` makes it stand at the port of another listener, on another loopback address. */
export async function openSinkhole(port = 0, host = '127.0.0.1'): Promise<Sinkhole> {
  let touched = 0
  const server = createServer((socket) => {
    touched += 1
    socket.destroy()
  })
  await listening(server, port, host)
  return { port: portOf(server), touched: () => touched, close: () => closed(server) }
}

/** A small real web server on a loopback address; 127.0.0.2 for one that a test takes for a public one. */
export async function openWebServer(
  answer: RequestListener,
  host = '127.0.0.1',
): Promise<{ url: string; port: number; close(): Promise<void> }> {
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

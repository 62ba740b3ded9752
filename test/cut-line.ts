import { createServer, connect as dial, type Socket } from 'node:net'

/** A proxy on loopback in front of a server, whose connections break. */
export interface CutLine {
  /** Such as `http://127.0.0.1:4600`. */
  url: string
  /** How often a connection was cut so far. */
  cuts(): number
  close(): Promise<void>
}

/**
 * Passes everything on to `port`, and cuts the connection without a word after each run of bytes from the client:
 * its length is between nothing and twice `everyBytes`, as `random` (0 to 1) says.
 */
export async function cutLine(port: number, everyBytes: number, random: () => number): Promise<CutLine> {
  const open = new Set<Socket>()
  let cuts = 0
  const next = () => Math.ceil(random() * 2 * everyBytes)
  let left = next()
  const server = createServer((client) => {
    const upstream = dial(port, '127.0.0.1')
    const end = () => {
      for (const socket of [client, upstream]) {
        open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', (chunk) => {
      left -= chunk.byteLength
      if (left <= 0) {
        cuts += 1
        left = next()
        client.resetAndDestroy()
        end()
      } else if (!upstream.write(chunk)) {
        client.pause()
        upstream.once('drain', () => client.resume())
      }
    })
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import type { HttpEnv } from '@/server/http/http'

/** Asks `app` for the same again and again on one connection that takes nothing. Answers how many bytes wait for it in memory when all is answered. */
export async function heldForPipelined(app: Hono<HttpEnv>, request: string, times: number): Promise<number> {
  let answered = 0
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => {
    void listener(incoming, outgoing).then(() => answered++)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  try {
    const before = process.memoryUsage().arrayBuffers
    socket.write(request.repeat(times))
    await expect.poll(() => answered, { timeout: 30_000 }).toBe(times)
    return process.memoryUsage().arrayBuffers - before
  } finally {
    socket.destroy()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}

import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import type { HttpEnv } from '@/server/http/http'

/** Asks `app` on one connection that takes nothing; `answered` tells how many requests are answered. */
export async function onUntakenConnection<T>(
  app: Hono<HttpEnv>,
  ask: (socket: Socket, answered: () => number) => Promise<T>,
): Promise<T> {
  let answered = 0
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => {
    void listener(incoming, outgoing).then(() => answered++)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  try {
    return await ask(socket, () => answered)
  } finally {
    socket.destroy()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}

/** How many bytes wait in memory when `app` has answered the same request again and again, and nothing is taken. */
export const heldForPipelined = (app: Hono<HttpEnv>, request: string, times: number): Promise<number> =>
  onUntakenConnection(app, async (socket, answered) => {
    const before = process.memoryUsage().arrayBuffers
    socket.write(request.repeat(times))
    await expect.poll(answered, { timeout: 30_000 }).toBe(times)
    return process.memoryUsage().arrayBuffers - before
  })

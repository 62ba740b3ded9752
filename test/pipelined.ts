import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect } from 'vitest'
import type { Caller } from '@/server/context'
import { asAppError } from '@/server/errors'
import type { HttpEnv, Routes } from '@/server/http/http'
import { UnsentAnswers } from '@/server/http/unsent-answers'

/** Asks `app` on one connection that takes nothing; `answered` tells how many requests are answered. */
async function onUntakenConnection<T>(
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

function withUnsent(routes: Routes): Hono<HttpEnv> {
  const unsent = new UnsentAnswers()
  const app = new Hono<HttpEnv>()
  app.use((c, next) => {
    c.set('unsent', unsent)
    return next()
  })
  return app.route('/', routes)
}

/** How many bytes wait in memory when these routes have answered the same request again and again, and nothing is taken. */
export const heldForPipelined = (routes: Routes, request: string, times: number): Promise<number> =>
  onUntakenConnection(withUnsent(routes), async (socket, answered) => {
    const before = process.memoryUsage().arrayBuffers
    socket.write(request.repeat(times))
    await expect.poll(answered, { timeout: 30_000 }).toBe(times)
    return process.memoryUsage().arrayBuffers - before
  })

/** A request: a path, or what it is besides a `GET`. */
type Asked = string | { method?: 'GET' | 'HEAD'; path: string; headers?: Record<string, string> }

/**
 * What is answered to the requests of one who asks (a visitor, or who is named), one after the other, behind one that is never answered, so that nothing is sent; a thousand bytes
 * may wait for them.
 */
export async function answersBehindFirst(
  routes: readonly Routes[],
  requests: readonly Asked[],
  user: Caller['user'] = null,
): Promise<number[]> {
  const statuses: number[] = []
  const app = new Hono<HttpEnv>()
  const unsent = new UnsentAnswers(1_000)
  app.use(async (c, next) => {
    c.set('unsent', unsent)
    c.set('caller', { user, sessionId: user && 'session', ip: '127.0.0.1' })
    await next()
    statuses.push(c.res.status)
  })
  app.onError((error, c) => c.text('', (asAppError(error)?.status ?? 500) as 500))
  let hasBegun = false
  app.get('/first', () => {
    hasBegun = true
    return new Promise<Response>(() => {})
  })
  for (const group of routes) app.route('/', group)
  return onUntakenConnection(app, async (socket) => {
    const ask = (asked: Asked) => {
      const { method = 'GET', path, headers = {} } = typeof asked === 'string' ? { path: asked } : asked
      const lines = Object.entries({ host: 'sheaf', ...headers }).map((header) => header.join(': '))
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    }
    ask('/first')
    await expect.poll(() => hasBegun).toBe(true)
    for (const [at, asked] of requests.entries()) {
      ask(asked)
      await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(at + 1)
    }
    return statuses
  })
}

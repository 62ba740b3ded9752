import { onUntakenConnection } from '@test/pipelined'
import { startTestServer, type TestServer } from '@test/server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printRoutes } from '@/features/print/server/print.routes'
import { asAppError } from '@/server/errors'
import type { HttpEnv } from '@/server/http/http'
import { UnsentAnswers } from '@/server/http/unsent-answers'
import { previewRoutes } from './preview.routes'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** What is answered to requests one after the other, behind one that is never answered; a thousand bytes may wait. */
async function answersTo(paths: readonly string[]): Promise<number[]> {
  const statuses: number[] = []
  const app = new Hono<HttpEnv>()
  const unsent = new UnsentAnswers(1_000)
  app.use(async (c, next) => {
    c.set('unsent', unsent)
    c.set('caller', { user: null, sessionId: null, ip: '127.0.0.1' })
    await next()
    statuses.push(c.res.status)
  })
  app.onError((error, c) => c.text('', (asAppError(error)?.status ?? 500) as 500))
  let hasBegun = false
  app.get('/first', () => {
    hasBegun = true
    return new Promise<Response>(() => {})
  })
  app.route('/', previewRoutes(server.services)).route('/', printRoutes(server.services))
  return onUntakenConnection(app, async (socket) => {
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: sheaf\r\n\r\n`)
    ask('/first')
    await expect.poll(() => hasBegun).toBe(true)
    for (const [at, path] of paths.entries()) {
      ask(path)
      await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(at + 1)
    }
    return statuses
  })
}

test('R67 who does not take the pages that are drawn for them has no more drawn; what was drawn is for everybody', async () => {
  const { document } = server.rpc((await server.signUp()).cookie)
  const ids = await Promise.all(
    ['One', 'Two', 'Three'].map(async (title) => {
      const { id } = await document.create.mutate({ title })
      await document.publish.mutate({ id, isPublished: true })
      return id
    }),
  )
  const [one, two, three] = ids.map((id) => `/preview/${id}`) as [string, string, string]
  expect((await fetch(`${server.url}${three}`)).status).toBe(200)
  expect(await answersTo([one, two, one, `${one}.md`])).toEqual([200, 429, 200, 429])
})

test('R67 who does not take a page as it is printed gets no other', async () => {
  expect(await answersTo(['/blocks?print=true', '/blocks?print=true'])).toEqual([200, 429])
}, 60_000)

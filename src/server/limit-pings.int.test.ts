import { once } from 'node:events'
import { cookieOf, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { PERSON_PATH } from '@/shared/notified'
import { ROOMS_PATH } from '@/shared/rooms'
import { VISIT_PATH } from '@/shared/visits'

let server: TestServer
let ada: TestPerson
const sockets: WebSocket[] = []
beforeAll(async () => {
  server = await startTestServer()
  ada = await server.signUp()
})
afterAll(async () => {
  for (const ws of sockets) ws.terminate()
  await server?.close()
})

async function socketTo(path: string, cookie: string): Promise<WebSocket> {
  const ws = new WebSocket(server.url.replace('http', 'ws') + path, {
    headers: { origin: server.url, cookie },
  })
  sockets.push(ws)
  ws.on('error', () => undefined)
  await once(ws, 'open')
  return ws
}

/** A link's visitor and the page that it opens. */
async function visitor(): Promise<{ id: string; cookie: string }> {
  const { id } = await server
    .rpc(ada.cookie)
    .document.create.mutate({ title: 'Read', parentDocumentId: null })
  const { link } = await server.rpc(ada.cookie).share.setLink.mutate({ id, level: 'view' })
  const token = link?.url?.split('/').at(-1)
  const answer = await server.post('/api/visits', { token })
  return { id, cookie: cookieOf(answer) }
}

/** Pings again as soon as it is answered, which no limit of what lies unsent notices; says how many were answered. */
async function pingOn(ws: WebSocket, most: number): Promise<number> {
  const closed = once(ws, 'close').then(() => 'closed' as const)
  for (let answered = 0; answered < most; answered++) {
    const pong = once(ws, 'pong')
    ws.ping()
    if ((await Promise.race([pong, closed])) === 'closed') return answered
  }
  return most
}

test.each([
  ['of a room, which anybody may open', async () => socketTo(ROOMS_PATH, '')],
  ['of a person', async () => socketTo(PERSON_PATH, ada.cookie)],
  ['of a page', async () => socketTo('/collab', ada.cookie)],
  [
    'of a visitor',
    async () => {
      const { id, cookie } = await visitor()
      return socketTo(VISIT_PATH + id, cookie)
    },
  ],
])(
  'R18 a socket %s that pings without end is closed; one that pings now and then is answered',
  async (_whose, open) => {
    const calm = await open()
    expect(await pingOn(calm, 10)).toBe(10)
    const restless = await open()
    expect(await pingOn(restless, 2_000)).toBeLessThan(2_000)
    expect(calm.readyState).toBe(WebSocket.OPEN)
  },
)

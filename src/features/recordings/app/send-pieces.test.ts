import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { Pieces } from './pieces'
import { sendPieces, type WaitsFor } from './send-pieces'

/** An upload that takes no part until it has refused some in this way; it counts what it was asked. */
async function uploadThatRefuses(times: number, refuse: { status: number; body: string }) {
  let refused = 0
  const tabs = new Set<string | string[] | undefined>()
  let offset = 0
  const server: Server = createServer(async (request, response) => {
    tabs.add(request.headers['x-sheaf-user'])
    let length = 0
    for await (const bytes of request) length += (bytes as Buffer).length
    const isPart = request.method === 'PATCH'
    if (isPart && refused < times) {
      refused += 1
      response.writeHead(refuse.status, { 'content-type': 'application/json' }).end(refuse.body)
      return
    }
    if (isPart) offset += length
    response.writeHead(isPart ? 204 : 200, { 'upload-offset': String(offset) }).end()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, request: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, request),
  )
  closing.push(() => server.close())
  return { refused: () => refused, offset: () => offset, tabs }
}

const closing: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const close of closing.splice(0)) close()
})

test.each<[WaitsFor, { status: number; body: string }]>([
  ['room', { status: 503, body: '{"error":"There is no room."}' }],
  ['server', { status: 500, body: '' }],
])(
  '4.7 while what is recorded is refused again and again it stays said that it waits for the %s',
  async (waitsFor, refuse) => {
    const upload = await uploadThatRefuses(2, refuse)
    const pieces = new Pieces(async () => 'recorded')
    pieces.add(8)
    pieces.end()
    const said: (WaitsFor | null)[] = []
    const sent: number[] = []
    const made = await sendPieces({
      pieces,
      userId: 'ada',
      signal: new AbortController().signal,
      begin: async () => 'one',
      end: async () => 'made',
      onSent: (bytes) => sent.push(bytes),
      onWaiting: (now) => said.push(now),
    })
    expect(made).toBe('made')
    expect([...upload.tabs]).toEqual(['ada'])
    expect(upload.refused()).toBe(2)
    expect(upload.offset()).toBe(8)
    expect(said).toEqual([waitsFor, null])
    expect(sent.at(-1)).toBe(8)
  },
)

import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { type Figure, figure, median, quantile } from './figures.ts'
import { buildLiveServer, type Program, start } from './programs.ts'

const WRITERS = 50
const PAGES = 10
const EVERY_MS = 100

const SYNC = 0
const AUTH = 2
const SYNC_STATUS = 8
const SYNC_STEP_1 = 0
const UPDATE = 2

/**
 * From sending an edit to its acknowledgement: on the disk with ours and with a bare append (the physical limit), in memory with
 * Hocuspocus as it comes.
 */
export async function measureAcknowledging(options: { rounds: number; seconds: number }): Promise<Figure[]> {
  const env = { PAGES: String(PAGES), PEOPLE: String(WRITERS) }
  const append = new URL('./append-server.ts', import.meta.url).pathname
  const stock = new URL('./stock-server.ts', import.meta.url).pathname
  const servers = [
    await start(await buildLiveServer(), env),
    await start(append, env),
    await start(stock, env),
  ]
  const taken = servers.map((): { p50: number[]; p95: number[] } => ({ p50: [], p95: [] }))
  try {
    for (let round = 0; round < options.rounds; round++)
      for (const [at, server] of servers.entries()) {
        const times = await writeFor(server, options.seconds)
        taken[at]?.p50.push(quantile(times, 0.5))
        taken[at]?.p95.push(quantile(times, 0.95))
      }
  } finally {
    for (const server of servers) await server.stop()
  }
  const [ours, disk, memory] = taken.map(({ p50, p95 }) => ({ p50: median(p50), p95: median(p95) }))
  if (!ours || !disk || !memory) throw new Error('Nothing was measured')
  const against = (
    share: 'p50' | 'p95',
    peer: typeof ours,
    name: string,
    most: number | null,
    limit?: number,
  ) =>
    figure(
      `edit → durable acknowledgement ${share}, ${WRITERS} writers, against ${name}`,
      'ms',
      ours[share],
      peer[share],
      most,
      limit,
    )
  return [
    against('p50', disk, 'a bare append with fdatasync', null),
    against('p95', disk, 'a bare append with fdatasync', 2, 100),
    against('p50', memory, 'Hocuspocus in memory', null),
    against('p95', memory, 'Hocuspocus in memory', null),
  ]
}

async function writeFor(server: Program, seconds: number): Promise<number[]> {
  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, i) => openWriter(server, i)))
  const times = await Promise.all(writers.map((writer, i) => writer.write(seconds, (i / WRITERS) * EVERY_MS)))
  for (const writer of writers) writer.close()
  // What the first second does is warming up.
  return times.flat()
}

/** One person typing: an edit every tenth of a second, each timed until the server says that it has it. */
async function openWriter({ url, cookie: first, cookies, pages }: Program, i: number) {
  const page = pages[i % PAGES] as string
  const cookie = cookies?.[i] ?? first
  const ws = new WebSocket(url, { headers: { cookie } })
  const doc = new Y.Doc()
  const sentAt: number[] = []
  const times: number[] = []
  const say = (type: number, write: (out: encoding.Encoder) => void) => {
    const out = encoding.createEncoder()
    encoding.writeVarString(out, page)
    encoding.writeVarUint(out, type)
    write(out)
    ws.send(encoding.toUint8Array(out))
  }
  await new Promise((resolve) => ws.once('open', resolve))
  const synced = new Promise<void>((resolve) => {
    ws.on('message', (data: Buffer) => {
      const now = performance.now()
      const message = decoding.createDecoder(new Uint8Array(data))
      decoding.readVarString(message)
      const type = decoding.readVarUint(message)
      if (type === SYNC) resolve()
      if (type !== SYNC_STATUS) return
      const sent = sentAt.shift()
      if (sent !== undefined) times.push(now - sent)
    })
  })
  say(AUTH, (out) => {
    encoding.writeVarUint(out, 0)
    encoding.writeVarString(out, '')
  })
  say(SYNC, (out) => {
    encoding.writeVarUint(out, SYNC_STEP_1)
    encoding.writeVarUint8Array(out, Y.encodeStateVector(doc))
  })
  await synced
  doc.on('update', (update: Uint8Array) => {
    sentAt.push(performance.now())
    say(SYNC, (out) => {
      encoding.writeVarUint(out, UPDATE)
      encoding.writeVarUint8Array(out, update)
    })
  })
  return {
    async write(seconds: number, firstMs: number): Promise<number[]> {
      await new Promise((resolve) => setTimeout(resolve, firstMs))
      const text = doc.getText('title')
      const timer = setInterval(() => text.insert(text.length, 'x'), EVERY_MS)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      clearInterval(timer)
      while (sentAt.length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
      return times.slice(Math.min(10, times.length - 1))
    },
    close: () => ws.terminate(),
  }
}

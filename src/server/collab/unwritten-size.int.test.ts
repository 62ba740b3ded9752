import { temporaryFolder, until } from '@test/collab'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { setTitle } from '@/document'
import { entriesOf } from '@/document/format/layout'
import { SHORT } from './ask-page'
import { projectionOf } from './projection'
import { threadTime } from './thread-time'

/* A page whose state is short and whose reading is long. */

const folder = temporaryFolder()
let host: CollabHost
let mallory: HostPerson
let page: string
/** What reading the page takes of this thread where this thread does it. */
let readHereMs: number

const ROWS = 100
const COLUMNS = 110

function addTable(doc: Y.Doc): void {
  const add = (id: string, kind: string, parent: string) =>
    entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind, at: [parent, 'a0'] })))
  doc.transact(() => {
    add('t', 'table', '')
    for (let at = 0; at < ROWS; at++) add(`r${at}`, 'tableRow', 't')
    for (let at = 0; at < COLUMNS; at++) add(`c${at}`, 'tableColumn', 't')
  })
}

/** The least of what this takes of this thread, of several times. */
async function timeOf(act: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const from = threadTime()
    await act()
    times.push(threadTime() - from)
  }
  return Math.min(...times)
}

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null, keepMs: 50 })
  mallory = await host.addPerson('Mallory')
  page = await host.addPage()
  await host.collab.live.edit(page, mallory.id, addTable)
  readHereMs = await host.collab.live.read(page, async (doc) => {
    expect(Y.encodeStateAsUpdate(doc).byteLength).toBeLessThan(SHORT)
    return timeOf(() => projectionOf(doc))
  })
})
afterAll(async () => {
  await host.close()
  folder.remove()
})

test('S1 R67 a short page with many cells is read by a worker, open or not', async () => {
  const { live } = host.collab
  const unread = async () => {
    await until('it to leave memory', () => host.collab.stats().pages === 0, 30_000)
  }
  const ways: [string, () => Promise<unknown>][] = [
    ['what it says', () => live.content(page, mallory.id)],
    ['with what is suggested', () => live.review(page, mallory.id)],
    ['an edit from what it says', () => live.plan(page, mallory.id, (before) => before)],
    [
      'a change that a call makes',
      () => live.change(page, mallory.id, { do: 'write', title: `${Math.random()}` }),
    ],
    [
      'bringing lists up to date',
      () => live.edit(page, mallory.id, (doc) => setTitle(doc, `${Math.random()}`)),
    ],
  ]
  for (const [way, act] of ways) {
    const open = await live.read(page, () => timeOf(act))
    expect(open, way).toBeLessThan(readHereMs / 2)
  }
  await unread()
  const { blocks } = await live.content(page, mallory.id)
  expect(blocks[0]?.children).toHaveLength(ROWS + COLUMNS)
  const closed = await timeOf(async () => {
    await unread()
    await live.content(page, mallory.id)
  })
  expect(closed).toBeLessThan(readHereMs / 2)
}, 180_000)

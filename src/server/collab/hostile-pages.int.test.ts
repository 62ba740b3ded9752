import { CollabChild, RawSocket, storedText, Tab, temporaryFolder, until } from '@test/collab'
import { syncFrame } from '@test/collab-frames'
import { addPage, addPerson, type HostPerson } from '@test/collab-host'
import { crafted, craftedUpdate, nested, sections, sectionsAnd } from '@test/crafted-update'
import { crowdedUpdate } from '@test/crowded-update'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { entriesOf, textOf } from '@/document/format/layout'
import { type Db, openDb } from '@/server/db/db'
import { BOUNDS } from '@/shared/limits'

const folder = temporaryFolder()
let server: CollabChild
let db: Db
let mallory: HostPerson
let stored: string

/** The state of a page with a table of `rows` rows and `columns` columns. */
function tableState(rows: number, columns: number): Uint8Array {
  const doc = new Y.Doc()
  doc.transact(() => {
    const add = (id: string, kind: string, parent: string) =>
      entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind, at: [parent, 'a0'] })))
    add('t', 'table', '')
    for (let i = 0; i < rows; i++) add(`r${i}`, 'tableRow', 't')
    for (let i = 0; i < columns; i++) add(`c${i}`, 'tableColumn', 't')
  })
  return Y.encodeStateAsUpdate(doc)
}

/** The state of a page of 100,001 beads of blocks that are not there. */
function beads(): Uint8Array {
  const doc = new Y.Doc()
  textOf(doc).applyDelta(Array.from({ length: 100_001 }, (_, i) => ({ insert: { block: `b${i}` } })))
  return Y.encodeStateAsUpdate(doc)
}

/** 5,000 characters that stand beside one which nobody has. */
function waiting(): Uint8Array {
  const doc = new Y.Doc()
  textOf(doc).insert(0, 'base')
  const before = Y.encodeStateVector(doc)
  for (let i = 0; i < 5000; i++) textOf(doc).insert(0, 'x')
  return Y.encodeStateAsUpdate(doc, before)
}

/** `count` paragraphs without text, whose ids begin with `name`. */
function paragraphs(name: string, count: number): Uint8Array {
  const doc = new Y.Doc()
  doc.transact(() => {
    const fields = Object.entries({ kind: 'paragraph', at: ['', 'a0'] })
    for (let i = 0; i < count; i++) entriesOf(doc).set(`${name}${i}`, new Y.Map<unknown>(fields))
  })
  return Y.encodeStateAsUpdate(doc)
}

beforeAll(async () => {
  db = (await openDb({ dataDir: folder.path, databaseUrl: null })).db
  mallory = await addPerson(db, 'Mallory')
  // As a server of before took it: in the log alone, so that the next start reads it.
  stored = await addPage(db)
  await db
    .insertInto('document_update')
    .values({
      document_id: stored,
      user_id: null,
      data: tableState(3000, 3000),
      created_at: new Date().toISOString(),
    })
    .execute()
  server = await CollabChild.start({ DATA_DIR: folder.path })
}, 180_000)
afterAll(async () => {
  await server?.close()
  await db?.destroy()
  folder.remove()
})

test('S1 a stored table of 3,000 rows and 3,000 columns is brought up to date after a start, and opens', async () => {
  const content = async () =>
    (
      await db
        .selectFrom('document')
        .select('content_rich')
        .where('id', '=', stored)
        .executeTakeFirstOrThrow()
    ).content_rich
  await until('the page to be projected', async () => (await content()) !== '[]', 60_000)
  const [table] = JSON.parse(await content()) as [Block]
  const rows = (table.children ?? []).filter(({ kind }) => kind === 'tableRow')
  expect(rows.reduce((cells, { children = [] }) => cells + children.length, 0)).toBeLessThanOrEqual(
    BOUNDS.gridCells,
  )
  expect(table.attributes?.beyond).toEqual({ rows: 2859, columns: 2859 })
  const tab = new Tab(server.url, mallory, stored)
  tab.write()
  await tab.saved(60_000)
  expect(await storedText(db, stored)).toBe(tab.text)
  tab.close()
}, 120_000)

test.each<[string, () => Uint8Array]>([
  ['S1 a frame with 3,000 rows and columns', () => tableState(3000, 3000)],
  ['S1 a frame with 1,000 rows and columns', () => tableState(1000, 1000)],
  ['S6 a frame of 100,000 beads', beads],
  ['S6 R67 a frame that waits for what nobody has sent', waiting],
  [
    'S6 R67 a frame whose items crowd at one place',
    () =>
      crowdedUpdate(
        12_000,
        () => null,
        (i) => i,
      ),
  ],
])(
  '%s is not taken, and nobody notices',
  async (_what, update) => {
    const page = await addPage(db)
    const raw = await RawSocket.open(server.url, mallory.cookie)
    await raw.openPage(page)
    const pid = server.pid
    raw.send(syncFrame(page, 2, update()))
    await until('the page to be closed', () =>
      raw.frames.some((frame) => Buffer.from(frame).includes('too-large')),
    )
    const tab = new Tab(server.url, await addPerson(db, 'Ada'), page)
    tab.write()
    await tab.saved()
    tab.close()
    raw.close()
    expect(server.pid).toBe(pid)
    const updates = await db
      .selectFrom('document_update')
      .select('data')
      .where('document_id', '=', page)
      .execute()
    expect(updates.every(({ data }) => data.byteLength < 1000)).toBe(true)
  },
  60_000,
)

test.each<[string, () => Uint8Array[]]>([
  [
    'clocks beyond what numbers can tell apart',
    () => [
      craftedUpdate(991, [
        { write: crafted.deleted(Number.MAX_SAFE_INTEGER - 2) },
        { write: crafted.deleted(50) },
      ]),
    ],
  ],
  [
    'an atom nested 4,400 deep',
    () => [craftedUpdate(991, [{ write: crafted.embed(JSON.stringify(nested(4400))) }])],
  ],
  [
    '3,000 types within each other, of which the first is deleted',
    () => [
      craftedUpdate(991, [
        { root: 'blocks', key: 'nest', write: crafted.map() },
        ...Array.from({ length: 2999 }, (_, i) => ({
          parent: [991, i] as const,
          key: 'x',
          write: crafted.map(),
        })),
      ]),
      craftedUpdate(991, [], [[991, 0, 1]]),
    ],
  ],
  [
    'deletions of one client, the first up to where numbers are no longer told apart',
    () => {
      const ranges: [number, number][] = [
        [1, Number.MAX_SAFE_INTEGER],
        [Number.MAX_SAFE_INTEGER, 1],
      ]
      return [sectionsAnd([[991, 0, [{ write: crafted.text('a') }]]], new Map([[991, ranges]]))]
    },
  ],
  [
    'a layout of tomorrow that waits, and the same ids said anew so that its rest would count',
    () => [
      sections([991, 0, [{ origin: [992, 0], write: crafted.values([2, 99]) }]]),
      sections([991, 0, [{ root: 'meta', key: 'layout', write: crafted.value(2) }]]),
      sections([992, 0, [{ write: crafted.text('a') }]]),
    ],
  ],
  [
    'words that wait, and the same ids said to be gone',
    () => [
      sections([991, 10, [{ origin: [992, 0], write: crafted.text('abcdefghij') }]]),
      sections([991, 0, [{ write: crafted.gone(15) }]]),
      sections([992, 0, [{ write: crafted.text('a') }]]),
    ],
  ],
])(
  'R67 S1 %s: it is refused before it is stored, and the page stays what it was',
  async (_what, updates) => {
    const page = await addPage(db)
    const ada = await addPerson(db, 'Ada')
    const tab = new Tab(server.url, ada, page)
    tab.write()
    await tab.saved()
    // Nothing is taken of who sent such a thing for some seconds.
    const raw = await RawSocket.open(server.url, (await addPerson(db, 'Eve')).cookie)
    await raw.openPage(page)
    for (const update of updates()) raw.send(syncFrame(page, 2, update))
    await until('the page to be closed', () =>
      raw.frames.some((frame) => Buffer.from(frame).includes('newer-layout')),
    )
    tab.write()
    await tab.saved()
    const late = new Tab(server.url, ada, page)
    await late.saved()
    expect(late.text).toBe(tab.text)
    expect(await storedText(db, page)).toBe(tab.text)
    for (const one of [tab, late, raw]) one.close()
  },
  60_000,
)

test('R67 behind whose ids somebody has made wait what must not come in there is told to take others, and goes on with those', async () => {
  const page = await addPage(db)
  const ada = await addPerson(db, 'Ada')
  const said = (socket: RawSocket, words: string) =>
    until(words, () => socket.frames.some((frame) => Buffer.from(frame).includes(words)))
  const tab = new Tab(server.url, ada, page)
  tab.write()
  await tab.saved()
  const eve = await RawSocket.open(server.url, (await addPerson(db, 'Eve')).cookie)
  await eve.openPage(page)
  eve.send(syncFrame(page, 2, craftedUpdate(555, [{ origin: [777, 1], write: crafted.text('ab') }])))
  const waits = () =>
    db.selectFrom('document_update').select('data').where('document_id', '=', page).execute()
  await until('what waits to be stored', async () =>
    (await waits()).some(({ data }) => Buffer.from(data).includes('ab')),
  )
  const block = (client: number) =>
    craftedUpdate(client, [
      { root: 'blocks', key: 'new', write: crafted.map() },
      { parent: [client, 0], key: 'kind', write: crafted.value('paragraph') },
    ])
  const first = await RawSocket.open(server.url, ada.cookie)
  await first.openPage(page)
  first.send(syncFrame(page, 2, block(777)))
  await said(first, '{"foreign":[777]}')
  await said(first, 'not-author')
  const again = await RawSocket.open(server.url, ada.cookie)
  await again.openPage(page)
  again.send(syncFrame(page, 2, block(778)))
  await until('the block to be stored', async () =>
    (await waits()).some(({ data }) => Buffer.from(data).includes('kind')),
  )
  tab.write()
  await tab.saved()
  for (const one of [tab, eve, first, again]) one.close()
}, 60_000)

test('S6 edits that come at the same moment have to fit into the page together', async () => {
  const page = await addPage(db)
  const sockets = await Promise.all([1, 2, 3, 4].map(() => RawSocket.open(server.url, mallory.cookie)))
  for (const socket of sockets) await socket.openPage(page)
  const frames = sockets.map((_, at) => syncFrame(page, 2, paragraphs(`s${at}-`, 15_000)))
  for (const [at, socket] of sockets.entries()) socket.send(frames[at] as Uint8Array)
  const refused = () =>
    sockets.filter(({ frames }) => frames.some((frame) => Buffer.from(frame).includes('too-large')))
  await until('all but one to be refused', () => refused().length === 3, 60_000)
  for (const socket of sockets) socket.close()
  const stored = await db.selectFrom('document_update').select('id').where('document_id', '=', page).execute()
  expect(stored).toHaveLength(1)
}, 120_000)

import type { Document } from '@hocuspocus/server'
import { temporaryFolder } from '@test/collab'
import { addPage } from '@test/collab-host'
import { sectionsAnd } from '@test/crafted-update'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { judged, titleText } from '@/document'
import { textOf } from '@/document/format/layout'
import { type Db, openDb } from '@/server/db/db'
import { createLog } from '@/server/log'
import { LIMITS } from '@/shared/limits'
import { LivePage } from './live-page'
import { loadPage } from './load-page'
import { PageAuthors } from './page-authors'
import { threadTime } from './thread-time'

const folder = temporaryFolder()
const log = createLog('silent')
let db: Db

beforeAll(async () => {
  db = (await openDb({ dataDir: folder.path, databaseUrl: null })).db
})
afterAll(async () => {
  await db?.destroy()
  folder.remove()
})

/** A page in memory that is stored like this. */
async function pageOf(state: Uint8Array): Promise<LivePage> {
  const id = await addPage(db)
  const row = { document_id: id, up_to: 0, state, created_at: '' }
  await db.insertInto('document_snapshot').values(row).execute()
  const document = new Y.Doc() as Document
  document.name = id
  const stored = await loadPage(db, id, document, log)
  if (!stored) throw new Error('The page is not there')
  return new LivePage(document, stored, new PageAuthors(document, new Map()), {
    db,
    log,
    keepMs: 60_000,
    unload: () => undefined,
    failed: () => undefined,
    projected: () => undefined,
    lost: () => undefined,

    memory: { roomFor: () => 'room' },
    charge: (_people, act) => act(),
  })
}

/** The edit that somebody makes by `change`. */
function editOf(page: LivePage, change: (doc: Y.Doc) => void): Uint8Array {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(page.document))
  const before = Y.encodeStateVector(copy)
  change(copy)
  return Y.encodeStateAsUpdate(copy, before)
}

/** What is decided about an edit that was looked at just now. */
function decided(page: LivePage, update: Uint8Array): string {
  const { facts } = judged(page.document, update)
  const answer = page.admission.admit(facts, update.byteLength, page.onTheWay.since(page.onTheWay.moment))
  page.arrived(facts)
  return answer
}

/** An edit that was admitted is stored, and then in the document. */
async function takeIn(page: LivePage, update: Uint8Array): Promise<void> {
  page.appending()
  const row = { document_id: page.document.name, user_id: null, data: update, created_at: '' }
  const { id } = await db.insertInto('document_update').values(row).returning('id').executeTakeFirstOrThrow()
  page.appended(id, update.byteLength)
  Y.applyUpdate(page.document, update)
}

test('R67 a full page refuses one edit after the other without being gone through, and takes some again once there is room', async () => {
  const doc = new Y.Doc()
  titleText(doc).insert(0, 'x'.repeat(LIMITS.document - 200))
  const page = await pageOf(Y.encodeStateAsUpdate(doc))
  const write = editOf(page, (copy) => titleText(copy).insert(0, 'y'.repeat(1000)))
  expect(decided(page, write)).toBe('again')
  await Promise.all([page.measured('ada'), page.measured('bob')])
  const begun = threadTime()
  Y.encodeStateAsUpdate(page.document)
  const wholeMs = threadTime() - begun
  const from = threadTime()
  for (let edit = 0; edit < 40; edit++) {
    expect(decided(page, write)).toBe('too-large')
    await page.measured('ada')
  }
  expect(threadTime() - from).toBeLessThan(10 * wholeMs)
  // It may be less now, so it is measured once more, and not here.
  const remove = editOf(page, (copy) => titleText(copy).delete(0, 5000))
  expect(decided(page, remove)).toBe('admitted')
  await takeIn(page, remove)
  expect(decided(page, write)).toBe('again')
  await page.measured('ada')
  expect(decided(page, write)).toBe('admitted')
  page.dispose()
}, 120_000)

const WRITER = 991

/** A page of this weight: values of a byte each. It has 400,000 characters as well. */
function heavy(weight: number): Uint8Array {
  const doc = new Y.Doc()
  doc.clientID = WRITER
  textOf(doc).insert(0, 'x'.repeat(400_000))
  doc.getMap('meta').set('more', new Array(weight).fill(null))
  return Y.encodeStateAsUpdate(doc)
}
const embeds = (doc: Y.Doc) =>
  textOf(doc).applyDelta(Array.from({ length: 50 }, () => ({ insert: { a: 0 } as object })))
/** Deletes every second character. */
const holes = () =>
  sectionsAnd([], new Map([[WRITER, Array.from({ length: 200_000 }, (_, at) => [2 * at, 1] as const)]]))

/** The same once it is known how much the page takes up. */
async function decidedAtLast(page: LivePage, update: Uint8Array): Promise<string> {
  const first = decided(page, update)
  if (first !== 'again') return first
  await page.measured('ada')
  return decided(page, update)
}

test('R67 S1 a page that could hardly be loaded with more takes nothing more, however few bytes that has, and can be made smaller', async () => {
  const page = await pageOf(heavy(LIMITS.pageWeight - 100))
  expect(await decidedAtLast(page, editOf(page, embeds))).toBe('too-large')
  expect(
    await decidedAtLast(
      page,
      editOf(page, (doc) => textOf(doc).insert(5, 'word')),
    ),
  ).toBe('admitted')
  // Deleting leaves pieces of what was whole: it has a little more room, and not without end.
  expect(
    await decidedAtLast(
      page,
      editOf(page, (doc) => textOf(doc).delete(5, 10)),
    ),
  ).toBe('admitted')
  expect(await decidedAtLast(page, holes())).toBe('too-large')
  page.dispose()
}, 120_000)

test('R67 S1 a page that is too heavy already opens, and what it says can be deleted', async () => {
  const page = await pageOf(heavy(LIMITS.pageWeightDeleting + 1000))
  expect(textOf(page.document)).toHaveLength(400_000)
  expect(
    await decidedAtLast(
      page,
      editOf(page, (doc) => textOf(doc).insert(5, 'word')),
    ),
  ).toBe('too-large')
  const remove = editOf(page, (doc) => textOf(doc).delete(0, 400_000))
  expect(await decidedAtLast(page, remove)).toBe('admitted')
  await takeIn(page, remove)
  const lighten = editOf(page, (doc) => doc.getMap('meta').delete('more'))
  expect(await decidedAtLast(page, lighten)).toBe('admitted')
  await takeIn(page, lighten)
  expect(await decidedAtLast(page, editOf(page, embeds))).toBe('admitted')
  page.dispose()
}, 120_000)

import type { Document } from '@hocuspocus/server'
import { temporaryFolder } from '@test/collab'
import { addPage } from '@test/collab-host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { judged, titleText } from '@/document'
import { type Db, openDb } from '@/server/db/db'
import { createLog } from '@/server/log'
import { LIMITS } from '@/shared/limits'
import { LivePage } from './live-page'
import { PageAuthors } from './page-authors'
import { loadPage } from './page-store'
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

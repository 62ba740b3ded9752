import { readFileSync, writeFileSync } from 'node:fs'
import { temporaryFolder, until } from '@test/collab'
import { addPage, type CollabHost, startCollabHost } from '@test/collab-host'
import { afterAll, afterEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { setTitle } from '@/document'
import { createLog } from '@/server/log'
import { forgiveReads, PageReads, readsFile } from './page-reads'

const folder = temporaryFolder()
let host: CollabHost | null = null
const log = createLog('silent')

const stop = async () => {
  await host?.close()
  host = null
}
afterEach(stop)
afterAll(() => folder.remove())

const start = async (): Promise<CollabHost> => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null, log })
  return host
}
/** A server that ended while it read the page, which took it that long. */
const die = (documentId: string, ms: number) => {
  const reads = new PageReads(readsFile(folder.path), log, Date.now(), 2 ** 31 - 1)
  void reads.during(documentId, () => new Promise(() => undefined))
  return new PageReads(readsFile(folder.path), log, Date.now() + ms)
}

test('S1 a page over which three servers ended is left alone and not opened, until somebody has looked at it', async () => {
  const first = await start()
  const page = await addPage(first.db)
  const other = await addPage(first.db)
  const doc = new Y.Doc()
  setTitle(doc, 'Logged')
  const data = Y.encodeStateAsUpdate(doc)
  for (const document_id of [page, other]) {
    const row = { document_id, user_id: null, data, created_at: new Date().toISOString() }
    await first.db.insertInto('document_update').values(row).execute()
  }
  const titleOf = async ({ db }: CollabHost, id: string) =>
    (await db.selectFrom('document').select('title').where('id', '=', id).executeTakeFirst())?.title
  await stop()
  // A quick restart says nothing about a page, and a reading that comes to its end forgives it.
  expect(die(page, 100).isDeadly(page)).toBe(false)
  for (let i = 0; i < 2; i++) die(page, 5000)
  const reads = new PageReads(readsFile(folder.path), log)
  expect(reads.isDeadly(page)).toBe(false)
  await reads.during(page, async () => undefined)
  for (let i = 0; i < 3; i++) die(page, 5000)
  const second = await start()
  await until(
    'the other page to be brought up to date',
    async () => (await titleOf(second, other)) === 'Logged',
  )
  expect(await titleOf(second, page)).toBe('')
  await expect(second.collab.live.read(page, () => undefined)).rejects.toMatchObject({ code: 'unavailable' })
  await stop()
  forgiveReads(folder.path, (id) => id === page)
  const third = await start()
  await until('the page to be brought up to date', async () => (await titleOf(third, page)) === 'Logged')
})

test('S1 a server that is killed while it serves others says nothing about the pages that it reads', async () => {
  const file = readsFile(folder.path)
  for (let i = 0; i < 3; i++) {
    let end = () => undefined as undefined
    const reads = new PageReads(file, log, Date.now(), 1)
    const reading = reads.during('busy', () => new Promise<void>((resolve) => (end = () => void resolve())))
    await until('the note to be taken back', () => !readFileSync(file, 'utf8').includes('"busy"'))
    expect(new PageReads(file, log, Date.now() + 60_000).isDeadly('busy')).toBe(false)
    end()
    await reading
  }
})

test('S1 what is noted of reading pages may be broken: then nothing is known', async () => {
  writeFileSync(readsFile(folder.path), '{"reading": {"p"')
  expect(new PageReads(readsFile(folder.path), log).isDeadly('p')).toBe(false)
})

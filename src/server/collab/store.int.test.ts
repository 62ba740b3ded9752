import { Document } from '@hocuspocus/server'
import { CollabChild, lostOrDoubled, storedText, Tab, temporaryFolder, until } from '@test/collab'
import { addPage, addPerson, type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { onEachDatabase, type TestDatabase } from '@test/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, setTitle, settledBlocks, titleText } from '@/document'
import { type Db, openDb } from '@/server/db/db'
import { createLog } from '@/server/log'
import { SHORT } from './ask-page'
import { LivePage } from './live-page'
import { loadPage } from './load-page'
import { PageAuthors } from './page-authors'
import { pagesBehind } from './page-store'
import { UpdateLog } from './update-log'

/** How long a slow store takes; the case itself says 30. */
const SLOW_SECONDS = Number(process.env.SLOW_STORE_SECONDS ?? 5)
const WRITERS = 14
const log = createLog('silent')
const NOTHING = { lost: [], doubled: [] }

/**
 * Nothing that is stored of pages (on PostgreSQL also: nothing but edits) gets ahead until the function it gives is
 * called.
 */
async function holdStore(
  db: Db,
  { dialect }: TestDatabase,
  what: 'everything' | 'projections' = 'everything',
): Promise<() => Promise<void>> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let holding = () => {}
  const isHeld = new Promise<void>((resolve) => {
    holding = resolve
  })
  const transaction = db.transaction().execute(async (trx) => {
    // SQLite has one connection, and this transaction has it.
    if (dialect === 'postgres') {
      await sql`lock table document in share mode`.execute(trx)
      if (what === 'everything') {
        await sql`lock table document_update, document_snapshot in exclusive mode`.execute(trx)
      }
    }
    holding()
    await released
  })
  await isHeld
  return async () => {
    letGo()
    await transaction
  }
}

onEachDatabase('storing pages', (database) => {
  const folder = temporaryFolder()
  let host: CollabHost
  let ada: HostPerson
  let documentId: string
  const tabs: Tab[] = []
  const place = () => ({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null })
  const start = () => startCollabHost(place())
  const open = () => {
    const tab = new Tab(host.url, ada, documentId)
    tabs.push(tab)
    return tab
  }
  const row = () =>
    host.db.selectFrom('document').selectAll().where('id', '=', documentId).executeTakeFirstOrThrow()
  const logged = async () => {
    const query = host.db.selectFrom('document_update').select('id').where('document_id', '=', documentId)
    return (await query.execute()).length
  }
  const unloaded = () => until('the page to leave memory', () => host.collab.stats().pages === 0)

  beforeAll(async () => {
    host = await start()
    ada = await host.addPerson('Ada')
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })
  beforeEach(async () => {
    documentId = await host.addPage()
  })
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.close()
  })

  test(`R7 a store that takes ${SLOW_SECONDS} s under ${WRITERS} writers: little waits, memory is flat, all is stored once`, {
    timeout: 60_000 + SLOW_SECONDS * 1000,
  }, async () => {
    const writers = Array.from({ length: WRITERS }, open)
    await Promise.all(writers.map((tab) => tab.saved()))
    const release = await holdStore(host.db, database)
    const before = process.memoryUsage().arrayBuffers
    const { appended } = host.collab.stats()
    let waiting = 0
    const until = Date.now() + SLOW_SECONDS * 1000
    while (Date.now() < until) {
      for (const tab of writers) tab.write()
      await new Promise((resolve) => setTimeout(resolve, 50))
      waiting = Math.max(waiting, await statementsThatWait())
    }
    expect(writers.every((tab) => tab.acked.size === 0)).toBe(true)
    expect(host.collab.stats().appended).toBe(appended)
    // One append and one projection of the page, however many edits there are.
    expect(waiting).toBeLessThanOrEqual(2)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024)
    await release()
    await Promise.all(writers.map((tab) => tab.saved(30_000)))
    const written = writers.flatMap((tab) => tab.written)
    expect(lostOrDoubled(written, await storedText(host.db, documentId))).toEqual({ lost: [], doubled: [] })
  })

  /** Statements of the server that the lock holds up, where the database can tell. */
  async function statementsThatWait(): Promise<number> {
    if (database.dialect === 'sqlite') return 0
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(host.db)
    return rows[0]?.n ?? 0
  }

  // A folder with SQLite in it belongs to one server.
  if (database.dialect === 'postgres') {
    test.each([
      ['short', ''],
      ['long', 'x'.repeat(2 * SHORT)],
    ])(
      'two servers fold the same %s page: nothing is lost, and lists show what both have written',
      {
        timeout: 120_000,
      },
      async (_length, words) => {
        const otherFolder = temporaryFolder()
        const other = await startCollabHost({ ...place(), dataDir: otherFolder.path })
        const written: string[] = []
        try {
          const bob = await host.addPerson('Bob')
          for (let round = 0; round < 2; round++) {
            const first = open()
            const second = new Tab(other.url, bob, documentId)
            tabs.push(second)
            await Promise.all([first.saved(), second.saved()])
            if (round === 0 && words !== '') first.page.doc.getText('text').insert(0, words)
            // Neither server knows what the other has stored since it loaded the page.
            for (const tab of [first, second, first, second]) {
              tab.write()
              await tab.saved()
            }
            written.push(...first.written, ...second.written)
            expect(lostOrDoubled(written, await storedText(host.db, documentId))).toEqual(NOTHING)
            for (const tab of tabs.splice(0)) tab.close()
            await unloaded()
            await until('the second to leave memory', () => other.collab.stats().pages === 0)
            expect(await logged()).toBe(0)
            expect(lostOrDoubled(written, await storedText(host.db, documentId))).toEqual(NOTHING)
            expect(lostOrDoubled(written, (await row()).title)).toEqual(NOTHING)
          }
          expect([host.collab.stats().failures, other.collab.stats().failures]).toEqual([0, 0])
        } finally {
          for (const tab of tabs.splice(0)) tab.close()
          await other.close()
          otherFolder.remove()
        }
      },
    )
  }

  // SQLite has one connection: while a projection is under way no edit is stored.
  if (database.dialect === 'postgres') {
    test('R7 what is typed while a slow projection is under way is projected without another key', async () => {
      const tab = open()
      const first = tab.write()
      await tab.saved()
      await until('the projection', async () => (await row()).title === first)
      const release = await holdStore(host.db, database, 'projections')
      tab.write()
      await until('the next one to wait', async () => (await statementsThatWait()) === 1)
      tab.write()
      await tab.saved()
      // Its own time to be projected comes and passes.
      await new Promise((resolve) => setTimeout(resolve, 1200))
      expect(await statementsThatWait()).toBe(1)
      await release()
      await until('the projection', async () => (await row()).title === tab.text)
    })
  }

  test('R8 a page that leaves memory while the server itself edits and reads it is never behind', async () => {
    const tokens: string[] = []
    for (let round = 0; round < 12; round++) {
      const token = `‹r${round}›`
      tokens.push(token)
      await host.collab.live.edit(documentId, ada.id, (doc) => titleText(doc).insert(0, token))
      // At another moment of folding and unloading every time.
      await new Promise((resolve) => setTimeout(resolve, 180 + round * 8))
      const read = await host.collab.live.read(documentId, (doc) => titleText(doc).toString())
      expect(lostOrDoubled(tokens, read)).toEqual({ lost: [], doubled: [] })
    }
    await unloaded()
    expect(lostOrDoubled(tokens, await storedText(host.db, documentId))).toEqual({ lost: [], doubled: [] })
    expect(await logged()).toBe(0)
  })

  test('projections that are missing are made again after a start, and when the page is opened', async () => {
    await host.collab.live.edit(documentId, ada.id, (doc) => {
      setTitle(doc, 'Tea')
      applyBlocks(doc, [{ id: 'a', kind: 'paragraph', text: [{ text: 'Pour slowly' }] }])
    })
    await unloaded()
    const right = await row()
    expect(right).toMatchObject({ title: 'Tea', word_count: 2 })
    const lose = () =>
      host.db
        .updateTable('document')
        .set({ title: '', content_rich: '[]', plain_text: '', word_count: 0 })
        .where('id', '=', documentId)
        .execute()
    await lose()
    await host.close()
    host = await start()
    await until('the projections', async () => (await row()).title === 'Tea')
    expect(await row()).toEqual(right)
    await unloaded()
    await lose()
    await open().saved()
    await until('the projections', async () => (await row()).title === 'Tea')
    expect(await row()).toEqual(right)
  })

  test('text that a database cannot hold as it is does not keep a page from being projected', async () => {
    await host.collab.live.edit(documentId, ada.id, (doc) => {
      setTitle(doc, 'T\0ea\ud800')
      applyBlocks(doc, [{ id: 'a', kind: 'paragraph', text: [{ text: 'Po\0ur \udc00' }] }])
    })
    expect(await row()).toMatchObject({ title: 'Tea\ufffd', plain_text: 'Pour \ufffd' })
    expect(JSON.parse((await row()).content_rich)).toEqual(
      await host.collab.live.read(documentId, (doc) => settledBlocks(doc)),
    )
  })

  describe('layouts', () => {
    const store = (update: Uint8Array) =>
      host.db
        .insertInto('document_update')
        .values({
          document_id: documentId,
          user_id: 'ada',
          data: update,
          created_at: '2026-01-31T09:00:00.000Z',
        })
        .execute()

    test('a page of an older layout is brought over once, on the disk, when it is loaded', async () => {
      await store(oldPage())
      const tab = open()
      await tab.saved()
      const blocks = () => settledBlocks(tab.page.doc)
      await until('the page', () => blocks().length === 2)
      expect(blocks()).toMatchObject([
        { id: 'old1', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Tea' }] },
        {
          id: 'old2',
          kind: 'paragraph',
          text: [{ text: 'Pour ' }, { text: 'slowly', marks: [{ kind: 'bold' }] }],
        },
      ])
      expect(tab.page.access.get()).toBe('write')
      tab.write()
      await tab.saved()
      tab.close()
      await unloaded()
      await host.close()
      host = await start()
      const { appended } = host.collab.stats()
      expect(await host.collab.live.read(documentId, (doc) => settledBlocks(doc))).toEqual(blocks())
      expect(host.collab.stats().appended).toBe(appended)
      expect(await row()).toMatchObject({ plain_text: 'Tea\nPour slowly', word_count: 3 })
    })

    test('pages of an older layout that nobody opens stay readable where they are listed', async () => {
      await store(oldPage())
      await host.close()
      host = await start()
      await until('the projection', async () => (await row()).word_count === 3)
    })

    test('a page of a newer layout is refused in words, and neither its content nor its projections change', async () => {
      const newer = new Y.Doc()
      titleText(newer).insert(0, 'From tomorrow')
      newer.getMap('meta').set('layout', 99)
      await store(Y.encodeStateAsUpdate(newer))
      const before = await row()
      const tab = open()
      await until('the page', () => tab.text === 'From tomorrow')
      expect(tab.page.access.get()).toBe('read')
      tab.write()
      await until('the tab to be told', () => tab.state === 'not-saved')
      expect(tab.page.saveState.get()).toEqual({ kind: 'not-saved', reason: 'newer' })
      await expect(
        host.collab.live.edit(documentId, ada.id, (doc) => setTitle(doc, 'Spoilt')),
      ).rejects.toThrow('written by a newer version of Sheaf')
      tab.close()
      await unloaded()
      expect(await storedText(host.db, documentId)).toBe('From tomorrow')
      expect(await row()).toEqual(before)
    })

    test('R16 nobody can put a page into a layout that this program does not know', async () => {
      const tab = open()
      await until('the page', () => tab.state === 'saved')
      tab.page.doc.getMap('meta').set('layout', 99)
      await until('the tab to be told', () => tab.state === 'not-saved')
      tab.close()
      const other = open()
      // It is the same person, from whom nothing is taken for a few seconds.
      await until('the page of another', () => other.page.access.get() === 'write', 30_000)
      other.write()
      await until('what the other wrote', () => other.state === 'saved', 30_000)
      other.close()
    })
  })
})

/** A heading and a paragraph as pages were stored before beads. */
function oldPage(): Uint8Array {
  const doc = new Y.Doc()
  const heading = new Y.XmlElement('block')
  heading.setAttribute('kind', 'heading')
  heading.setAttribute('id', 'old1')
  heading.setAttribute('level', 2 as unknown as string)
  heading.insert(0, [new Y.XmlText('Tea')])
  const paragraph = new Y.XmlElement('block')
  paragraph.setAttribute('kind', 'paragraph')
  paragraph.setAttribute('id', 'old2')
  const text = new Y.XmlText()
  text.applyDelta([{ insert: 'Pour ' }, { insert: 'slowly', attributes: { bold: {} } }])
  paragraph.insert(0, [text])
  doc.getXmlFragment('body').insert(0, [heading, paragraph])
  return Y.encodeStateAsUpdate(doc)
}

onEachDatabase('storing, step by step', (database) => {
  const folder = temporaryFolder()
  let db: Db
  let documentId: string
  /** Called with every statement that the database has carried out. */
  let onQuery: (statement: string) => void = () => undefined
  beforeAll(async () => {
    const place = { dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null }
    db = (await openDb(place, { onQuery: ({ query }) => onQuery(query.sql) })).db
  })
  afterAll(async () => {
    await db.destroy()
    folder.remove()
  })
  beforeEach(async () => {
    documentId = await addPage(db)
  })

  test('R7 while one append is under way, however many others wait for one second', async () => {
    const updates = new UpdateLog(db, log)
    const statements: string[] = []
    const release = await holdStore(db, database)
    onQuery = (statement) => statements.push(statement)
    const data = new Uint8Array([0, 0])
    const all: Promise<number>[] = []
    for (let turn = 0; turn < 20; turn++) {
      for (let writer = 0; writer < WRITERS; writer++) all.push(updates.append(documentId, null, data))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await release()
    const ids = await Promise.all(all)
    onQuery = () => undefined
    expect(new Set(ids).size).toBe(20 * WRITERS)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(statements.filter((one) => one.startsWith('insert into "document_update"'))).toHaveLength(2)
  })

  test('an edit that comes between projecting and folding is not folded away from its projection', async () => {
    const document = new Document(documentId)
    const stored = await loadPage(db, documentId, document, log)
    if (!stored) throw new Error('The page is not there')
    const page = new LivePage(document, stored, new PageAuthors(document, new Map()), {
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
    const source = new Y.Doc()
    const updates: Uint8Array[] = []
    source.on('update', (update: Uint8Array) => updates.push(update))
    for (const token of ['first ', 'second']) titleText(source).insert(titleText(source).length, token)
    const log_ = new UpdateLog(db, log)
    const ids = await Promise.all(updates.map((update) => log_.append(documentId, null, update)))
    const edit = (n: 0 | 1) => {
      page.appending()
      page.appended(ids[n] as number, 10)
      Y.applyUpdate(document, updates[n] as Uint8Array)
      page.applied(null)
    }
    edit(0)
    onQuery = (statement) => {
      if (!statement.startsWith('update "document"')) return
      onQuery = () => undefined
      edit(1)
    }
    await page.store()
    page.dispose()
    document.destroy()
    // A server that is killed now has nothing in the log that tells of the second.
    const { title } = await db
      .selectFrom('document')
      .select('title')
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow()
    expect({ title, behind: (await pagesBehind(db)).includes(documentId) }).toEqual({
      title: 'first second',
      behind: false,
    })
  })
})

onEachDatabase('a server that is killed before it has projected', (database) => {
  test('the next start projects and folds what is only in the log, with nobody opening the page', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder()
    const databaseUrl = database.env.DATABASE_URL ?? null
    const { db } = await openDb({ dataDir: folder.path, databaseUrl })
    const server = await CollabChild.start({
      DATA_DIR: folder.path,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    })
    try {
      const ada = await addPerson(db, 'Ada')
      const documentId = await addPage(db)
      const title = async () => {
        const query = db.selectFrom('document').select('title').where('id', '=', documentId)
        return (await query.executeTakeFirstOrThrow()).title
      }
      const tab = new Tab(server.url, ada, documentId)
      const token = tab.write()
      await tab.saved()
      await server.kill()
      tab.close()
      expect(await title()).toBe('')
      await server.start()
      await until('the projection', async () => (await title()) === token)
      await until('the fold', async () => (await pagesBehind(db)).length === 0)
      expect(await storedText(db, documentId)).toBe(token)
    } finally {
      await server.kill()
      await db.destroy()
      folder.remove()
    }
  })
})

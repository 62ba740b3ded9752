import { randomBytes } from 'node:crypto'
import type { Document } from '@hocuspocus/server'
import { CollabChild, lostOrDoubled, RawSocket, storedText, Tab, temporaryFolder, until } from '@test/collab'
import { authFrame } from '@test/collab-frames'
import { addPage, addPerson, type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { setTitle, titleText } from '@/document'
import { openDb } from '@/server/db/db'
import { createLog } from '@/server/log'
import { LivePage } from './live-page'
import { loadPage } from './load-page'
import { packState } from './packed-state'
import { PageAuthors } from './page-authors'
import { pagesBehind } from './page-store'

const MB = 1024 * 1024
const ROOM_MB = 6

/* The memory that all pages together may take, on a server that has little of it. */
onEachDatabase('the memory of pages', (database) => {
  const folder = temporaryFolder()
  const opened: Tab[] = []
  let host: CollabHost
  let ada: HostPerson
  let mallory: HostPerson

  beforeAll(async () => {
    host = await startCollabHost({
      dataDir: folder.path,
      databaseUrl: database.env.DATABASE_URL ?? null,
      // Left on its own a page stays much longer than any of these tests takes.
      keepMs: 600_000,
      memoryForPages: ROOM_MB * MB,
    })
  })
  beforeEach(async () => {
    ada = await host.addPerson('Ada')
    mallory = await host.addPerson('Mallory')
  })
  afterEach(() => {
    for (const tab of opened.splice(0)) tab.close()
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })

  const open = (person: HostPerson, page: string) => {
    const tab = new Tab(host.url, person, page)
    opened.push(tab)
    return tab
  }
  const refused = (tab: Tab) => until('no room', () => tab.page.refusal.get() === 'no-room')

  /** A page that takes about `mb` MB of memory. */
  async function largePage(mb: number): Promise<string> {
    const page = await host.addPage()
    const doc = new Y.Doc()
    setTitle(doc, 'x'.repeat(mb * MB))
    const row = {
      document_id: page,
      up_to: 0,
      state: Y.encodeStateAsUpdate(doc),
      created_at: new Date().toISOString(),
    }
    await host.db.insertInto('document_snapshot').values(row).execute()
    return page
  }

  async function openLarge(person: HostPerson, mb = 2.4): Promise<Tab> {
    const tab = open(person, await largePage(mb))
    await tab.saved(20_000)
    return tab
  }

  test('R67 a person who opens one large page after the other gets what there is room for and no more, and others still open theirs', async () => {
    const his = [await openLarge(mallory), await openLarge(mallory)]
    const third = open(mallory, await largePage(2.4))
    await refused(third)
    expect(third.page.ready.get()).toBe(false)
    const hers = await openLarge(ada)
    hers.write()
    await hers.saved()
    await until('one of his to have given way', () => his.some((tab) => tab.page.refusal.get() === 'no-room'))
    expect(his.filter((tab) => tab.state === 'saved')).toHaveLength(1)
  })

  test('R67 what was said to be saved is stored in a page that gave way, also in lists, and it opens again when there is room', async () => {
    const his = await openLarge(mallory, 4)
    his.write()
    await his.saved()
    const hers = await openLarge(ada)
    await refused(his)
    const { documentId } = his.page
    await until('the page to be folded', async () => !(await pagesBehind(host.db)).includes(documentId))
    his.write()
    expect(his.state).toBe('not-saved')
    expect(lostOrDoubled(his.acked, await storedText(host.db, documentId))).toEqual({ lost: [], doubled: [] })
    hers.close()
    await his.saved(30_000)
    expect(lostOrDoubled(his.written, await storedText(host.db, documentId))).toEqual({
      lost: [],
      doubled: [],
    })
  })

  test('R67 pages that nobody has open any more leave memory at once when others need the room', async () => {
    const pages = [await openLarge(mallory), await openLarge(mallory)]
    for (const tab of pages) tab.close()
    const more = [await openLarge(mallory), await openLarge(mallory)]
    expect(more.map(({ state }) => state)).toEqual(['saved', 'saved'])
  })

  test('R67 much that is written where there is no room is refused and stays with its author, who has it saved when there is; others go on writing', async () => {
    const [his, also] = [await openLarge(mallory), await openLarge(mallory)]
    const hers = open(ada, await host.addPage())
    await hers.saved()
    const text = titleText(his.page.doc)
    text.insert(text.length, 'y'.repeat(2 * MB))
    await refused(his)
    expect(his.state).toBe('not-saved')
    hers.write()
    await hers.saved()
    also.close()
    await his.saved(30_000)
    const { documentId } = his.page
    expect(await storedText(host.db, documentId)).toContain('y'.repeat(2 * MB))
  })

  test('R67 of pages that were not opened nothing is left', async () => {
    const his = [await openLarge(mallory), await openLarge(mallory)]
    const page = await largePage(2.4)
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const socket = await RawSocket.open(host.url, mallory.cookie)
    const refusals = () => socket.frames.filter((frame) => Buffer.from(frame).includes('no-room')).length
    const ask = async (times: number) => {
      for (let asked = 0; asked < times; asked++) {
        const before = refusals()
        socket.send(authFrame(page))
        await until('the page to be refused', () => refusals() > before)
      }
    }
    await ask(5)
    const before = timers()
    await ask(60)
    expect(timers()).toBeLessThan(before + 30)
    socket.close()
    expect(his.map(({ state }) => state)).toEqual(['saved', 'saved'])
  })

  test('R67 a call that needs a page for which there is no room is refused in words, and changes nothing', async () => {
    const tabs = [await openLarge(mallory), await openLarge(mallory)]
    const page = await largePage(2.4)
    const edit = (person: HostPerson) =>
      host.collab.live.edit(page, person.id, (doc) => titleText(doc).insert(0, 'Tea'))
    await expect(edit(mallory)).rejects.toThrow('Too many large pages are open on this server.')
    expect((await storedText(host.db, page)).slice(0, 3)).toBe('xxx')
    await edit(ada)
    expect((await storedText(host.db, page)).slice(0, 3)).toBe('Tea')
    expect(tabs.filter((tab) => tab.state === 'saved').length).toBeLessThan(2)
  })
})

test('R67 pages that wait to be loaded are read from the disk when their turn has come', async () => {
  const folder = temporaryFolder()
  let reads = 0
  const onQuery = ({ query }: { query: { sql: string } }) => {
    if (query.sql.startsWith('select "state"')) reads++
  }
  const { db } = await openDb({ dataDir: folder.path, databaseUrl: null }, { onQuery })
  try {
    const doc = new Y.Doc()
    setTitle(doc, randomBytes(MB / 4).toString('base64'))
    const state = Y.encodeStateAsUpdate(doc)
    const pages = await Promise.all(Array.from({ length: 30 }, () => addPage(db)))
    for (const page of pages) {
      const row = { document_id: page, up_to: 0, state, created_at: new Date().toISOString() }
      await db.insertInto('document_snapshot').values(row).execute()
    }
    const loads = pages.map((page) => loadPage(db, page, new Y.Doc(), createLog('silent')))
    await Promise.race(loads)
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(10)
    await Promise.all(loads)
    expect(reads).toBe(30)
  } finally {
    await db.destroy()
    folder.remove()
  }
})

test('R67 a server outlives a person who opens pages that take more together than it has memory', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder()
  const { db } = await openDb({ dataDir: folder.path, databaseUrl: null })
  const server = await CollabChild.start({
    DATA_DIR: folder.path,
    NODE_OPTIONS: '--max-old-space-size=320',
  })
  const sockets: RawSocket[] = []
  try {
    const doc = new Y.Doc()
    // About 45 MB in memory.
    for (let at = 0; at < 100_000; at++) doc.getMap('entries').set(`key ${at}`, at)
    const state = await packState(Y.encodeStateAsUpdate(doc))
    const mallory = await addPerson(db, 'Mallory')
    let count = 0
    for (let at = 0; at < 10; at++) {
      const page = await addPage(db)
      const row = { document_id: page, up_to: 0, state, created_at: new Date().toISOString() }
      await db.insertInto('document_snapshot').values(row).execute()
      const socket = await RawSocket.open(server.url, mallory.cookie)
      sockets.push(socket)
      const isRefused = () => socket.frames.some((frame) => Buffer.from(frame).includes('no-room'))
      const opened = socket.openPage(page, 30_000).then(() => true)
      const refused = until('no room', isRefused, 30_000).then(() => false)
      count += (await Promise.any([opened, refused])) ? 1 : 0
      void Promise.allSettled([opened, refused])
    }
    expect(count).toBeGreaterThan(1)
    expect(count).toBeLessThan(10)
    const ada = new Tab(server.url, await addPerson(db, 'Ada'), await addPage(db))
    ada.write()
    await ada.saved(20_000)
    ada.close()
  } finally {
    for (const socket of sockets) socket.close()
    await server.close()
    await db.destroy()
    folder.remove()
  }
})

test('R67 a page that gives way and is not stored in time lets go of everybody who waits for a worker with it', async () => {
  const folder = temporaryFolder()
  const { db } = await openDb({ dataDir: folder.path, databaseUrl: null })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const document = new Y.Doc() as Document
    document.name = await addPage(db)
    const stored = await loadPage(db, document.name, document, createLog('silent'))
    if (!stored) throw new Error('The page is not there')
    let isLeft = false
    const page = new LivePage(document, stored, new PageAuthors(document, new Map()), {
      ...{ db, log: createLog('silent'), keepMs: 1000, failed: () => undefined, projected: () => undefined },
      lost: () => undefined,
      memory: { roomFor: () => 'room' },
      charge: (_people, act) => act(),
      unload: () => {
        isLeft = page.mayUnload
      },
    })
    // A call that waits for a worker.
    const visit = {}
    page.entered(visit, null, 'mallory')
    page.signal.addEventListener('abort', () => page.left(visit))
    page.giveWay()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(page.isHeld).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(page.signal.reason).toMatchObject({ code: 'unavailable' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isLeft).toBe(true)
    page.dispose()
  } finally {
    vi.useRealTimers()
    await db.destroy()
    folder.remove()
  }
})

test('R67 a page that nobody has open and that cannot be stored again and again leaves memory all the same', async () => {
  const folder = temporaryFolder()
  const { db } = await openDb({ dataDir: folder.path, databaseUrl: null })
  await db.destroy()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const document = new Y.Doc() as Document
    document.name = 'page'
    const stored = {
      ...{ size: { bytes: 10, weight: 10 }, mark: null, updateIds: [1], lacksProjection: false },
      ...{ lastEdit: null, editors: new Map<string, string>() },
    }
    const gone: string[] = []
    const page = new LivePage(document, stored, new PageAuthors(document, new Map()), {
      ...{ db, log: createLog('silent'), keepMs: 1000, failed: () => undefined, projected: () => undefined },
      lost: () => undefined,
      memory: { roomFor: () => 'room' },
      charge: (_people, act) => act(),
      unload: () => {
        if (!page.mayUnload) return
        gone.push(page.isLeftBehind ? 'left behind' : 'stored')
        page.dispose()
      },
    })
    page.left({})
    for (let tries = 0; tries < 20 && gone.length === 0; tries++) {
      await vi.advanceTimersByTimeAsync(10_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(gone).toEqual(['left behind'])
  } finally {
    vi.useRealTimers()
    folder.remove()
  }
})

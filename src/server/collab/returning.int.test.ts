import {
  lostOrDoubled,
  RawSocket,
  storedDoc,
  storedWords,
  Tab,
  temporaryFolder,
  until,
  wordsOf,
} from '@test/collab'
import { syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { Network } from '@test/collab-network'
import { randomFrom, seedOf, tokenSource, Writer } from '@test/collab-writer'
import { onEachDatabase } from '@test/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { applyBlocks, setTitle, settledBlocks, titleText } from '@/document'
import { openLivePage } from '@/editor/live/live-page'
import { LIMITS } from '@/shared/limits'

const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

onEachDatabase('coming back', (database) => {
  const folder = temporaryFolder()
  const opened: { close(): void }[] = []
  let host: CollabHost
  let network: Network
  let ada: HostPerson
  let bob: HostPerson
  let documentId: string
  const start = (port = 0) =>
    startCollabHost({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null, port })
  const open = (person: HostPerson, url = host.url) => {
    const tab = new Tab(url, person, documentId)
    opened.push(tab)
    return tab
  }
  const wordsAre = (tab: Tab, words: string) =>
    until(`the words “${words}”`, () => wordsOf(tab.page.doc).trim() === words)
  const unloaded = () => until('the page to leave memory', () => host.collab.stats().pages === 0)

  beforeAll(async () => {
    host = await start()
  })
  beforeEach(async () => {
    ada = await host.addPerson('Ada')
    bob = await host.addPerson('Bob')
    documentId = await host.addPage()
    network = await Network.to(host.url)
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) one.close()
    await network.close()
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })

  test('R9 five tabs open a new page at once, before the server is there: everything once', async () => {
    const port = Number(new URL(host.url).port)
    await host.close()
    const five = Array.from({ length: 5 }, (_, i) => open(i % 2 ? ada : bob))
    const tokens = five.map((tab, i) => {
      applyBlocks(tab.page.doc, [...settledBlocks(tab.page.doc), paragraph(`block-${i}`, `‹block ${i}›`)])
      return [tab.write(), `‹block ${i}›`]
    })
    await Promise.all(five.map((tab) => until('offline', () => tab.state === 'offline')))
    host = await start(port)
    await Promise.all(five.map((tab) => tab.saved(20_000)))
    const pages = () => new Set(five.map((tab) => JSON.stringify(settledBlocks(tab.page.doc)))).size
    await until('all to be equal', () => pages() === 1)
    const stored = await storedDoc(host.db, documentId)
    expect(lostOrDoubled(tokens.flat(), wordsOf(stored))).toEqual({ lost: [], doubled: [] })
    expect(settledBlocks(stored)).toHaveLength(5)
  })

  test('R10 a tab comes back after an old version was restored: what both wrote is there, nothing twice, nothing reverted', async () => {
    const old = [paragraph('a', 'First'), paragraph('b', 'Second'), paragraph('c', 'Third')]
    await host.collab.live.edit(documentId, ada.id, (doc) => applyBlocks(doc, old))
    const port = Number(new URL(network.url).port)
    const sleeper = open(bob, network.url)
    await sleeper.saved()
    await network.close()
    await until('offline', () => sleeper.state === 'offline')
    applyBlocks(sleeper.page.doc, [
      paragraph('a', 'First and mine'),
      paragraph('b', 'Second'),
      paragraph('c', 'Third'),
      paragraph('d', 'Mine alone'),
    ])
    // A month passes: the page becomes another one, is folded, and an old version of it is restored.
    const { edit } = host.collab.live
    await edit(documentId, ada.id, (doc) =>
      applyBlocks(doc, [paragraph('b', 'Second, changed'), paragraph('e', 'New')]),
    )
    await unloaded()
    await edit(documentId, ada.id, (doc) => applyBlocks(doc, old))
    await unloaded()
    await edit(documentId, ada.id, (doc) => applyBlocks(doc, [...old, paragraph('f', 'After the restore')]))
    network = await Network.to(host.url, port)
    await sleeper.saved(20_000)
    const words = await storedWords(host.db, documentId)
    for (const once of ['First', 'Second', 'Third', ' and mine', 'Mine alone', 'After the restore']) {
      expect([once, words.split(once).length - 1]).toEqual([once, 1])
    }
    for (const gone of ['changed', 'New']) expect(words).not.toContain(gone)
    const late = open(ada)
    await wordsAre(late, words.trim())
    await wordsAre(sleeper, words.trim())
  })

  test('R11 somebody whose program does not know a kind edits around it: it stays as it is', async () => {
    const unknown = {
      id: 'u',
      kind: 'hologram',
      attributes: { depth: 3, of: { what: ['a', 'teapot'] } },
      text: [{ text: 'In the air' }],
      children: [paragraph('v', 'Behind it')],
    }
    await host.collab.live.edit(documentId, ada.id, (doc) =>
      applyBlocks(doc, [paragraph('a', 'Before'), unknown, paragraph('z', 'After')]),
    )
    const find = (doc: Y.Doc) => settledBlocks(doc).find(({ id }) => id === 'u')
    const before = await host.collab.live.read(documentId, find)
    const tab = open(bob)
    await tab.saved()
    const random = randomFrom(seedOf('R11'))
    const writer = new Writer(tab, tokenSource(), random)
    for (let i = 0; i < 40; i++) writer.type()
    await tab.saved()
    const after = find(await storedDoc(host.db, documentId))
    expect({ ...after, text: [], children: [] }).toEqual({ ...before, text: [], children: [] })
    expect(lostOrDoubled(tab.written, await storedWords(host.db, documentId))).toEqual({
      lost: [],
      doubled: [],
    })
  })

  test('R11 a page of a newer layout is read-only for this program', async () => {
    await host.collab.live.edit(documentId, ada.id, (doc) => setTitle(doc, 'From the future'))
    await host.collab.live.edit(documentId, ada.id, (doc) => doc.getMap('meta').set('layout', 99))
    const tab = open(bob)
    await until('the page', () => tab.page.ready.get() && tab.text !== '')
    expect(tab.page.access.get()).toBe('read')
  })

  test('two people offline with structural edits come back: everything typed once', async () => {
    const start = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => paragraph(word, word))
    await host.collab.live.edit(documentId, ada.id, (doc) => applyBlocks(doc, start))
    const seed = seedOf(`offline ${database.dialect}`)
    const random = randomFrom(seed)
    const token = tokenSource()
    const writers = [ada, bob].map((person) => new Writer(open(person, network.url), token, random))
    const tabs = writers.map(({ tab }) => tab)
    await Promise.all(tabs.map((tab) => tab.saved()))
    const port = Number(new URL(network.url).port)
    await network.close()
    await Promise.all(tabs.map((tab) => until('offline', () => tab.state === 'offline')))
    for (let i = 0; i < 150; i++) for (const writer of writers) writer.edit()
    network = await Network.to(host.url, port)
    await Promise.all(tabs.map((tab) => tab.saved(20_000)))
    const pages = () => new Set(tabs.map((tab) => JSON.stringify(settledBlocks(tab.page.doc)))).size
    await until('both to agree', () => pages() === 1)
    const words = await storedWords(host.db, documentId)
    const written = tabs.flatMap((tab) => tab.written)
    expect({ seed, ...lostOrDoubled(written, words) }).toEqual({ seed, lost: [], doubled: [] })
    expect(written.length).toBeGreaterThan(50)
  })

  test('one socket carries all pages of a tab, and each is authorised by itself', async () => {
    const ids = [documentId, await host.addPage(), await host.addPage()]
    let sockets = 0
    const { cookie } = ada
    class OwnSocket extends WebSocket {
      constructor(address: string) {
        super(address, { headers: { cookie } })
        sockets++
      }
    }
    const user = { id: ada.id, name: ada.name, color: '#112233' }
    const pages = ids.map((id) =>
      openLivePage({ documentId: id, url: network.url, user, WebSocket: OwnSocket }),
    )
    opened.push(...pages.map((page) => ({ close: () => page.destroy() })))
    const are = (wanted: string[]) =>
      until(`access to be ${wanted}`, () => pages.every(({ access }, i) => access.get() === wanted[i]))
    await are(['write', 'write', 'write'])
    expect(host.collab.stats().sockets).toBe(1)
    host.roles.set(`${ada.id} ${ids[1]}`, 'viewer')
    host.roles.set(`${ada.id} ${ids[2]}`, null)
    host.collab.live.recheckPages(ids)
    await are(['write', 'read', 'none'])
    for (const page of pages) titleText(page.doc).insert(0, 'words')
    const states = () => pages.map(({ saveState }) => saveState.get().kind)
    await until('the answers', () => states().join() === 'saved,not-saved,not-saved')
    expect(await Promise.all(ids.map((id) => storedWords(host.db, id)))).toEqual(['words\n', '\n', '\n'])
    expect(sockets).toBe(1)
  })

  // The rule is the server's own, and moving so much is slow.
  const onceOnly = database.dialect === 'sqlite' ? test : () => undefined
  onceOnly('a page of 64 MB takes nothing more, says why, and can be made smaller', async () => {
    const doc = new Y.Doc()
    titleText(doc).insert(0, 'x'.repeat(LIMITS.document - 200))
    const row = { document_id: documentId, up_to: 0, state: Y.encodeStateAsUpdate(doc), created_at: '' }
    await host.db.insertInto('document_snapshot').values(row).execute()
    const send = async (act: () => void) => {
      const known = Y.encodeStateVector(doc)
      act()
      const socket = await RawSocket.open(host.url, ada.cookie)
      opened.push(socket)
      await socket.openPage(documentId, 60_000)
      const { appended } = host.collab.stats()
      socket.send(syncFrame(documentId, 2, Y.encodeStateAsUpdate(doc, known)))
      const said = () => socket.frames.some((frame) => Buffer.from(frame).includes('too-large'))
      await until('an answer', () => said() || host.collab.stats().appended > appended, 60_000)
      return said() ? 'too-large' : 'taken'
    }
    const title = titleText(doc)
    expect(await send(() => title.delete(0, 10))).toBe('taken')
    expect(await send(() => title.insert(0, 'y'.repeat(1000)))).toBe('too-large')
    await host.db.deleteFrom('document').where('id', '=', documentId).execute()
  })
})

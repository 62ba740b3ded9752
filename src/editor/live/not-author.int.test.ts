import { withBrowserDatabase } from '@test/browser-database'
import { lostOrDoubled, RawSocket, storedText, Tab, temporaryFolder, tokensIn, until } from '@test/collab'
import { statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { Network } from '@test/collab-network'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { titleText } from '@/document'
import { unsentPages } from './local/unsent-pages'

withBrowserDatabase()

const folder = temporaryFolder()
let host: CollabHost
let network: Network
let ada: HostPerson
let mallory: HostPerson
let documentId: string
const opened: { close(): void }[] = []

const open = (person = ada) => {
  const tab = new Tab(network.url, person, documentId)
  opened.push(tab)
  return tab
}
const writingIdOf = ({ page: { doc } }: Tab) => doc.transact(() => doc.clientID)
/** Somebody guesses a client id and writes under it before its owner does. */
const take = async (client: number, text: string) => {
  const socket = await RawSocket.open(host.url, mallory.cookie)
  opened.push(socket)
  await socket.openPage(documentId)
  const doc = new Y.Doc()
  doc.clientID = client
  titleText(doc).insert(0, text)
  socket.send(syncFrame(documentId, 2, Y.encodeStateAsUpdate(doc)))
  socket.send(statelessFrame(documentId, '{"checkpoint":5}'))
  await until('it to be taken', () =>
    socket.frames.some((frame) => Buffer.from(frame).includes('{"checkpoint":5,"accepted":true}')),
  )
}
const goOffline = async (...gone: Tab[]) => {
  await network.close()
  await Promise.all(gone.map((tab) => until('the tab to be offline', () => tab.state === 'offline')))
}
const goOnline = async () => {
  network = await Network.to(host.url, Number(new URL(network.url).port))
}
/** The ids of a page that was written before its authors were kept, or that were given up, are nobody's. */
const becomeNobodys = async () => {
  await until('the page to leave memory', () => host.collab.stats().pages === 0)
  await host.db.deleteFrom('document_client').where('document_id', '=', documentId).execute()
}
const stored = () => storedText(host.db, documentId)
const onceEach = async (tokens: string[]) =>
  expect(lostOrDoubled(tokens, await stored())).toEqual({ lost: [], doubled: [] })
const nothingUnsent = () =>
  until('nothing to be unsent', async () => (await unsentPages(ada.id)).length === 0)

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
})
afterAll(async () => {
  await host.close()
  folder.remove()
})
beforeEach(async () => {
  ada = await host.addPerson('Ada')
  mallory = await host.addPerson('Mallory')
  documentId = await host.addPage()
  network = await Network.to(host.url)
})
afterEach(async () => {
  for (const one of opened.splice(0)) one.close()
  await network.close()
})

test('S4 R60 a tab whose client id was taken writes its words under another: each once, on the screen as on the disk', async () => {
  const tab = open()
  await tab.saved()
  await goOffline(tab)
  const tokens = [tab.write(), tab.write()]
  await take(writingIdOf(tab), 'longer than what the tab has written meanwhile, and shown to everybody')
  await goOnline()
  await until('another doc', () => tab.page.generation === 1)
  tokens.push(tab.write())
  await tab.saved()
  tokens.push(tab.write())
  await tab.saved()
  await onceEach(tokens)
  expect(tab.text).toBe(await stored())
  expect(tab.text).toContain('longer than')
  expect([...tab.acked].sort()).toEqual([...tokens].sort())
  await nothingUnsent()
  const late = open()
  await until('the same words', () => late.text === tab.text)
  await late.saved()
})

test('S4 words typed while the tab finds out are kept', async () => {
  const tab = open()
  await tab.saved()
  await take(writingIdOf(tab), 'taken')
  const tokens: string[] = []
  while (tab.page.generation === 0) {
    tokens.push(tab.write())
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  tokens.push(tab.write())
  await tab.saved()
  await onceEach(tokens)
  expect(tab.text).toBe(await stored())
})

test('S4 two tabs of a browser that hold the same refused words bring them once', async () => {
  const first = open()
  const tokens = [first.write()]
  await first.saved()
  await goOffline(first)
  tokens.push(first.write(), first.write())
  await until('the browser to have it', async () => (await unsentPages(ada.id))[0]?.unsent === 2)
  const second = open()
  await until('the copy', () => tokensIn(second.text).length === 3)
  await until('offline', () => second.state === 'offline')
  tokens.push(first.write(), second.write())
  await becomeNobodys()
  await goOnline()
  await until('both to have changed', () => first.page.generation > 0 && second.page.generation > 0)
  await Promise.all([first.saved(), second.saved()])
  await until('both to agree', () => first.text === second.text)
  await onceEach(tokens)
  expect(first.text).toBe(await stored())
  await nothingUnsent()
})

test('S4 what a closed tab left under a client id that nobody owns comes in under another', async () => {
  const tab = open()
  const tokens = [tab.write()]
  await tab.saved()
  await goOffline(tab)
  tokens.push(tab.write(), tab.write())
  await until('the browser to have it', async () => (await unsentPages(ada.id))[0]?.unsent === 2)
  tab.close()
  await becomeNobodys()
  await goOnline()
  const next = open()
  await until('another doc', () => next.page.generation === 1)
  await next.saved()
  await onceEach(tokens)
  expect(next.text).toBe(await stored())
  await nothingUnsent()
})

test('S4 a tab whose client id is somebody else’s by the time that it is back goes on with its words', async () => {
  const tab = open()
  const tokens = [tab.write()]
  await tab.saved()
  await goOffline(tab)
  tokens.push(tab.write())
  await until('the page to leave memory', () => host.collab.stats().pages === 0)
  await host.db
    .updateTable('document_client')
    .set({ user_id: mallory.id })
    .where('document_id', '=', documentId)
    .execute()
  await goOnline()
  await until('another doc', () => tab.page.generation === 1)
  await tab.saved()
  await onceEach(tokens)
  expect(tab.text).toBe(await stored())
})

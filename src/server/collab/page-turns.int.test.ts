import { RawSocket, Tab, temporaryFolder, until } from '@test/collab'
import { statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { titleText } from '@/document'
import { makeOwnKey, makeParcel } from '@/editor/peers/keys'

/* What somebody has the server do for themselves keeps nobody waiting on a page that they share. */

const folder = temporaryFolder()
let host: CollabHost
let mallory: HostPerson
let grace: HostPerson
let hard: string

const long = (lines: number) =>
  JSON.stringify(
    Array.from({ length: lines }, (_, at) => ({
      id: `b${at}`,
      kind: 'paragraph',
      text: [{ text: `Line ${at} of ` }, { text: 'a page', marks: [{ kind: 'bold' }] }],
    })),
  )
const words = (client: number): Uint8Array => {
  const doc = new Y.Doc()
  doc.clientID = client
  doc.getText('title').insert(0, 'x'.repeat(100_000))
  return Y.encodeStateAsUpdate(doc)
}

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null, keepMs: 50 })
})
beforeEach(async () => {
  mallory = await host.addPerson('Mallory')
  grace = await host.addPerson('Grace')
  hard = await host.addPage()
  await host.collab.live.change(hard, mallory.id, { do: 'write', rich: long(1_500) })
  await until('it to leave memory', () => host.collab.stats().pages === 0, 30_000)
})
afterAll(async () => {
  await host.close()
  folder.remove()
})

/** Mallory has a long page of theirs read again and again; gives how many of these are still to be done. */
function fillQueue(): { left(): number; done: Promise<unknown> } {
  let left = 60
  const ask = () => host.collab.live.content(hard, mallory.id).finally(() => left--)
  return { left: () => left, done: Promise.all(Array.from({ length: left }, ask)) }
}

async function graceWritesMeanwhile(page: string, bring: (socket: RawSocket) => void): Promise<void> {
  const tab = new Tab(host.url, grace, page)
  await tab.saved()
  const socket = await RawSocket.open(host.url, mallory.cookie)
  await socket.openPage(page)
  const queue = fillQueue()
  bring(socket)
  for (let edit = 0; edit < 5; edit++) {
    tab.write()
    await tab.saved(60_000)
  }
  titleText(tab.page.doc).insert(0, 'y'.repeat(60_000))
  await tab.saved(60_000)
  expect(queue.left()).toBeGreaterThan(0)
  await queue.done
  tab.close()
  socket.close()
}

test('R67 a large edit of somebody who has much else under way keeps nobody else on its page waiting', async () => {
  const page = await host.addPage()
  await graceWritesMeanwhile(page, (socket) => socket.send(syncFrame(page, 2, words(71))))
}, 120_000)

test('R67 what somebody brings of others while they have much else under way keeps nobody else on its page waiting', async () => {
  const page = await host.addPage()
  const key = await makeOwnKey()
  const may = { page, may: 'write', key: key.name, client: 71 } as const
  const user = { id: mallory.id, name: 'Mallory', color: '', avatarUrl: null }
  const ticket = host.tickets.issue({ ...may, user, session: mallory.sessionId }, Date.now())
  const parcel = await makeParcel(key, { ticket, first: 1, last: 1, update: words(71) })
  const relay = Buffer.from(parcel).toString('base64')
  await graceWritesMeanwhile(page, (socket) =>
    socket.send(statelessFrame(page, JSON.stringify({ relay, as: 'r' }))),
  )
}, 120_000)

test('R67 a long page that somebody with much else under way opens first is loaded for the others', async () => {
  const page = await host.addPage()
  await host.collab.live.change(page, grace.id, { do: 'write', rich: long(1_000) })
  await until('it to leave memory', () => host.collab.stats().pages === 0, 30_000)
  const queue = fillQueue()
  const socket = await RawSocket.open(host.url, mallory.cookie)
  const opened = socket.openPage(page)
  const tab = new Tab(host.url, grace, page)
  await tab.saved(60_000)
  expect(queue.left()).toBeGreaterThan(0)
  await Promise.all([queue.done, opened])
  tab.close()
  socket.close()
}, 120_000)

import { lostOrDoubled, RawSocket, storedDoc, storedWords, Tab, temporaryFolder, until } from '@test/collab'
import { syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { crowdedUpdate } from '@test/crowded-update'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, judged, settledBlocks } from '@/document'
import { threadTime } from './thread-time'

const folder = temporaryFolder()
let host: CollabHost
let ada: HostPerson

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `b${at}`,
    kind: 'paragraph',
    text: [{ text: `Line ${at} of ` }, { text: 'a page', marks: [{ kind: 'bold' }] }],
  }))

function stateOf(count: number): Uint8Array {
  const doc = createPageDoc()
  applyBlocks(doc, paragraphs(count))
  return Y.encodeStateAsUpdate(doc)
}

/** The edit that takes all blocks off a page in this state. */
function clearing(state: Uint8Array): Uint8Array {
  const doc = createPageDoc()
  Y.applyUpdate(doc, state)
  const made: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => made.push(update))
  applyBlocks(doc, [])
  return Y.mergeUpdates(made)
}

/** The longest time that this thread worked without anybody else having their turn while `act` was under way. */
async function longestSlice(act: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = threadTime()
  let isOver = false
  const look = () => {
    const now = threadTime()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await act()
  isOver = true
  return longest
}

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null, keepMs: 60_000 })
  ada = await host.addPerson('Ada')
  // The worker's program is made when it is first needed.
  await send(await host.addPerson('First'), await host.addPage(), [stateOf(1000)])
}, 120_000)
afterAll(async () => {
  await host.close()
  folder.remove()
})

const stored = async (page: string) =>
  (await host.db.selectFrom('document_update').select('id').where('document_id', '=', page).execute()).length

/** Sends edits, one after the other, and waits until each is acknowledged or the page is closed. */
async function send(person: HostPerson, page: string, updates: readonly Uint8Array[]): Promise<RawSocket> {
  const raw = await RawSocket.open(host.url, person.cookie)
  await raw.openPage(page)
  for (const update of updates) {
    raw.frames.length = 0
    raw.send(syncFrame(page, 2, update))
    const isAnswered = () =>
      raw.closed !== null || raw.frames.some((frame) => isStatus(frame) || CLOSED.test(text(frame)))
    await until('an answer', isAnswered, 90_000)
  }
  return raw
}

const text = (frame: Uint8Array) => Buffer.from(frame).toString('latin1')
/** The last two bytes of what acknowledges an edit, or says that it was not taken; and what a page is closed with. */
const isStatus = (frame: Uint8Array) => frame.at(-2) === 8 && (frame.at(-1) ?? 2) < 2
const CLOSED = /too-large|newer-layout|unavailable|not-author/

test.each<[string, () => Uint8Array[]]>([
  ['a page of 8,000 blocks', () => [stateOf(8000)]],
  ['taking 8,000 blocks off', () => [stateOf(8000), clearing(stateOf(8000))]],
  [
    'items that crowd, no more than is taken',
    () => [
      crowdedUpdate(
        3000,
        () => null,
        (i) => i,
      ),
    ],
  ],
])(
  'R67 S6 %s in one frame comes in slices, between which others have their turn',
  async (_what, updates) => {
    const all = updates()
    const last = all.at(-1) as Uint8Array
    const doc = createPageDoc()
    for (const update of all.slice(0, -1)) Y.applyUpdate(doc, update)
    const began = threadTime()
    judged(doc, last)
    Y.applyUpdate(doc, last)
    const atOnce = threadTime() - began
    const person = await host.addPerson('Mallory')
    const page = await host.addPage()
    const before = await send(person, page, all.slice(0, -1))
    before.close()
    const sockets: RawSocket[] = []
    const slice = await longestSlice(async () => {
      sockets.push(await send(person, page, [last]))
    })
    for (const socket of sockets) socket.close()
    expect(slice).toBeLessThan(atOnce / 2)
    expect(Y.encodeStateVector(await storedDoc(host.db, page))).toEqual(Y.encodeStateVector(doc))
  },
  180_000,
)

test('R67 a large frame that cannot be read closes its socket, and nothing of it is stored', async () => {
  const page = await host.addPage()
  const state = stateOf(2000)
  const raw = await send(await host.addPerson('Mallory'), page, [state.subarray(0, state.length - 7)])
  expect((await raw.closedWith()).code).toBe(4400)
  expect(await stored(page)).toBe(0)
}, 60_000)

test('S4 R67 a large frame under somebody else’s client id is refused, and what they write is not', async () => {
  const page = await host.addPage()
  const tab = new Tab(host.url, ada, page)
  const token = tab.write()
  await tab.saved()
  const forged = new Y.Doc()
  // A tab writes under another id than it goes by.
  forged.clientID = [...(await storedDoc(host.db, page)).store.clients.keys()][0] as number
  applyBlocks(createPageDoc(forged), paragraphs(2000))
  const raw = await send(await host.addPerson('Mallory'), page, [Y.encodeStateAsUpdate(forged)])
  expect(raw.frames.some((frame) => text(frame).includes('not-author'))).toBe(true)
  const tokens = [token, tab.write()]
  await tab.saved()
  expect(lostOrDoubled(tokens, await storedWords(host.db, page))).toEqual({ lost: [], doubled: [] })
  raw.close()
  tab.close()
}, 60_000)

test('R15 a large frame of somebody who may only read is refused, and not looked at', async () => {
  const page = await host.addPage()
  const reader = await host.addPerson('Vera')
  host.roles.set(`${reader.id} ${page}`, 'viewer')
  const raw = await send(reader, page, [stateOf(2000)])
  expect(await stored(page)).toBe(0)
  // Nothing of what stands in for the refused edit is in the page either.
  const { blocks } = await host.collab.live.content(page, ada.id)
  expect(blocks).toEqual([])
  expect(await host.collab.live.read(page, (doc) => doc.store.pendingStructs)).toBeNull()
  raw.close()
}, 60_000)

test('R67 what others type while a large edit is looked at stays, and so does the edit', async () => {
  const page = await host.addPage()
  const tab = new Tab(host.url, ada, page)
  const tokens = [tab.write()]
  await tab.saved()
  let isDone = false
  const sending = send(await host.addPerson('Bob'), page, [stateOf(6000)]).finally(() => {
    isDone = true
  })
  while (!isDone) {
    tokens.push(tab.write())
    await tab.saved(60_000)
  }
  ;(await sending).close()
  const words = await storedWords(host.db, page)
  expect(lostOrDoubled(tokens, words)).toEqual({ lost: [], doubled: [] })
  expect(words).toContain('Line 5999 of')
  await until('Ada to see it', () => settledBlocks(tab.page.doc).length === 6000, 30_000)
  tab.close()
}, 120_000)

test('I5 blocks behind those of a long page take less of the thread of others than putting them there', async () => {
  const page = await host.addPage()
  const there = paragraphs(4000)
  await host.collab.live.change(page, ada.id, { do: 'write', rich: JSON.stringify(there) })
  const doc = await storedDoc(host.db, page)
  const one = (id: string) => [{ id, kind: 'paragraph', text: [{ text: 'one more' }] }]
  const more: ReturnType<typeof one> = []
  const atOnce: number[] = []
  const behind: number[] = []
  for (const id of ['first', 'second', 'third', 'fourth', 'fifth']) {
    more.push(...one(id))
    const began = threadTime()
    applyBlocks(doc, [...settledBlocks(doc), ...one(id)])
    const between = threadTime()
    const change = { do: 'append', rich: JSON.stringify(one(id)) } as const
    expect(await host.collab.live.change(page, ada.id, change)).toBe('changed')
    atOnce.push(between - began)
    behind.push(threadTime() - between)
  }
  expect(Math.min(...behind)).toBeLessThan(Math.min(...atOnce))
  const { blocks } = await host.collab.live.content(page, ada.id)
  expect(blocks.map(({ id }) => id)).toEqual([...there, ...more].map(({ id }) => id))
  expect(await host.collab.live.change(page, ada.id, { do: 'append', rich: JSON.stringify(more) })).toBe(
    'conflict',
  )
}, 60_000)

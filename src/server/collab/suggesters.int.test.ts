import { RawSocket, storedDoc, Tab, temporaryFolder, until } from '@test/collab'
import { statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { crafted, type Section, sections } from '@test/crafted-update'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, readTitle, settledText, settledTitle, withSuggestions } from '@/document'

/* Somebody who may only suggest, over a real socket, with whatever updates they like. */

const folder = temporaryFolder()
const opened: (RawSocket | Tab)[] = []
let host: CollabHost
let bob: HostPerson
let documentId: string

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
})
beforeEach(async () => {
  const ada = await host.addPerson('Ada')
  bob = await host.addPerson('Bob')
  documentId = await host.addPage()
  const owner = await open(ada)
  const page = new Y.Doc()
  Y.applyUpdate(page, Y.encodeStateAsUpdate(await storedDoc(host.db, documentId)))
  const known = Y.encodeStateVector(page)
  applyBlocks(page, [{ id: 'a', kind: 'paragraph', text: [{ text: 'As it was \u{1f600} written' }] }])
  expect(await send(owner, Y.encodeStateAsUpdate(page, known))).toBe('taken')
  host.roles.set(`${bob.id} ${documentId}`, 'suggester')
})
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})
afterAll(async () => {
  await host.close()
  folder.remove()
})

const open = async (person: HostPerson) => {
  const socket = await RawSocket.open(host.url, person.cookie)
  opened.push(socket)
  await socket.openPage(documentId)
  return socket
}

const REASON =
  /not-a-suggestion|too-much-suggested|newer-layout|unavailable|too-large|not-author|access-changed/

/** Sends an update and tells what becomes of it. */
async function send(socket: RawSocket, update: Uint8Array): Promise<string> {
  socket.send(syncFrame(documentId, 2, update))
  socket.send(statelessFrame(documentId, '{"checkpoint":1}'))
  const said = () => socket.frames.map((frame) => Buffer.from(frame).toString('latin1')).join('\n')
  const answer = () =>
    REASON.exec(said())?.[0] ?? (/"checkpoint":1,"accepted":true/.test(said()) ? 'taken' : null)
  await until('an answer', () => answer() !== null)
  return answer() as string
}

type Act = (copy: Y.Doc, own: (clock?: number) => string) => void

/** What Bob would send who does this to his copy of the page, in one update. */
async function updateBy(act: Act): Promise<Uint8Array> {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(await storedDoc(host.db, documentId)))
  const known = Y.encodeStateVector(copy)
  const own = (clock = Y.getState(copy.store, copy.clientID)) => `${bob.id} s1 + ${copy.clientID} ${clock}`
  copy.transact(() => act(copy, own))
  return Y.encodeStateAsUpdate(copy, known)
}

const sends = async (act: Act) => send(await open(bob), await updateBy(act))
const settled = async () => settledText(await storedDoc(host.db, documentId))

/** Suggests words, as a program of ours does. */
const suggests =
  (words: string): Act =>
  (copy, own) => {
    const key = own()
    copy.getText('text').insert(4, words)
    copy.getMap('suggestions').set(key, words.length)
    copy.getMap('suggestions').set(`${bob.id} s1`, { at: 1 })
    copy.getMap('meta').set('layout', 2)
  }

test('what somebody suggests who may suggest is stored, and the page stays as it is', async () => {
  const before = await settled()
  expect(await sends(suggests('suggested '))).toBe('taken')
  const stored = await storedDoc(host.db, documentId)
  expect(stored.getText('text').toString()).toContain('suggested')
  expect(stored.getMap('meta').get('layout')).toBe(2)
  expect(await settled()).toEqual(before)
})

test('a suggestion that is pasted may be long: 300,000 characters are stored, more than a million are refused', async () => {
  const before = await settled()
  expect(await sends(suggests('long words '.repeat(30_000)))).toBe('taken')
  const stored = await storedDoc(host.db, documentId)
  expect(stored.getText('text').length).toBeGreaterThan(300_000)
  expect(await settled()).toEqual(before)
  expect(await sends(suggests('x'.repeat(1024 * 1024)))).toBe('too-much-suggested')
  expect(await settled()).toEqual(before)
})

test('R60 they take back what they have suggested, words and all', async () => {
  const before = await settled()
  expect(await sends(suggests('suggested '))).toBe('taken')
  const isTaken = await sends((copy) => {
    copy.getText('text').delete(4, 'suggested '.length)
    for (const key of copy.getMap('suggestions').keys()) copy.getMap('suggestions').delete(key)
  })
  expect(isTaken).toBe('taken')
  expect((await storedDoc(host.db, documentId)).getText('text').toString()).not.toContain('suggested')
  expect(await settled()).toEqual(before)
})

const FORGERIES: [string, Act][] = [
  ['words', (copy) => copy.getText('text').insert(4, 'forged')],
  ['a title', (copy) => copy.getText('title').insert(0, 'forged')],
  ['a deletion', (copy) => copy.getText('text').delete(3, 4)],
  ['formats', (copy) => copy.getText('text').format(2, 4, { bold: {} })],
  ['another kind', (copy) => (copy.getMap('blocks').get('a') as Y.Map<unknown>).set('kind', 'heading')],
  ["another's name", (copy) => copy.getMap('suggestions').set('somebody s1', { at: 1 })],
  ["a model's name", (copy) => copy.getMap('suggestions').set('model:one s1', { at: 1 })],
  ['a shared type', (copy) => copy.getMap('suggestions').set(`${bob.id} s2`, new Y.Map())],
  ['a document', (copy) => copy.getMap('suggestions').set(`${bob.id} s2`, new Y.Doc())],
  ['a range of what is not there', (copy) => copy.getMap('suggestions').set(`${bob.id} s2 - 77 0`, 9)],
  [
    'an insertion of what stands there',
    (copy) => {
      const { id } = copy.getText('text')._start as Y.Item
      copy.getMap('suggestions').set(`${bob.id} s2 + ${id.client} ${id.clock}`, 1)
    },
  ],
  [
    'an insertion that is deleted in the same update',
    (copy, own) => {
      const key = own()
      copy.getText('text').insert(4, 'forged')
      copy.getMap('suggestions').set(key, 6)
      copy.getMap('suggestions').delete(key)
    },
  ],
  [
    'fewer words than come',
    (copy, own) => {
      const key = own()
      copy.getText('text').insert(4, 'forged')
      copy.getMap('suggestions').set(key, 5)
    },
  ],
  [
    'half a character',
    (copy, own) => {
      const text = copy.getText('text')
      const at = text.toJSON().indexOf('\u{1f600}')
      const key = own()
      text.insert(at + 3, 'x')
      copy.getMap('suggestions').set(key, 1)
      text.delete(at + 2, 1)
    },
  ],
  ['the layout taken away', (copy) => copy.getMap('meta').delete('layout')],
]

test.each(FORGERIES)('R59 %s: refused, and the page stays as it is', async (_what, act) => {
  const before = await storedDoc(host.db, documentId)
  expect(await sends(act)).toMatch(/not-a-suggestion|newer-layout|unavailable/)
  expect(Y.encodeStateAsUpdate(await storedDoc(host.db, documentId))).toEqual(Y.encodeStateAsUpdate(before))
})

test('R61 an insertion whose words stay is not dropped by its author, nor once an editor has accepted it', async () => {
  expect(await sends(suggests('suggested '))).toBe('taken')
  const drops: Act = (copy) => {
    for (const key of copy.getMap('suggestions').keys()) copy.getMap('suggestions').delete(key)
  }
  expect(await sends(drops)).toBe('not-a-suggestion')
  const takesBack = await updateBy((copy) => copy.getText('text').delete(4, 'suggested '.length))
  host.roles.set(`${bob.id} ${documentId}`, 'editor')
  host.collab.live.recheckPages([documentId])
  expect(await sends(drops)).toBe('taken')
  host.roles.set(`${bob.id} ${documentId}`, 'suggester')
  host.collab.live.recheckPages([documentId])
  expect(await send(await open(bob), takesBack)).toBe('not-a-suggestion')
  expect(await settled()).toContain('suggested')
})

test('words of an editor who may only suggest by now are refused as text, and come back as suggestions', async () => {
  host.roles.set(`${bob.id} ${documentId}`, 'editor')
  const tab = new Tab(host.url, bob, documentId)
  opened.push(tab)
  tab.write()
  await tab.saved()
  const before = settledTitle(await storedDoc(host.db, documentId))
  host.roles.set(`${bob.id} ${documentId}`, 'suggester')
  const token = tab.write()
  host.collab.live.recheckPages([documentId])
  await until('them to be stored', async () => {
    const page = await storedDoc(host.db, documentId)
    return withSuggestions(page, (suggestions) => readTitle(suggestions, 'proposed')).includes(token)
  })
  await tab.saved()
  expect(tab.text).toContain(token)
  expect(settledTitle(await storedDoc(host.db, documentId))).toBe(before)
})

test('R67 an edit under more new ids than one may bring is told so, before it is judged', async () => {
  const written = (count: number) =>
    sections(
      ...Array.from(
        { length: count },
        (_, at): Section => [9_000_000 - at, 0, [{ root: 'text', write: crafted.text('x') }]],
      ),
    )
  const socket = await open(bob)
  expect(await send(socket, written(1001))).toBe('not-author')
  expect(socket.frames.some((frame) => Buffer.from(frame).includes('{"foreign":['))).toBe(true)
  expect(await send(await open(bob), written(1000))).toBe('not-a-suggestion')
})

test('R67 an editor writes on beside all that people suggest at once on all sockets that they may have', async () => {
  const eve = await host.addPerson('Eve')
  host.roles.set(`${eve.id} ${documentId}`, 'suggester')
  const sockets = await Promise.all(
    [bob, eve].flatMap((person) =>
      Array.from({ length: 50 }, async () => ({ person, raw: await open(person) })),
    ),
  )
  const grace = await host.addPerson('Grace')
  const editor = await open(grace)
  const base = Y.encodeStateAsUpdate(await storedDoc(host.db, documentId))
  const known = Y.encodeStateVectorFromUpdate(base)
  const suggestionOf = (person: HostPerson) => {
    const copy = new Y.Doc()
    Y.applyUpdate(copy, base)
    copy.transact(() => {
      const key = `${person.id} s${copy.clientID}`
      copy.getText('text').insert(4, 'suggested ')
      copy.getMap('suggestions').set(`${key} + ${copy.clientID} 0`, 'suggested '.length)
      copy.getMap('suggestions').set(key, { at: 1 })
    })
    return Y.encodeStateAsUpdate(copy, known)
  }
  const words: Uint8Array[] = []
  const copy = new Y.Doc()
  Y.applyUpdate(copy, base)
  copy.on('update', (update: Uint8Array) => words.push(update))
  for (let word = 0; word < 10; word++) copy.getText('title').insert(0, 'word ')
  for (const { person, raw } of sockets) raw.send(syncFrame(documentId, 2, suggestionOf(person)))
  for (const word of words) editor.send(syncFrame(documentId, 2, word))
  const rows = host.db.selectFrom('document_update').select('user_id').where('document_id', '=', documentId)
  const writers = async () => (await rows.orderBy('id').execute()).map(({ user_id }) => user_id)
  await until('all to be stored', async () => (await writers()).length === 1 + 100 + 10, 60_000)
  // Each word waits for about one suggestion: none waits for half of them.
  expect((await writers()).lastIndexOf(grace.id)).toBeLessThan(1 + 50 + 10)
}, 120_000)

import { RawSocket, storedDoc, temporaryFolder, until } from '@test/collab'
import { statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import {
  applyBlocks,
  chosenSids,
  decide,
  markedIndex,
  settledText,
  suggestionsOf,
  withSuggestions,
} from '@/document'

/* Two people decide about one suggestion before either hears of the other. */

onEachDatabase('decisions that meet', (database) => {
  const folder = temporaryFolder()
  const opened: RawSocket[] = []
  let host: CollabHost
  let ada: HostPerson
  let bob: HostPerson
  let documentId: string

  beforeAll(async () => {
    host = await startCollabHost({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null })
  })
  beforeEach(async () => {
    ada = await host.addPerson('Ada')
    bob = await host.addPerson('Bob')
    documentId = await host.addPage()
    const page = new Y.Doc()
    Y.applyUpdate(page, Y.encodeStateAsUpdate(await storedDoc(host.db, documentId)))
    applyBlocks(page, [{ id: 'a', kind: 'paragraph', text: [{ text: 'a quick fox' }] }])
    const text = page.getText('text')
    const { client, clock } = idAt(text, 3)
    const own = Y.getState(page.store, page.clientID)
    text.insert(8, 'slow')
    const map = suggestionsOf(page)
    map.set(`${ada.id} s1`, { at: 1 })
    map.set(`${ada.id} s1 - ${client} ${clock}`, 'quick'.length)
    map.set(`${ada.id} s1 + ${page.clientID} ${own}`, 'slow'.length)
    await take(ada, Y.encodeStateAsUpdate(page))
  })
  afterEach(() => {
    for (const one of opened.splice(0)) one.close()
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })

  const stored = () => storedDoc(host.db, documentId)
  const settled = async () => settledText(await stored()).trim()

  /** Sends an edit, which is taken. */
  async function take(person: HostPerson, update: Uint8Array): Promise<void> {
    const socket = await RawSocket.open(host.url, person.cookie)
    opened.push(socket)
    await socket.openPage(documentId)
    socket.send(syncFrame(documentId, 2, update))
    socket.send(statelessFrame(documentId, '{"checkpoint":1}'))
    const said = () => socket.frames.map((frame) => Buffer.from(frame).toString('latin1')).join('\n')
    await until('an answer', () => said().includes('"checkpoint":1'))
    expect(said()).toContain('"accepted":true')
  }

  /** What somebody writes who has the page as it is now and decides about all. */
  async function decision(isAccepted: boolean): Promise<Uint8Array> {
    const copy = new Y.Doc()
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(await stored()))
    const known = Y.encodeStateVector(copy)
    withSuggestions(copy, (suggestions) => {
      const index = markedIndex(copy, suggestions)
      decide(index, suggestions, chosenSids(suggestions, suggestions.sids), isAccepted, null, { notes: true })
      index.close()
    })
    return Y.encodeStateAsUpdate(copy, known)
  }

  test('who rejects a replacement that somebody has just accepted takes no word away', async () => {
    const [accepts, rejects] = [await decision(true), await decision(false)]
    await take(ada, accepts)
    expect(await settled()).toBe('a slow fox')
    await take(bob, rejects)
    expect(await settled()).toBe('a slow fox')
  })

  test('… nor does who accepts one that somebody has just rejected', async () => {
    const [accepts, rejects] = [await decision(true), await decision(false)]
    await take(bob, rejects)
    await take(ada, accepts)
    expect(await settled()).toBe('a quick fox')
    // Nothing is left of what was said for the server.
    expect([...suggestionsOf(await stored()).keys()]).toEqual([])
  })

  test('both at the same moment, on two connections: one of both words stands, once', async () => {
    const [accepts, rejects] = [await decision(true), await decision(false)]
    await Promise.all([take(ada, accepts), take(bob, rejects)])
    expect(['a slow fox', 'a quick fox']).toContain(await settled())
  })

  test('who says of words that they are taken away, and deletes none of them, writes nothing anew', async () => {
    const copy = new Y.Doc()
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(await stored()))
    const known = Y.encodeStateVector(copy)
    const { client, clock } = idAt(copy.getText('text'), 3)
    for (const [i, of] of [
      { x: [[client, clock, 5]] },
      { x: [[client, -1, 1e9]] },
      { x: 'all' },
      { __proto__: [] },
    ].entries())
      suggestionsOf(copy).set(`! ${copy.clientID} ${i}`, { of, stay: {} })
    suggestionsOf(copy).set(`! ${copy.clientID} x`, 'all')
    await take(bob, Y.encodeStateAsUpdate(copy, known))
    expect(await settled()).toBe('a quick fox')
  })
})

/** The id of the character, or bead, at a place of the string. */
function idAt(text: Y.Text, at: number): { client: number; clock: number } {
  let rest = at
  for (let item = text._start; item; item = item.right) {
    if (item.deleted || !item.countable) continue
    if (rest < item.length) return { client: item.id.client, clock: item.id.clock + rest }
    rest -= item.length
  }
  throw new Error('There is nothing so far behind')
}

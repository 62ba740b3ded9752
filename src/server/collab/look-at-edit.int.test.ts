import { temporaryFolder } from '@test/collab'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { judged } from '@/document'
import { askPage, sharedBy, sizeOf } from './ask-page'
import { EditsOnTheWay } from './edits-on-the-way'
import { lookAtLarge } from './look-at-edit'
import { bytesOf, readStored } from './page-store'

const folder = temporaryFolder()
let host: CollabHost
let mallory: HostPerson
let name: string

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null, keepMs: 50 })
})
beforeEach(async () => {
  mallory = await host.addPerson('Mallory')
  name = await host.addPage()
  const lines = Array.from({ length: 1_000 }, (_, at) => ({
    id: `b${at}`,
    kind: 'paragraph',
    text: [{ text: `Line ${at} of a page` }],
  }))
  await host.collab.live.change(name, mallory.id, { do: 'write', rich: JSON.stringify(lines) })
})
afterAll(async () => {
  await host.close()
  folder.remove()
})

/** An edit that writes a title. */
function titled(length: number): Uint8Array {
  const doc = new Y.Doc()
  doc.getText('title').insert(0, 'x'.repeat(length))
  return Y.encodeStateAsUpdate(doc)
}

/** The host's database, which tells when the edits of a page are read. */
function watched(read: () => void) {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('"document_update"')) read()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return host.db.withPlugin(plugin)
}

/** A page that edits are looked at for, and something long that Mallory has the server do meanwhile. */
async function setUp() {
  const onTheWay = new EditsOnTheWay()
  const workFor = (person: string | null) => sharedBy(name, person, [])
  const stored = await readStored(host.db, name).then((content) => content && bytesOf(content))
  if (!stored) throw new Error('there is no such page')
  const other = askPage('content', { stored }, sizeOf(stored), mallory.id)
  const { signal } = new AbortController()
  return { page: { document: { name }, onTheWay, workFor, signal }, other }
}

test('R67 however many large edits of somebody wait to be looked at: their page is read for one after the other', async () => {
  const { page, other } = await setUp()
  let held = 0
  let most = 0
  const db = watched(() => {
    most = Math.max(most, ++held)
  })
  const update = titled(60_000)
  const looks = Array.from({ length: 10 }, () =>
    lookAtLarge(db, page, update, mallory.id, { isAwaited: false }).finally(() => held--),
  )
  const found = await Promise.all([other, ...looks])
  expect(found.slice(1).every((look) => look !== null)).toBe(true)
  // The next is read before anybody is told of the one before.
  expect(most).toBeLessThanOrEqual(2)
}, 60_000)

test('what comes into the page before a large edit has its turn is looked at with it, and what comes while it is read is not', async () => {
  const { page, other } = await setUp()
  const come = () => {
    const { facts } = judged(new Y.Doc(), titled(1))
    page.onTheWay.add(facts, 1)
    page.onTheWay.arrived(facts)
  }
  const looking = lookAtLarge(watched(come), page, titled(60_000), mallory.id, { isAwaited: false })
  for (let edit = 0; edit < 3; edit++) come()
  await other
  expect((await looking)?.since()).toEqual({ structs: 1, waiting: 0 })
}, 60_000)

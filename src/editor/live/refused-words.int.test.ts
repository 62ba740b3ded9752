import { withBrowserDatabase } from '@test/browser-database'
import { storedDoc, Tab, temporaryFolder, until } from '@test/collab'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { Network } from '@test/collab-network'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as Y from 'yjs'
import type { Block } from '@/blocks'
import {
  applyBlocks,
  ReadingView,
  readTitle,
  settledBlocks,
  settledTitle,
  suggestionAuthor,
  withSuggestions,
} from '@/document'
import { blocksOf } from '@/document/page-index/blocks'
import { PageIndex } from '@/document/page-index/page-index'
import { ReviewedPage } from '@/document/review'
import { insertText } from '@/document/write/operations'
import { openExistingLocal } from './local/database'
import { unsentPages } from './local/unsent-pages'

withBrowserDatabase()

/* What the server refuses of somebody who may only suggest: it comes back as suggestions, and no word is lost. */

const folder = temporaryFolder()
let host: CollabHost
let network: Network
let ada: HostPerson
let bob: HostPerson
let documentId: string
let tabs: Tab[] = []

const open = (person = bob, url = network.url) => {
  const tab = new Tab(url, person, documentId)
  tabs.push(tab)
  return tab
}
const become = (role: 'suggester' | 'editor' | 'viewer') => {
  host.roles.set(`${bob.id} ${documentId}`, role)
  host.collab.live.recheckPages([documentId])
}
const goOffline = async (...gone: Tab[]) => {
  await network.close()
  await Promise.all(gone.map((tab) => until('the tab to be offline', () => tab.state === 'offline')))
}
const goOnline = async () => {
  network = await Network.to(host.url, Number(new URL(network.url).port))
}
const line = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const stored = () => storedDoc(host.db, documentId)
const proposed = (doc: Y.Doc) =>
  withSuggestions(doc, (suggestions) =>
    blocksOf(doc, new ReadingView(suggestions, 'proposed')).map(({ text = [] }) =>
      text.map((piece) => ('text' in piece ? piece.text : '')).join(''),
    ),
  )
const settled = async () => settledBlocks(await stored())
const authors = (doc: Y.Doc) => withSuggestions(doc, ({ sids }) => new Set(sids.map(suggestionAuthor)))

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
})
afterAll(async () => {
  await host.close()
  folder.remove()
})
beforeEach(async () => {
  ada = await host.addPerson('Ada')
  bob = await host.addPerson('Bob')
  documentId = await host.addPage()
  network = await Network.to(host.url)
  const owner = open(ada)
  await owner.saved()
  applyBlocks(owner.page.doc, [line('a', 'Boil the water'), line('b', 'Add salt')])
  await owner.saved()
})
afterEach(async () => {
  for (const tab of tabs) tab.close()
  tabs = []
  await network.close()
})

test('S4 what an editor typed offline, who may only suggest by now, is suggested when they come back', async () => {
  const tab = open()
  await tab.saved()
  await goOffline(tab)
  const before = await settled()
  applyBlocks(tab.page.doc, [line('a', 'Boil the cold water'), line('c', 'Enjoy')])
  const token = tab.write()
  become('suggester')
  await goOnline()
  await tab.saved()
  const doc = await stored()
  expect(settledBlocks(doc)).toEqual(before)
  expect(settledTitle(doc)).toBe('')
  expect(proposed(doc)).toEqual(['Boil the cold water', 'Enjoy'])
  expect(withSuggestions(doc, (suggestions) => readTitle(suggestions, 'proposed'))).toBe(token)
  expect(authors(doc)).toEqual(new Set([bob.id]))
  expect(proposed(tab.page.doc)).toEqual(proposed(doc))
  await until('nothing to be unsent', async () => (await unsentPages(bob.id)).length === 0)
})

test('S4 the same in mid-word, and others write on meanwhile', async () => {
  const tab = open()
  await tab.saved()
  become('suggester')
  applyBlocks(tab.page.doc, [line('a', 'Boil the water twice'), line('b', 'Add salt')])
  const owner = tabs[0] as Tab
  applyBlocks(owner.page.doc, [line('a', 'Boil the water'), line('b', 'Add salt and oil')])
  await Promise.all([tab.saved(), owner.saved()])
  await until('both to be there', async () => {
    const doc = await stored()
    return proposed(doc).join('|') === 'Boil the water twice|Add salt and oil'
  })
  expect((await settled()).map(({ text }) => text)).toEqual([
    [{ text: 'Boil the water' }],
    [{ text: 'Add salt and oil' }],
  ])
})

test('R61 somebody who types on meanwhile loses no word, and has none twice', async () => {
  const tab = open()
  await tab.saved()
  const words: string[] = []
  const typeOn = () => {
    words.push(`w${words.length}`)
    const index = new PageIndex(tab.page.doc)
    insertText(index, 'a', index.tree.textLength('a'), ` ${words.at(-1)}`)
    index.close()
  }
  const typing = setInterval(typeOn, 40)
  await until('some to be typed', () => words.length > 10)
  become('suggester')
  await until('the refused ones to be suggested', () => tab.page.generation > 0)
  const count = words.length
  await until('more to be typed', () => words.length > count + 20)
  clearInterval(typing)
  await tab.saved(30_000)
  expect(proposed(await stored())[0]).toBe(`Boil the water ${words.join(' ')}`)
}, 60_000)

test('S4 two tabs of one browser hold the same refused words: they are suggested once, with what either typed', async () => {
  const [one, two] = [open(), open()]
  await Promise.all([one.saved(), two.saved()])
  await goOffline(one, two)
  const tokens = [one.write()]
  await until('the other to have them', () => two.text.includes(tokens[0] as string))
  tokens.push(two.write())
  await until('the first to have both', () => one.text === tokens.join(''))
  become('suggester')
  await goOnline()
  await Promise.all([one.saved(), two.saved()])
  await until('the same everywhere', () => one.text === two.text)
  const doc = await stored()
  expect(withSuggestions(doc, (suggestions) => readTitle(suggestions, 'proposed'))).toBe(tokens.join(''))
  expect(settledTitle(doc)).toBe('')
  await until('nothing to be unsent', async () => (await unsentPages(bob.id)).length === 0)
})

/** Bob's first tab is back, and what it and another one of his browser wrote is suggested; the other one holds it as text, offline. */
const halfSuggested = async () => {
  const ways = [await Network.to(host.url), await Network.to(host.url)] as const
  const [one, two] = [open(bob, ways[0].url), open(bob, ways[1].url)]
  await Promise.all([one.saved(), two.saved()])
  await Promise.all(ways.map((way) => way.close()))
  await Promise.all([one, two].map((tab) => until('the tab to be offline', () => tab.state === 'offline')))
  one.write()
  await until('the other to have it', () => two.text === one.text)
  become('suggester')
  const back = async (way: Network) => Network.to(host.url, Number(new URL(way.url).port))
  const way = await back(ways[0])
  await one.saved()
  return { one, two, way, twoIsBack: () => back(ways[1]) }
}
const proposedTitle = async () =>
  withSuggestions(await stored(), (suggestions) => readTitle(suggestions, 'proposed'))

test('S4 T7 what a tab writes on text of which another one has made suggestions is suggested once, when it is back', async () => {
  const { one, two, way, twoIsBack } = await halfSuggested()
  two.write()
  await until('the copy to hold it', async () => (await unsentPages(bob.id)).length > 0)
  two.write()
  const ways = [way, await twoIsBack()]
  await Promise.all([one.saved(), two.saved()])
  await until('the same everywhere', () => one.text === two.text)
  expect(await proposedTitle()).toBe([...one.written, ...two.written].join(''))
  expect(settledTitle(await stored())).toBe('')
  for (const each of ways) await each.close()
})

test('S4 T7 the same by the other one, when it is closed', async () => {
  const { one, two, way } = await halfSuggested()
  const first = two.write()
  await until('it to be suggested', async () => (await proposedTitle()).includes(first))
  two.write()
  await until('the copy to hold it', async () => (await unsentPages(bob.id)).length > 0)
  two.die()
  tabs = tabs.filter((tab) => tab !== two)
  await until('nothing to be unsent', async () => (await unsentPages(bob.id)).length === 0)
  await one.saved()
  expect(await proposedTitle()).toBe([...one.written, ...two.written].join(''))
  await way.close()
})

test('S4 T7 what cannot be read of it just then is not taken for saved', async () => {
  const { one, two, way } = await halfSuggested()
  const { transaction } = IDBDatabase.prototype
  let isBroken = false
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    stores,
    mode,
  ) {
    // What the other tab wrote down is read, and then the browser's database fails.
    isBroken ||= mode === 'readwrite' && !tabs.includes(two)
    if (isBroken) throw new DOMException('Failed', 'UnknownError')
    return transaction.call(this, stores, mode)
  })
  two.write()
  two.die()
  tabs = tabs.filter((tab) => tab !== two)
  await until('it to be known', () => one.state !== 'saved')
  const saved = until('it to be saved', () => one.state === 'saved', 1500)
  await expect(saved).rejects.toThrow('in vain')
  failing.mockRestore()
  await until('it to be saved', () => one.state === 'saved')
  expect(await proposedTitle()).toBe([...one.written, ...two.written].join(''))
  await way.close()
})

test('S4 a browser without room for the suggestions makes them once, and the words do not come back from its copy', async () => {
  const tab = open()
  await tab.saved()
  await goOffline(tab)
  const token = tab.write()
  await until('the copy to hold it', async () => {
    const db = await openExistingLocal(bob.id)
    const keys = await db?.getAllKeys('words')
    db?.close()
    return keys?.some(([id]) => id === documentId) === true
  })
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
    if (this.name !== 'words') return put.apply(this, values)
    this.transaction.abort()
    throw new DOMException('No room', 'QuotaExceededError')
  })
  become('suggester')
  await goOnline()
  await tab.saved()
  expect(await proposedTitle()).toBe(token)
  expect(tab.page.generation).toBe(1)
  vi.restoreAllMocks()
})

test('S4 words of a closed tab are suggested by the next one', async () => {
  const gone = open()
  await gone.saved()
  await goOffline(gone)
  const token = gone.write()
  gone.close()
  become('suggester')
  await goOnline()
  const next = open()
  await until('them to be saved', async () => {
    const title = withSuggestions(await stored(), (suggestions) => readTitle(suggestions, 'proposed'))
    return title === token
  })
  await next.saved()
  expect(settledTitle(await stored())).toBe('')
})

test('R60 an insertion that an editor accepts while its author takes it back is suggested away', async () => {
  become('suggester')
  const tab = open()
  await tab.saved()
  const suggest = (part: 'typed' | 'gone') => {
    const reviewed = new ReviewedPage(tab.page.doc, bob.id)
    reviewed.isSuggesting = true
    const index = reviewed.openIndex()
    const kept = { keep: 'b', from: 0, to: 8 }
    const texts = new Map([['b', part === 'typed' ? [kept, { insert: ' now', formats: {} }] : [kept]]])
    const nothing = { gone: new Set<string>(), set: new Map(), formats: [], lists: [] }
    reviewed.write(index, { ...nothing, texts }, null, null)
    index.close()
    reviewed.close()
  }
  suggest('typed')
  await tab.saved()
  await goOffline(tab)
  suggest('gone')
  await goOnlineForOwner()
  expect((await settled()).at(-1)?.text).toEqual([{ text: 'Add salt now' }])
  await goOnline()
  await tab.saved()
  expect(proposed(await stored())).toEqual(['Boil the water', 'Add salt'])
  expect((await settled()).at(-1)?.text).toEqual([{ text: 'Add salt now' }])
})

/** The owner accepts everything, by a way of their own to the server. */
async function goOnlineForOwner(): Promise<void> {
  const owner = open(ada, host.url)
  await owner.saved()
  const map = owner.page.doc.getMap('suggestions')
  owner.page.doc.transact(() => {
    for (const key of [...map.keys()]) map.delete(key)
  })
  await owner.saved()
}

test('words of an editor who may only view by now stay with them, and are never made into suggestions', async () => {
  const tab = open()
  await tab.saved()
  await goOffline(tab)
  const token = tab.write()
  become('viewer')
  await goOnline()
  await until('it to say so', () => tab.state === 'not-saved')
  expect(tab.text).toContain(token)
  expect((await stored()).getMap('suggestions').size).toBe(0)
})

import { withBrowserDatabase } from '@test/browser-database'
import { storedText, Tab, temporaryFolder, tokensIn, until } from '@test/collab'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { Network } from '@test/collab-network'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Block } from '@/blocks'
import { applyBlocks, settledBlocks } from '@/document'
import { forgetLocalPages, unsentPages } from './local/unsent-pages'
import { saveStateText } from './save-state'

withBrowserDatabase()

/* Words that the server does not have: in closed tabs, in browsers that keep nothing, in pages that were taken away. */

const folder = temporaryFolder()
let host: CollabHost
let network: Network
let ada: HostPerson
let documentId: string
let tabs: Tab[] = []

const open = () => {
  const tab = new Tab(network.url, ada, documentId)
  tabs.push(tab)
  return tab
}
const goOffline = async (...gone: Tab[]) => {
  await network.close()
  await Promise.all(gone.map((tab) => until('the tab to be offline', () => tab.state === 'offline')))
}
const goOnline = async () => {
  network = await Network.to(host.url, Number(new URL(network.url).port))
}
const textOf = (tab: Tab) => saveStateText(tab.page.saveState.get())
const takeAway = () => {
  host.roles.set(`${ada.id} ${documentId}`, null)
  host.collab.live.recheckUser(ada.id)
}
const noted = (count: number) =>
  until('the browser to have it', async () => {
    const databases = await indexedDB.databases()
    return databases.length > 0 && (await unsentPages(ada.id))[0]?.unsent === count
  })

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
})
afterAll(async () => {
  await host.close()
  folder.remove()
})
beforeEach(async () => {
  ada = await host.addPerson('Ada')
  documentId = await host.addPage()
  network = await Network.to(host.url)
})
afterEach(async () => {
  for (const tab of tabs) tab.close()
  tabs = []
  await network.close()
})

test('T7 words of a closed tab are sent by one that is open, and "Saved" is not said before', async () => {
  const [gone, stays] = [open(), open()]
  await Promise.all([gone.saved(), stays.saved()])
  await goOffline(gone, stays)
  const tokens = [gone.write(), gone.write()]
  gone.close()
  await until('the other to know', () => textOf(stays) === 'Offline — 2 unsent')
  const early: string[] = []
  stays.page.saveState.subscribe(() => {
    if (stays.state === 'saved') early.push(stays.text)
  })
  await goOnline()
  await stays.saved()
  expect(early[0]).toBe(tokens.join(''))
  expect(await storedText(host.db, documentId)).toBe(tokens.join(''))
  await until('nothing to be unsent', async () => (await unsentPages(ada.id)).length === 0)
})

test('T7 the same while the open tab is online all the time', async () => {
  const stays = open()
  await stays.saved()
  // Another way to the server, which fails.
  const failing = await Network.to(host.url)
  const gone = new Tab(failing.url, ada, documentId)
  tabs.push(gone)
  await gone.saved()
  await failing.close()
  await until('offline', () => gone.state === 'offline')
  const token = gone.write()
  gone.close()
  await until('the server to have it', async () => (await storedText(host.db, documentId)) === token)
  await stays.saved()
  await until('nothing to be unsent', async () => (await unsentPages(ada.id)).length === 0)
})

test('T7 an open tab that saves its own words learns so from nobody else, and the others do from it', async () => {
  const [one, two] = [open(), open()]
  await Promise.all([one.saved(), two.saved()])
  await goOffline(one, two)
  one.write()
  await until('the other to count it', () => textOf(two) === 'Offline — 1 unsent')
  await goOnline()
  await Promise.all([one.saved(), two.saved()])
  expect(two.text).toBe(one.text)
  expect(tokensIn(await storedText(host.db, documentId))).toHaveLength(1)
  await goOffline(one, two)
  expect([textOf(one), textOf(two)]).toEqual(['Offline — 0 unsent', 'Offline — 0 unsent'])
})

test('T3 a page that was taken away keeps what was never sent, in this tab and in the next, until that is decided', async () => {
  const first = open()
  await first.saved()
  await goOffline(first)
  const token = first.write()
  takeAway()
  await goOnline()
  const sentence = 'Not saved — you can no longer open this page; copy what you typed'
  await until('it to say so', () => textOf(first) === sentence)
  first.close()
  const second = open()
  await until('it to say so again', () => textOf(second) === sentence)
  expect(second.text).toBe(token)
  expect(second.page.access.get()).toBe('none')
  second.page.discard()
  second.close()
  await until('the copy to be gone', async () => (await unsentPages(ada.id)).length === 0)
  const third = open()
  await until('nothing', () => third.page.access.get() === 'none')
  expect(third.text).toBe('')
})

test('T3 a tab with nothing unsent does not take another tab’s words with it when the page is taken away', async () => {
  const reads = open()
  await reads.saved()
  const failing = await Network.to(host.url)
  const writes = new Tab(failing.url, ada, documentId)
  tabs.push(writes)
  await writes.saved()
  await failing.close()
  await until('offline', () => writes.state === 'offline')
  takeAway()
  const token = writes.write()
  await noted(1)
  await until('the other to be told', () => reads.page.access.get() === 'none')
  for (const tab of [reads, writes]) tab.close()
  const again = open()
  await until('it to be refused', () => again.page.access.get() === 'none')
  await until('the words', () => again.text.includes(token))
})

test('T4 words are at risk only where the browser keeps nothing and the server has not got them', async () => {
  const kept = open()
  await kept.saved()
  expect(kept.page.isAtRisk()).toBe(false)
  await goOffline(kept)
  kept.write()
  expect(kept.page.isAtRisk()).toBe(false)

  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  kept.write()
  await until('it to be noticed', () => kept.page.isAtRisk())
  failing.mockRestore()
  // What could not be written then is written when there is room again.
  await until('the browser to have it', () => !kept.page.isAtRisk())
  kept.close()
  const next = open()
  await until('the copy', () => tokensIn(next.text).length === 2)
  await goOnline()
  await next.saved()
  expect(next.page.isAtRisk()).toBe(false)
})

test('T4 signing out asks about words that are in this tab alone', async () => {
  vi.stubGlobal('indexedDB', undefined)
  try {
    const tab = open()
    await tab.saved()
    await goOffline(tab)
    expect(await unsentPages(ada.id)).toEqual([])
    tab.write()
    expect(tab.page.isAtRisk()).toBe(true)
    expect(await unsentPages(ada.id)).toMatchObject([{ documentId, unsent: 1 }])
    tab.close()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('T1 an error in a listener of the page’s doc keeps no word from the server', async () => {
  const tab = open()
  await tab.saved()
  const failures: unknown[] = []
  tab.page.doc.on('listenerFailed' as 'update', (error: unknown) => failures.push(error))
  // Before all others: the browser's copy, the socket and the count come after it.
  const { _observers } = tab.page.doc
  const others = _observers.get('update' as never)
  const boom = () => {
    throw new Error('listener')
  }
  _observers.set('update' as never, new Set([boom, ...(others as unknown as Set<() => void>)]) as never)
  const tokens = [tab.write(), tab.write()]
  await tab.saved()
  expect(await storedText(host.db, documentId)).toBe(tokens.join(''))
  expect(failures).toHaveLength(2)
})

test('T1 words that could not be put back are not "Saved", stay over a reload, and go when the person says so', async () => {
  const left: Block[] = [{ id: 'x', kind: 'paragraph', text: [{ text: 'Nowhere else' }] }]
  const tab = open()
  await tab.saved()
  tab.page.rescue.parted(left)
  expect(textOf(tab)).toBe('Not saved — something went wrong on this page; copy what you typed')
  tab.page.rescue.reopened({ left, isStuck: false })
  applyBlocks(tab.page.doc, [{ id: 'y', kind: 'paragraph', text: [{ text: 'Written since' }] }])
  await until('the rest to be confirmed', () => tab.page.unsent() === 0)
  expect(tab.state).toBe('not-saved')
  tab.close()
  await noted(1)
  const next = open()
  await until('them to be offered', () => next.page.rescue.state.get()?.left.length === 1)
  expect(next.page.rescue.state.get()).toMatchObject({ left, stage: 'open' })
  expect(next.state).toBe('not-saved')
  expect(settledBlocks(next.page.doc)).toHaveLength(1)
  next.page.rescue.dismiss()
  await next.saved()
  next.close()
  await until('nothing to be kept', async () => (await unsentPages(ada.id)).length === 0)
  await forgetLocalPages(ada.id)
})

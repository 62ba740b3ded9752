import { closeByForce, withBrowserDatabase } from '@test/browser-database'
import { openDB, unwrap } from 'idb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { createOwnEdits } from '../own-edits'
import { renewed } from '../write-anew'
import { connectLocal, openExistingLocal } from './database'
import { type LocalPage, openLocalPage } from './local-page'
import { openTabs } from './tabs'
import { forgetLocalPages, unsentPages } from './unsent-pages'

withBrowserDatabase()

/** What a tab has of one page: a doc, and its browser's copy. */
interface OpenPage {
  doc: Y.Doc
  local: LocalPage
}

const open: OpenPage[] = []
let people = 0
const newPerson = () => `person-${++people}`

function openPage(userId: string, documentId: string): OpenPage {
  const doc = new Y.Doc()
  const page = { doc, local: openLocalPage(userId, documentId, doc) }
  open.push(page)
  return page
}
const opened = async (userId: string, documentId: string) => {
  const page = openPage(userId, documentId)
  await page.local.loaded
  return page
}
const close = ({ doc, local }: OpenPage) => {
  local.destroy()
  doc.destroy()
}
const type = ({ doc }: OpenPage, text: string) => doc.getText('text').insert(doc.getText('text').length, text)
const textOf = ({ doc }: OpenPage) => doc.getText('text').toString()

afterEach(() => {
  vi.restoreAllMocks()
  for (const page of open.splice(0)) close(page)
})

const recordsOf = async (userId: string, documentId: string) => {
  const db = await openExistingLocal(userId)
  const keys = (await db?.getAllKeys('words'))?.filter(([id]) => id === documentId) ?? []
  db?.close()
  return keys.length
}
const databasesOf = async (userId: string) =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(userId) ? [name] : []))

test('a person’s pages stand in one database, each with its own words', async () => {
  const ada = newPerson()
  const [one, two] = [await opened(ada, 'one'), await opened(ada, 'two')]
  type(one, 'first')
  type(two, 'second')
  close(one)
  close(two)
  await expect.poll(async () => textOf(await opened(ada, 'one'))).toBe('first')
  expect(textOf(await opened(ada, 'two'))).toBe('second')
  expect(await databasesOf(ada)).toEqual([`sheaf:pages:${ada}`])
})

test('many updates are written together as one, with what another tab has added', async () => {
  const ada = newPerson()
  const [mine, other] = [await opened(ada, 'page'), await opened(ada, 'page')]
  // What is typed until something is kept is one update in the copy.
  for (let i = 0; i < 501; i++) {
    type(mine, 'm')
    mine.local.keep([])
    if (i % 100 !== 0) continue
    type(other, 'o')
    other.local.keep([])
  }
  await expect.poll(() => recordsOf(ada, 'page')).toBeGreaterThan(500)
  await expect.poll(() => recordsOf(ada, 'page'), { timeout: 5000 }).toBe(1)
  const again = await opened(ada, 'page')
  expect([...textOf(again)].sort().join('')).toBe('m'.repeat(501) + 'o'.repeat(6))
})

test('R58 what others wrote is known as theirs before it is in the page, also when the copy is written together', async () => {
  const ada = newPerson()
  const [mine, other] = [await opened(ada, 'page'), await opened(ada, 'page')]
  const theirs = new Y.Doc()
  theirs.getText('text').insert(0, 'theirs')
  // What other tabs say comes late.
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined)
  other.local.hold('grace:1-1', Uint8Array.of(1))
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(theirs), 'a peer')
  const known: boolean[] = []
  mine.doc.on('update', () => {
    if (textOf(mine).includes('theirs')) known.push(mine.local.parcels().has('grace:1-1'))
  })
  for (let i = 0; i < 501; i++) {
    type(mine, 'm')
    mine.local.keep([])
  }
  await expect.poll(() => recordsOf(ada, 'page')).toBeGreaterThan(500)
  await expect.poll(() => recordsOf(ada, 'page'), { timeout: 5000 }).toBe(1)
  expect(textOf(mine)).toContain('theirs')
  expect(new Set(known)).toEqual(new Set([true]))
})

test('T7 what a tab wrote is not taken for saved when as many edits from before were', async () => {
  const ada = newPerson()
  const [mine, other] = [await opened(ada, 'page'), await opened(ada, 'page')]
  const note = async (text: string) => {
    type(other, text)
    other.local.remember(1, false)
    await expect.poll(() => unsentPages(ada)).toMatchObject([{ documentId: 'page', unsent: 1 }])
    await expect.poll(() => textOf(mine)).toContain(text)
  }
  await note('first')
  const first = mine.local.left()
  expect([...first.values()]).toEqual([1])
  other.local.remember(0, false)
  await expect.poll(() => unsentPages(ada)).toEqual([])
  await note('second')
  // The answer to a question that was asked before.
  mine.local.confirmed(first)
  mine.local.keep([])
  expect([...mine.local.left().values()]).toEqual([1])
  close(other)
  const later = await opened(ada, 'page')
  expect(later.local.inherited()).toBe(1)
  later.local.confirmed(later.local.left())
  await expect.poll(() => unsentPages(ada)).toEqual([])
})

test('T7 words that another tab wrote down a moment before the copy is written anew are in it', async () => {
  const ada = newPerson()
  const [mine, other] = [await opened(ada, 'page'), await opened(ada, 'page')]
  type(mine, 'm')
  mine.local.keep([])
  await expect.poll(() => recordsOf(ada, 'page')).toBe(1)
  // What other tabs say comes late.
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined)
  type(other, 'o')
  other.local.remember(1, false)
  close(other)
  const { written } = await mine.local.replace(() => ({ state: Y.encodeStateAsUpdate(mine.doc) }))
  await written
  close(mine)
  expect([...textOf(await opened(ada, 'page'))].sort().join('')).toBe('mo')
})

/** Has the words of these client ids renamed: the server has refused them. */
const renew = ({ doc, local }: OpenPage, ...foreign: number[]) =>
  renewed(
    {
      documentId: 'page',
      userId: 'ada',
      doc,
      local,
      mine: createOwnEdits(),
      writingId: doc.clientID,
      confirmedClock: 0,
      served: new Map(),
      foreign,
      url: '',
      isOther: () => false,
      exchange: () => 0,
      isGone: () => false,
      gone: new Promise(() => undefined),
    },
    { from: new Map(), deleted: new Map(), names: new Set() },
  )

describe('S4 T7 what stands on text of which suggestions were made is not written anew as text', () => {
  /** Two tabs hold the same text, of which the first has made suggestions: the other one has not heard of that. */
  const halfSuggested = async () => {
    const ada = newPerson()
    const [mine, other] = [await opened(ada, 'page'), await opened(ada, 'page')]
    type(mine, 'text')
    mine.local.remember(1, false)
    await expect.poll(() => textOf(other)).toBe('text')
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined)
    const suggested = new Y.Doc()
    suggested.getText('suggestions').insert(0, 'text')
    const { written } = await mine.local.replace(() => ({
      state: Y.encodeStateAsUpdate(suggested),
      replayed: Y.encodeStateAsUpdate(mine.doc),
    }))
    await written
    return { ada, mine, other }
  }

  test('by a tab that holds it', async () => {
    const { ada, mine, other } = await halfSuggested()
    expect(await renew(other, mine.doc.clientID)).toBeNull()
    expect(other.local.replayed()).not.toBeNull()
    expect(textOf(await opened(ada, 'page'))).toBe('')
  })

  test('by one that finds it in the copy', async () => {
    const { ada, other } = await halfSuggested()
    const next = await opened(ada, 'page')
    type(next, 'next')
    type(other, ' and more')
    other.local.remember(1, false)
    close(other)
    expect(await renew(next, next.doc.clientID)).toBeNull()
    expect(next.local.hasOlder()).toBe(true)
    const later = await opened(ada, 'page')
    expect(later.local.hasOlder()).toBe(true)
  })
})

test('a page is written anew also where the browser’s database fails', async () => {
  const ada = newPerson()
  const page = await opened(ada, 'page')
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const { made, written } = await page.local.replace(() => ({ state: Y.encodeStateAsUpdate(page.doc) }))
  expect(made).not.toBeNull()
  await written
  const failing = page.local.replace(() => {
    throw new Error('Cannot be made')
  })
  await expect(failing).rejects.toThrow('Cannot be made')
})

test('a page is written anew also where the browser’s database does not answer', {
  timeout: 15_000,
}, async () => {
  const ada = newPerson()
  const page = await opened(ada, 'page')
  type(page, 'text')
  page.local.remember(1, false)
  await expect.poll(() => recordsOf(ada, 'page')).toBe(1)
  const db = await openExistingLocal(ada)
  const endless = db?.transaction(['words', 'notes'], 'readwrite')
  const begun = endless?.objectStore('notes')
  let isOver = false
  const goOn = async () => {
    while (!isOver) await begun?.count()
  }
  void goOn()
  try {
    const state = await renew(page, page.doc.clientID)
    const anew = new Y.Doc()
    Y.applyUpdate(anew, state as Uint8Array)
    expect(anew.getText('text').toString()).toBe('text')
  } finally {
    isOver = true
    db?.close()
  }
})

test('what is kept of comments is counted beside the edits, and stays when the page’s own copy goes', async () => {
  const ada = newPerson()
  const page = await opened(ada, 'page')
  type(page, 'words')
  page.local.remember(1, false)
  await expect.poll(() => recordsOf(ada, 'page')).toBeGreaterThan(0)
  const connection = connectLocal(ada, () => undefined)
  const db = await connection.opened
  await db.put('notes', 'A comment' as never, ['page', 'comment:a'])
  await db.put('notes', 'Half of one' as never, ['page', 'comment-draft:discussion'])
  connection.release()
  const unsent = () => unsentPages(ada)
  await expect.poll(unsent).toEqual([{ documentId: 'page', unsent: 1, outgoing: 1, comments: 2 }])
  page.local.discard()
  await expect.poll(unsent).toEqual([{ documentId: 'page', unsent: 0, outgoing: 1, comments: 2 }])
  expect(await recordsOf(ada, 'page')).toBe(0)
})

test('a copy that the browser has cleared away is written again, whole', async () => {
  const ada = newPerson()
  const page = await opened(ada, 'page')
  type(page, 'before ')
  page.local.remember(1, false)
  await expect.poll(() => recordsOf(ada, 'page')).toBeGreaterThan(0)
  const connection = connectLocal(ada, () => undefined)
  const db = await connection.opened
  await Promise.all([db.clear('words'), db.clear('notes')])
  closeByForce(unwrap(db))
  connection.release()
  expect(page.local.isSafe()).toBe(false)
  type(page, 'and after')
  page.local.remember(2, false)
  await expect.poll(() => page.local.isSafe(), { timeout: 10_000 }).toBe(true)
  expect(await unsentPages(ada)).toMatchObject([{ documentId: 'page', unsent: 2 }])
  expect(textOf(await opened(ada, 'page'))).toBe('before and after')
})

test('once a person’s pages are forgotten, a tab that still has one open keeps nothing and says so', async () => {
  const ada = newPerson()
  const page = await opened(ada, 'page')
  type(page, 'mine')
  page.local.remember(1, false)
  await expect.poll(async () => (await unsentPages(ada)).length).toBe(1)
  await forgetLocalPages(ada)
  expect(await databasesOf(ada)).toEqual([])
  type(page, ' and more')
  page.local.remember(2, false)
  expect(page.local.isSafe()).toBe(false)
  page.local.keep([])
  expect(await databasesOf(ada)).toEqual([])
  expect(await unsentPages(ada)).toMatchObject([{ documentId: 'page', unsent: 2 }])
})

describe('copies from before, a database a page', () => {
  /** A page as y-indexeddb kept it, and what a tab had noted beside it. */
  const makeOlder = async (
    userId: string,
    documentId: string,
    text: string,
    notes: Record<string, unknown> = {},
  ) => {
    const db = await openDB(`sheaf:page:${userId}:${documentId}`, 1, {
      upgrade(made) {
        made.createObjectStore('updates', { autoIncrement: true })
        made.createObjectStore('custom')
      },
    })
    const doc = new Y.Doc()
    for (const part of text.split(' ')) {
      const before = Y.encodeStateVector(doc)
      doc.getText('text').insert(doc.getText('text').length, part)
      await db.add('updates', Y.encodeStateAsUpdate(doc, before))
    }
    for (const [key, value] of Object.entries(notes)) await db.put('custom', value, key)
    db.close()
  }

  test('unsent words are counted before any page is opened, stand in the page, and go when they are confirmed', async () => {
    const ada = newPerson()
    await makeOlder(ada, 'page', 'never sent', { 'unsent:older-tab': 3 })
    await makeOlder(ada, 'other', 'sent long ago')
    expect(await unsentPages(ada)).toMatchObject([{ documentId: 'page', unsent: 3 }])
    await expect.poll(() => databasesOf(ada)).toEqual([`sheaf:pages:${ada}`])
    const page = await opened(ada, 'page')
    expect(textOf(page)).toBe('neversent')
    expect(page.local.inherited()).toBe(3)
    page.local.confirmed(page.local.left())
    await expect.poll(() => unsentPages(ada)).toEqual([])
    expect(textOf(await opened(ada, 'other'))).toBe('sentlongago')
  })

  test('opening a page brings its words, and those that could not be put into it', async () => {
    const ada = newPerson()
    const kept = [{ id: 'a', kind: 'paragraph', text: [{ text: 'kept' }] }]
    await makeOlder(ada, 'page', 'on the train', { 'kept-words': kept })
    const page = await opened(ada, 'page')
    expect(textOf(page)).toBe('onthetrain')
    expect(page.local.kept()).toEqual(kept)
  })

  test('a tab that was opened before the change keeps its copy until it is closed', async () => {
    const ada = newPerson()
    const name = `sheaf:page:${ada}:page`
    await makeOlder(ada, 'page', 'open elsewhere', { 'unsent:older-tab': 1 })
    await makeOlder(ada, 'closed', 'open here alone')
    const olderTab = openTabs(name, (word) => {
      if (word === 'who') olderTab.tell('here')
    })
    expect(textOf(await opened(ada, 'page'))).toBe('openelsewhere')
    // This one is asked about after the other.
    expect(textOf(await opened(ada, 'closed'))).toBe('openherealone')
    await expect.poll(() => databasesOf(ada)).not.toContain(`sheaf:page:${ada}:closed`)
    expect(await databasesOf(ada)).toContain(name)
    olderTab.close()
  })

  test('signing out deletes them as well', async () => {
    const ada = newPerson()
    await makeOlder(ada, 'page', 'words')
    await forgetLocalPages(ada)
    expect(await databasesOf(ada)).toEqual([])
  })
})

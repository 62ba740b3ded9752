import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { withBrowserDatabase } from '@test/browser-database'
import { lostOrDoubled, storedText, Tab, temporaryFolder, tokensIn, until } from '@test/collab'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { Network } from '@test/collab-network'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { applyBlocks, settledBlocks, titleText } from '@/document'
import { LIMITS } from '@/shared/limits'
import { type LivePage, openLivePage } from './live-page'
import { openExistingLocal } from './local/database'
import { forgetLocalPages, unsentPages } from './local/unsent-pages'
import { saveStateText } from './save-state'
import { kindOf } from './split-update'

withBrowserDatabase()

const folder = temporaryFolder()
let host: CollabHost
let network: Network
let ada: HostPerson
let documentId: string
let tabs: Tab[] = []

const open = (person = ada) => {
  const tab = new Tab(network.url, person, documentId)
  tabs.push(tab)
  return tab
}
const goOffline = async (...gone: Tab[]) => {
  await network.close()
  await Promise.all(gone.map((tab) => until('the tab to be offline', () => tab.state === 'offline')))
}
/** The network comes back under the address that the tabs know. */
const goOnline = async () => {
  network = await Network.to(host.url, Number(new URL(network.url).port))
}
const textOf = (tab: Tab) => saveStateText(tab.page.saveState.get())

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

test('the save state goes from Saving… to Saved, and counts what is unsent while offline', async () => {
  const tab = open()
  await tab.saved()
  expect(textOf(tab)).toBe('Saved')
  tab.write()
  expect(textOf(tab)).toBe('Saving…')
  await tab.saved()
  await goOffline(tab)
  for (let i = 0; i < 3; i++) tab.write()
  expect(textOf(tab)).toBe('Offline — 3 unsent')
  await goOnline()
  await tab.saved()
  expect(lostOrDoubled(tab.written, await storedText(host.db, documentId))).toEqual({ lost: [], doubled: [] })
})

test('edits made while the connection comes back are counted until each of them is on the disk', async () => {
  const tab = open()
  await tab.saved()
  for (let round = 0; round < 5; round++) {
    await goOffline(tab)
    for (let i = 0; i < 20; i++) tab.write()
    await goOnline()
    const tooEarly: string[] = []
    const watching = tab.page.saveState.subscribe(() => {
      if (tab.state === 'saved') tooEarly.push('saved')
    })
    await until('the connection', () => tab.state !== 'offline')
    for (let i = 0; i < 20; i++) tab.write()
    await tab.saved()
    watching()
    const { lost } = lostOrDoubled(tab.acked, await storedText(host.db, documentId))
    expect(lost).toEqual([])
  }
})

test('what is typed while the page is asked for again does not come before what it builds on', async () => {
  /** Of each message: a page is asked for, all that the server lacks is brought, or an edit. */
  let said: ReturnType<typeof kindOf>[] = []
  let atOpen = () => undefined as unknown
  class Watched extends WebSocket {
    constructor(address: string) {
      super(address, {
        headers: { cookie: ada.cookie, origin: new URL(network.url).origin.replace(/^ws/, 'http') },
      })
      this.on('error', () => undefined)
      this.once('open', () => atOpen())
    }
    override send(data: Parameters<WebSocket['send']>[0], ...rest: never[]) {
      said.push(kindOf(data as Uint8Array))
      super.send(data, ...rest)
    }
  }
  const page = openLivePage({
    documentId,
    url: network.url,
    user: { id: ada.id, name: ada.name, color: '#000000' },
    WebSocket: Watched,
  })
  const { saveState, doc } = page
  await until('the page to be saved', () => saveState.get().kind === 'saved')
  await goOffline()
  await until('the page to be offline', () => saveState.get().kind === 'offline')
  titleText(doc).insert(0, 'offline ')
  atOpen = () => titleText(doc).insert(0, 'again ')
  said = []
  await goOnline()
  await until('the page to be saved', () => saveState.get().kind === 'saved')
  expect(said.filter((kind) => kind !== null).slice(0, 2)).toEqual(['asks', 'answers'])
  expect(await storedText(host.db, documentId)).toMatch(/^(again )+offline $/)
  page.destroy()
})

test('what is typed in a moment goes to the server together, and to the others', async () => {
  const [one, two] = [open(), open()]
  await Promise.all([one.saved(), two.saved()])
  const rows = async () =>
    (await host.db.selectFrom('document_update').select('id').where('document_id', '=', documentId).execute())
      .length
  const before = await rows()
  for (let i = 0; i < 5; i++) one.write()
  expect(one.state).toBe('saving')
  await one.saved()
  expect(await rows()).toBe(before + 1)
  await until('the other to have it', () => two.text === one.text)
  expect(lostOrDoubled(one.written, two.text)).toEqual({ lost: [], doubled: [] })
})

test('what was typed just before a tab is closed is sent', async () => {
  const [one, two] = [open(), open()]
  await Promise.all([one.saved(), two.saved()])
  one.write()
  await one.saved()
  // This one has to wait for its turn.
  one.write()
  one.close()
  await until('the other to have it', () => tokensIn(two.text).length === 2)
})

describe('the browser’s own copy', () => {
  test('what was typed offline survives closing the tab, is counted, and arrives later', async () => {
    const first = open()
    await first.saved()
    await goOffline(first)
    const tokens = [first.write(), first.write()]
    await until('the browser to have it', async () => (await unsentPages(ada.id))[0]?.unsent === 2)
    first.close()
    expect(await unsentPages(ada.id)).toMatchObject([{ documentId, unsent: 2 }])

    const second = open()
    await until('the copy', () => second.text === tokens.join(''))
    await until('offline', () => second.state === 'offline')
    // How many earlier tabs left is read after what they wrote.
    await expect.poll(() => textOf(second)).toBe('Offline — 2 unsent')
    expect(second.page.ready.get()).toBe(true)
    await goOnline()
    await second.saved()
    expect(await storedText(host.db, documentId)).toBe(tokens.join(''))
    await until('nothing to be unsent', async () => (await unsentPages(ada.id)).length === 0)
  })

  test('what is typed before the browser’s database is open is kept and counted', async () => {
    await network.close()
    const first = open()
    const tokens = [first.write(), first.write()]
    await until('the browser to have it', async () => (await unsentPages(ada.id))[0]?.unsent === 2)
    await until('offline', () => first.state === 'offline')
    expect(textOf(first)).toBe('Offline — 2 unsent')
    first.close()
    const second = open()
    tokens.push(second.write())
    // Gone before its database could be opened.
    second.close()
    await until('the browser to have that too', async () => (await unsentPages(ada.id))[0]?.unsent === 3)
    await goOnline()
    const third = open()
    await third.saved()
    expect(lostOrDoubled(tokens, await storedText(host.db, documentId))).toEqual({ lost: [], doubled: [] })
    await until('nothing to be unsent', async () => (await unsentPages(ada.id)).length === 0)
  })

  test('what is typed while the page opens is not counted as left behind by another tab', async () => {
    const tab = open()
    tab.write()
    await tab.saved()
    await until('nothing to be unsent', async () => (await unsentPages(ada.id)).length === 0)
    await goOffline(tab)
    expect(textOf(tab)).toBe('Offline — 0 unsent')
  })

  test('two tabs of one browser that were offline both end up right', async () => {
    const one = open()
    const two = open()
    await Promise.all([one.saved(), two.saved()])
    await goOffline(one, two)
    const tokens = [one.write(), two.write(), one.write(), two.write()]
    await goOnline()
    await Promise.all([one.saved(), two.saved()])
    await until('both to agree', () => one.text === two.text && tokensIn(one.text).length === 4)
    expect(lostOrDoubled(tokens, one.text)).toEqual({ lost: [], doubled: [] })
    expect(await storedText(host.db, documentId)).toBe(one.text)
    await until('nothing to be unsent', async () => (await unsentPages(ada.id)).length === 0)
  })

  test('R9 two tabs that open a new page offline and write a first block bring in one each', async () => {
    await network.close()
    const one = open()
    const two = open()
    await Promise.all([one, two].map((tab) => until('offline', () => tab.state === 'offline')))
    expect(settledBlocks(one.page.doc)).toEqual([])
    applyBlocks(one.page.doc, [{ id: 'a', kind: 'paragraph', text: [{ text: 'one' }] }])
    applyBlocks(two.page.doc, [{ id: 'b', kind: 'paragraph', text: [{ text: 'two' }] }])
    await goOnline()
    await Promise.all([one.saved(), two.saved()])
    await until(
      'both to agree',
      () => settledBlocks(one.page.doc).length === 2 && settledBlocks(two.page.doc).length === 2,
    )
    expect(settledBlocks(one.page.doc)).toEqual(settledBlocks(two.page.doc))
  })

  test('a browser’s database that fails keeps nothing from being sent, and the state stays true', async () => {
    const tab = open()
    const first = tab.write()
    await tab.saved()
    const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    })
    try {
      const second = tab.write()
      expect(tab.state).toBe('saving')
      await tab.saved()
      expect(await storedText(host.db, documentId)).toBe(first + second)
    } finally {
      failing.mockRestore()
    }
  })

  test('a copy that cannot be read keeps the page from nothing', async () => {
    const failing = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(() => {
      throw new DOMException('Broken', 'UnknownError')
    })
    try {
      const tab = open()
      const token = tab.write()
      await tab.saved()
      expect(await storedText(host.db, documentId)).toBe(token)
    } finally {
      failing.mockRestore()
    }
  })

  test('a copy that was deleted meanwhile is not made again by asking for it', async () => {
    const tab = open()
    await tab.saved()
    await goOffline(tab)
    tab.write()
    await until('the browser to have it', async () => (await unsentPages(ada.id)).length === 1)
    tab.close()
    const names = await indexedDB.databases()
    await forgetLocalPages(ada.id)
    const listing = vi.spyOn(indexedDB, 'databases').mockResolvedValue(names)
    try {
      expect(await unsentPages(ada.id)).toEqual([])
    } finally {
      listing.mockRestore()
    }
    expect((await indexedDB.databases()).filter(({ name }) => name?.includes(ada.id))).toEqual([])
  })

  test('one person’s copies are not another’s, and can be forgotten', async () => {
    const tab = open()
    const token = tab.write()
    await tab.saved()
    const bob = await host.addPerson('Bob')
    await network.close()
    const bobs = open(bob)
    await until('offline', () => bobs.state === 'offline')
    expect(bobs.text).toBe('')
    for (const one of tabs.splice(0)) one.close()
    await forgetLocalPages(ada.id)
    const again = open()
    await until('offline', () => again.state === 'offline')
    expect(again.text).not.toContain(token)
  })
})

describe('when the server says no', () => {
  test('a page that is not theirs says so and stays empty', async () => {
    host.roles.set(`${ada.id} ${documentId}`, null)
    const tab = open()
    await until('the answer', () => tab.page.access.get() === 'none')
    expect(tab.page.ready.get()).toBe(true)
  })

  test('a page that is not theirs any more leaves their browser too', async () => {
    const copies = async () => {
      const db = await openExistingLocal(ada.id)
      const records = await Promise.all([db?.getAllKeys('words'), db?.getAllKeys('notes')])
      db?.close()
      return records.flat().filter((key) => key?.[0] === documentId).length
    }
    const tab = open()
    tab.write()
    await until('the copy', async () => (await copies()) > 0)
    await tab.saved()
    host.roles.set(`${ada.id} ${documentId}`, null)
    host.collab.live.recheckPages([documentId])
    await until('the answer', () => tab.page.access.get() === 'none')
    await until('the copy to be gone', async () => (await copies()) === 0)
  })

  test('what was typed offline on a page that became read-only is not called saved', async () => {
    const tab = open()
    await tab.saved()
    await goOffline(tab)
    tab.write()
    host.roles.set(`${ada.id} ${documentId}`, 'viewer')
    host.collab.live.recheckPages([documentId])
    await goOnline()
    await until('the refusal', () => tab.state === 'not-saved')
    expect(textOf(tab)).toContain('this page can only be read now')
    expect(tab.page.access.get()).toBe('read')
    host.roles.delete(`${ada.id} ${documentId}`)
    host.collab.live.recheckPages([documentId])
    await tab.saved()
    expect(await storedText(host.db, documentId)).toBe(tab.text)
  })

  test('an edit larger than a frame is not called saved, and the words say why', async () => {
    const tab = open()
    await tab.saved()
    tab.page.doc.getText('title').insert(0, 'x'.repeat(LIMITS.frame + 1))
    await until('the refusal', () => tab.state === 'not-saved')
    expect(textOf(tab)).toContain('too large')
  })

  describe('pages that share the socket of a tab', () => {
    const opened: LivePage[] = []
    let sockets = 0
    /** `takes` is the largest frame that the way to the server lets through. */
    const pagesOn = (ids: string[], takes = Number.POSITIVE_INFINITY) => {
      const { cookie, id, name } = ada
      class CountedSocket extends WebSocket {
        constructor(url: string) {
          super(url, { headers: { cookie } })
          sockets++
          this.on('error', () => undefined)
        }
        override send(data: Parameters<WebSocket['send']>[0]) {
          if ((data as Uint8Array).byteLength > takes) this.close(1009)
          else super.send(data)
        }
      }
      sockets = 0
      const pages = ids.map((page) =>
        openLivePage({
          documentId: page,
          url: network.url,
          user: { id, name, color: '#112233' },
          WebSocket: CountedSocket,
        }),
      )
      opened.push(...pages)
      return pages as [LivePage, LivePage]
    }
    const is = (page: LivePage, kind: string, timeoutMs?: number) =>
      until(`${page.documentId} to be ${kind}`, () => page.saveState.get().kind === kind, timeoutMs)
    const write = (page: LivePage, text: string) => page.doc.getText('title').insert(0, text)
    afterEach(() => {
      for (const page of opened.splice(0)) page.destroy()
    })

    test('an edit that is too large ends its own page only; the other goes on over the same socket', async () => {
      const other = await host.addPage()
      const [large, small] = pagesOn([documentId, other])
      await is(large, 'saved')
      await is(small, 'saved')
      write(large, 'x'.repeat(LIMITS.frame + 1))
      await is(large, 'not-saved')
      write(large, 'y')
      write(small, 'words')
      await is(small, 'saved')
      expect(await storedText(host.db, other)).toBe('words')
      expect(large.saveState.get()).toEqual({ kind: 'not-saved', reason: 'too-large' })
      expect(await storedText(host.db, documentId)).toBe('')
      expect(sockets).toBe(1)
    })

    test('something on the way takes less: after one 1009 the other goes on, the large one says so', async () => {
      const other = await host.addPage()
      const [large, small] = pagesOn([documentId, other], 100_000)
      await is(large, 'saved')
      await is(small, 'saved')
      write(large, 'x'.repeat(200_000))
      await is(large, 'not-saved')
      write(small, 'words')
      await is(small, 'saved')
      expect(await storedText(host.db, other)).toBe('words')
      expect(large.saveState.get()).toEqual({ kind: 'not-saved', reason: 'too-large' })
      expect(sockets).toBe(2)
    })

    test('much that was written offline arrives in pieces, and the page goes on', async () => {
      const other = await host.addPage()
      const [large, small] = pagesOn([documentId, other])
      await is(large, 'saved')
      await is(small, 'saved')
      await network.close()
      await is(large, 'offline')
      const part = 'z'.repeat(LIMITS.frame / 4)
      for (let i = 0; i < 6; i++) write(large, `‹${i}›${part}`)
      applyBlocks(large.doc, [{ id: 'a', kind: 'paragraph', text: [{ text: 'after it' }] }])
      await goOnline()
      await is(large, 'saved', 60_000)
      expect(tokensIn(await storedText(host.db, documentId))).toHaveLength(6)
      write(large, '‹last›')
      await is(large, 'saved')
      expect(tokensIn(await storedText(host.db, documentId))[0]).toBe('‹last›')
      await is(small, 'saved')
    }, 90_000)
  })

  test('a session that ended during a sleep: the words say what to do, and what was typed is kept', async () => {
    const tab = open()
    await tab.saved()
    await goOffline(tab)
    const token = tab.write()
    await host.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()
    await goOnline()
    await until('signed out', () => tab.page.access.get() === 'signed-out')
    expect(tab.page.saveState.get()).toEqual({ kind: 'signed-out', unsent: 1 })
    expect(textOf(tab)).toBe('Not saved — sign in again to save')
    await expect.poll(() => unsentPages(ada.id)).toMatchObject([{ documentId, unsent: 1 }])
    tab.close()
    const again = open({ ...ada, cookie: (await host.signIn(ada)).cookie })
    await again.saved()
    expect(await storedText(host.db, documentId)).toBe(token)
  })

  test('signed out: the socket stays closed and the words say what to do', async () => {
    const tab = open()
    await tab.saved()
    await host.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()
    host.collab.live.recheckUser(ada.id)
    await until('signed out', () => tab.page.access.get() === 'signed-out')
    expect(textOf(tab)).toBe('Signed out — sign in again to write')
    tab.write()
    expect(textOf(tab)).toBe('Not saved — sign in again to save')
  })
})

test('anybody who is turned away asks less and less often, by one connection at a time, and stays once let in', async () => {
  let isOpen = false
  let standing = 0
  let most = 0
  const asked: number[] = []
  const door = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(door, 'listening')
  door.on('connection', (socket) => {
    asked.push(performance.now())
    standing++
    most = Math.max(most, standing)
    socket.on('close', () => standing--)
    if (isOpen) relay(socket, host.url, ada)
    else socket.close(4429, 'Too many messages')
  })
  try {
    const tab = new Tab(`ws://127.0.0.1:${(door.address() as AddressInfo).port}`, ada, documentId)
    tabs.push(tab)
    await until('it to have asked four times', () => asked.length === 4, 20_000)
    expect(tab.state).toBe('offline')
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] as number))
    expect(pauses.every((ms, index) => ms > 250 * 2 ** index)).toBe(true)
    isOpen = true
    tab.write()
    await tab.saved(20_000)
    expect(asked).toHaveLength(5)
    expect(most).toBe(1)
  } finally {
    for (const socket of door.clients) socket.terminate()
    door.close()
  }
}, 60_000)

/** Passes on what each side says. */
function relay(near: WebSocket, url: string, { cookie }: HostPerson): void {
  const far = new WebSocket(url, { headers: { cookie, origin: new URL(url).origin.replace(/^ws/, 'http') } })
  const early: Buffer[] = []
  near.on('message', (data: Buffer) => (far.readyState === far.OPEN ? far.send(data) : early.push(data)))
  far.on('open', () => {
    for (const data of early) far.send(data)
  })
  far.on('message', (data) => near.send(data as Buffer))
  far.on('close', () => near.terminate())
  near.on('close', () => far.terminate())
}

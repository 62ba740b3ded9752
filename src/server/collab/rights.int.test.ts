import { RawSocket, storedDoc, storedText, storedWords, Tab, temporaryFolder, until } from '@test/collab'
import { awarenessFrame, statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { startTestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { applyBlocks, setTitle, titleText } from '@/document'
import type { PageAccess } from '@/editor/live/situation'
import { AppError } from '@/shared/errors'

/** R15's second, and what a busy machine may need besides to notice that it is over. */
const A_SECOND_MS = 1000

const folder = temporaryFolder()
let host: CollabHost
let ada: HostPerson
let bob: HostPerson
let documentId: string
const opened: (Tab | RawSocket)[] = []

const open = (person: HostPerson) => {
  const tab = new Tab(host.url, person, documentId)
  opened.push(tab)
  return tab
}
const raw = async (person: HostPerson) => {
  const socket = await RawSocket.open(host.url, person.cookie)
  opened.push(socket)
  await socket.openPage(documentId)
  return socket
}
/** An edit of the page by somebody who holds `doc`, as an update that nobody has yet. */
function updateBy(doc: Y.Doc, act: (copy: Y.Doc) => void): Uint8Array {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  const known = Y.encodeStateVector(copy)
  copy.transact(() => act(copy))
  const update = Y.encodeStateAsUpdate(copy, known)
  copy.destroy()
  return update
}

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
})
beforeEach(async () => {
  ada = await host.addPerson('Ada')
  bob = await host.addPerson('Bob')
  documentId = await host.addPage()
})
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})
afterAll(async () => {
  await host.close()
  folder.remove()
})

describe('R15 while connected', () => {
  const setRole = (role: 'viewer' | 'commenter' | null) => () => {
    host.roles.set(`${bob.id} ${documentId}`, role)
    host.collab.live.recheckPages([documentId])
  }
  const setPage = (values: { archived_at: string } | { lock_page: number }) => async () => {
    await host.db.updateTable('document').set(values).where('id', '=', documentId).execute()
    host.collab.live.recheckPages([documentId])
  }
  const cases: [string, PageAccess, () => Promise<void> | void][] = [
    ['demoted to viewer', 'read', setRole('viewer')],
    ['unshared', 'none', setRole(null)],
    ['trashed', 'read', setPage({ archived_at: new Date().toISOString() })],
    ['locked', 'read', setPage({ lock_page: 1 })],
    [
      'suspended: every role is gone',
      'none',
      () => {
        host.roles.set(`${bob.id} ${documentId}`, null)
        host.collab.live.recheckUser(bob.id)
      },
    ],
    [
      'signed out everywhere',
      'signed-out',
      async () => {
        await host.db.deleteFrom('session').where('userId', '=', bob.id).execute()
        host.collab.live.recheckUser(bob.id)
      },
    ],
  ]
  test.each(cases)(
    '%s: told within a second, and the next update is refused',
    async (_what, expected, act) => {
      const tab = open(bob)
      tab.write()
      await tab.saved()
      const before = tab.text
      const socket = await raw(bob)
      const forged = updateBy(tab.page.doc, (copy) => setTitle(copy, 'forged'))
      const started = performance.now()
      await act()
      // At once, on a socket that was allowed to write a moment ago.
      socket.send(syncFrame(documentId, 2, forged))
      await until('the tab to be told', () => tab.page.access.get() === expected)
      expect(performance.now() - started).toBeLessThan(A_SECOND_MS)
      const token = tab.write()
      await until('the words to say so', () => tab.state !== 'saving' && tab.state !== 'saved')
      expect(tab.acked.has(token)).toBe(false)
      socket.send(syncFrame(documentId, 2, forged))
      const other = await host.addPage()
      const elsewhere = new Tab(host.url, ada, other)
      opened.push(elsewhere)
      elsewhere.write()
      await elsewhere.saved()
      expect(await storedText(host.db, documentId)).toBe(before)
    },
  )

  test('what a person may do is told when the page opens, and when it changes while it is open', async () => {
    const tab = open(bob)
    await until('the level', () => tab.page.facts.get() !== null)
    expect(tab.page.facts.get()).toEqual({ level: 'manage', archived: false, locked: false })
    let closed = 0
    tab.page.access.subscribe(() => closed++)
    // They may write as before, so the page stays open.
    host.roles.set(`${bob.id} ${documentId}`, 'editor')
    host.collab.live.recheckUser(bob.id)
    await until('the new level', () => tab.page.facts.get()?.level === 'edit')
    expect(closed).toBe(0)
    host.roles.set(`${bob.id} ${documentId}`, 'commenter')
    host.collab.live.recheckPages([documentId])
    await until('the lower level', () => tab.page.facts.get()?.level === 'comment')
    await setPage({ lock_page: 1 })()
    await until('the lock', () => tab.page.facts.get()?.locked === true)
    const socket = await raw(ada)
    const toldTo = () => socket.frames.filter((frame) => Buffer.from(frame).includes('"access"')).length
    await until('the first word', () => toldTo() === 1)
    // Nothing is different for her: she is told nothing.
    host.collab.live.recheckPages([documentId])
    host.collab.live.tellChanged([documentId])
    await until('another word', () => socket.frames.some((frame) => Buffer.from(frame).includes('changed')))
    expect(toldTo()).toBe(1)
  })

  test('R45 a clock that goes back by a day does not make an old answer last, nor a calm socket a flood', async () => {
    const tab = open(bob)
    tab.write()
    await tab.saved()
    const before = tab.text
    const socket = await raw(bob)
    vi.setSystemTime(Date.now() - 86_400_000)
    try {
      socket.send(statelessFrame(documentId, '{"checkpoint":1}'))
      await until('an answer', () => socket.frames.some((frame) => Buffer.from(frame).includes('accepted')))
      host.roles.set(`${bob.id} ${documentId}`, 'viewer')
      // Nobody says that it changed: what was known is trusted for a second.
      await new Promise((resolve) => setTimeout(resolve, A_SECOND_MS + 50))
      tab.write()
      await until('the tab to be told', () => tab.state === 'not-saved')
    } finally {
      vi.useRealTimers()
    }
    expect(socket.closed).toBeNull()
    expect(await storedText(host.db, documentId)).toBe(before)
  })

  test('in the whole product: the trash, signing out, and ending the other sessions', async () => {
    const server = await startTestServer()
    const url = `${server.url.replace(/^http/, 'ws')}/collab`
    try {
      const person = await server.signUp()
      const page = await server.rpc(person.cookie).document.create.mutate({ title: 'Plan' })
      const cara = { id: person.user.id, name: 'Cara', sessionId: '', cookie: person.cookie }
      const told = async (tab: Tab, access: PageAccess, act: () => Promise<unknown>) => {
        const started = performance.now()
        await act()
        const answered = performance.now()
        await until(`the tab to be told ${access}`, () => tab.page.access.get() === access)
        // The second begins when the server knows; waiting for its answer is only slower.
        expect(performance.now() - Math.max(started, answered)).toBeLessThan(A_SECOND_MS)
      }
      const tab = new Tab(url, cara, page.id)
      opened.push(tab)
      await tab.saved()
      await told(tab, 'read', () => server.rpc(cara.cookie).document.archive.mutate({ id: page.id }))
      await told(tab, 'write', () => server.rpc(cara.cookie).document.restore.mutate({ id: page.id }))
      await told(tab, 'signed-out', () => server.post('/api/auth/signout', {}, cara.cookie))
      expect(tab.page.saveState.get()).toEqual({ kind: 'signed-out', unsent: 0 })
    } finally {
      await server.close()
    }
  })
})

describe('R16 a viewer', () => {
  test('sends updates, a whole state, awareness and stateless messages: the page is as it was, in memory and on the disk', async () => {
    const owner = open(ada)
    applyBlocks(owner.page.doc, [{ id: 'a', kind: 'paragraph', text: [{ text: 'Only to be read' }] }])
    owner.write()
    await owner.saved()
    host.roles.set(`${bob.id} ${documentId}`, 'viewer')
    const socket = await raw(bob)
    const state = () => host.collab.live.read(documentId, (doc) => Buffer.from(Y.encodeStateAsUpdate(doc)))
    const before = await state()
    const { appended } = host.collab.stats()
    const { doc } = owner.page
    const updates = [
      updateBy(doc, (copy) => setTitle(copy, 'forged')),
      updateBy(doc, (copy) => applyBlocks(copy, [])),
      updateBy(doc, (copy) => titleText(copy).delete(0, 3)),
      updateBy(doc, (copy) => copy.getMap('meta').set('layout', 99)),
    ]
    for (const update of updates) for (const step of [1, 2]) socket.send(syncFrame(documentId, step, update))
    const awareness = new Awareness(new Y.Doc())
    awareness.setLocalState({ user: {}, layout: 99 })
    socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(awareness, [awareness.clientID])))
    awareness.destroy()
    for (const text of ['{"title":"forged"}', '{"checkpoint":-1}', 'null', '[[', '{"checkpoint":"x"}']) {
      socket.send(statelessFrame(documentId, text))
    }
    socket.send(statelessFrame(documentId, '{"checkpoint":7}'))
    await until('the last to be answered', () =>
      socket.frames.some((frame) => Buffer.from(frame).toString('latin1').includes('"checkpoint":7')),
    )
    expect(await state()).toEqual(before)
    expect(host.collab.stats().appended).toBe(appended)
    expect(await storedWords(host.db, documentId)).toContain('Only to be read')
    expect(socket.closed).toBeNull()
  })
})

describe.each(['suggester', 'commenter'] as const)('R46 raw updates of a %s', (role) => {
  const PAGE = [{ id: 'a', kind: 'paragraph', text: [{ text: 'As it was written' }] }]
  const start = async () => {
    const owner = open(ada)
    applyBlocks(owner.page.doc, PAGE)
    await owner.saved()
    host.roles.set(`${bob.id} ${documentId}`, role)
    /** Sends an edit on a connection of its own and tells whether the server took it. */
    const isTaken = async (act: (copy: Y.Doc) => void) => {
      const socket = await raw(bob)
      const { appended } = host.collab.stats()
      const doc = await storedDoc(host.db, documentId)
      socket.send(syncFrame(documentId, 2, updateBy(doc, act)))
      socket.send(statelessFrame(documentId, '{"checkpoint":1}'))
      const answer = () =>
        socket.frames
          .map((frame) => Buffer.from(frame).toString('latin1'))
          .find((frame) => frame.includes('"checkpoint":1'))
      // A page that is closed answers nothing more.
      const isClosed = () =>
        socket.frames.some((frame) =>
          /not-a-suggestion|newer-layout|unavailable/.test(Buffer.from(frame).toString('latin1')),
        )
      await until('an answer', () => answer() !== undefined || isClosed())
      const accepted = answer()?.includes('"accepted":true') === true
      expect(host.collab.stats().appended - appended).toBe(accepted ? 1 : 0)
      return accepted
    }
    return { owner, isTaken }
  }
  const forgeries: [string, (copy: Y.Doc) => void][] = [
    ['a title', (copy) => setTitle(copy, 'forged')],
    [
      'words',
      (copy) => applyBlocks(copy, [{ id: 'a', kind: 'paragraph', text: [{ text: 'As it was forged' }] }]),
    ],
    [
      'a new block',
      (copy) => applyBlocks(copy, [...PAGE, { id: 'b', kind: 'paragraph', text: [{ text: 'forged' }] }]),
    ],
    ['nothing left', (copy) => applyBlocks(copy, [])],
    ['another kind', (copy) => applyBlocks(copy, [{ ...PAGE[0]!, kind: 'heading' }])],
    ['a format', (copy) => copy.getText('text').format(3, 4, { bold: {} })],
    ['words that call themselves a suggestion', (copy) => writeSuggested(copy)],
    ['a comment in the text', (copy) => copy.getText('text').format(3, 4, { 'comment:c1': { id: 'c1' } })],
    [
      'a block that calls itself a suggestion',
      (copy) => (copy.getMap('blocks').get('a') as Y.Map<unknown>).set('suggestion', { type: 'insert' }),
    ],
    ['another shared type', (copy) => copy.getMap('suggestions').set('forged', {})],
    ['the layout', (copy) => copy.getMap('meta').set('layout', 99)],
  ]
  const writeSuggested = (copy: Y.Doc) =>
    copy.getText('text').insert(5, 'forged', { 'suggestion:s1': { type: 'insert', by: bob.id } })

  test('are refused, whatever they are, and nobody sees them', async () => {
    const { owner, isTaken } = await start()
    const words = await storedWords(host.db, documentId)
    for (const [what, act] of forgeries) expect([what, await isTaken(act)]).toEqual([what, false])
    expect(await storedWords(host.db, documentId)).toBe(words)
    owner.write()
    await owner.saved()
    expect(owner.text).not.toContain('forged')
  })

  test('are taken again once they may edit', async () => {
    const { isTaken } = await start()
    const tab = open(bob)
    await until('the page', () => tab.page.access.get() === (role === 'suggester' ? 'write' : 'read'))
    expect(await isTaken((copy) => setTitle(copy, 'too early'))).toBe(false)
    host.roles.set(`${bob.id} ${documentId}`, 'editor')
    host.collab.live.recheckPages([documentId])
    await until('the right to write', () => tab.page.access.get() === 'write')
    tab.write()
    await tab.saved()
  })
})

describe('suggestions of an editor', () => {
  /** Sends an edit of `person` on a connection of its own and tells whether it was taken. */
  const isTaken = async (person: HostPerson, act: (parts: Y.Map<unknown>, copy: Y.Doc) => void) => {
    const socket = await raw(person)
    const { appended } = host.collab.stats()
    const doc = await storedDoc(host.db, documentId)
    socket.send(
      syncFrame(
        documentId,
        2,
        updateBy(doc, (copy) => act(copy.getMap('suggestions'), copy)),
      ),
    )
    socket.send(statelessFrame(documentId, '{"checkpoint":1}'))
    const answers = () => socket.frames.map((frame) => Buffer.from(frame).toString('latin1'))
    const isAnswered = () => answers().some((text) => /"checkpoint":1,|unavailable/.test(text))
    await until('an answer', () => isAnswered() || socket.closed !== null)
    return host.collab.stats().appended > appended
  }
  const head = { at: 1 }

  test('R59 are begun in their own name, and nobody signs as somebody else or moves a comment', async () => {
    expect(await isTaken(ada, (parts) => parts.set(`${ada.id} one`, head))).toBe(true)
    // A part of it was decided about, which writes what is left under a new key.
    expect(await isTaken(bob, (parts) => parts.set(`${ada.id} one - 7 3`, 2))).toBe(true)
    const forgeries: ((parts: Y.Map<unknown>, own: string) => void)[] = [
      (parts) => parts.set(`${ada.id} two`, head),
      (parts) => parts.set(`${ada.id} two + 7 3`, 2),
      (parts) => parts.set('model:kind two', head),
      (parts) => parts.set('@ discussion 7 3', 2),
      // Among what is allowed.
      (parts, own) => {
        parts.set(`${own} own`, head)
        parts.set(`${ada.id} one - 9 3`, 2)
        parts.set(`${ada.id} three / a level`, { to: 2, was: 1 })
      },
    ]
    for (const [at, forge] of forgeries.entries()) {
      // Who does that is not listened to for a while.
      const carl = await host.addPerson('Carl')
      expect([at, await isTaken(carl, (parts) => forge(parts, carl.id))]).toEqual([at, false])
    }
    const parts = (await storedDoc(host.db, documentId)).getMap('suggestions')
    expect([...parts.keys()].sort()).toEqual([`${ada.id} one`, `${ada.id} one - 7 3`])
  })

  test('R59 one that was withdrawn may be brought back by an editor who undoes that', async () => {
    expect(await isTaken(ada, (parts) => parts.set(`${ada.id} one`, head))).toBe(true)
    expect(await isTaken(ada, (parts) => parts.set(`${ada.id} one + 7 3`, 2))).toBe(true)
    expect(
      await isTaken(bob, (parts) =>
        ['', ' + 7 3'].forEach((key) => void parts.delete(`${ada.id} one${key}`)),
      ),
    ).toBe(true)
    expect(await isTaken(bob, (parts) => parts.set(`${ada.id} one + 8 3`, 2))).toBe(true)
  })

  test('R60 an anchor follows characters that its editor brings back, and only those', async () => {
    const { live } = host.collab
    const anchor = (discussion: string) =>
      live.annotate(
        documentId,
        ada.id,
        () => ({ discussion, ranges: [{ client: 7, clock: 3, length: 2 }] }),
        async () => undefined,
      )
    await anchor('d1')
    const dora = await host.addPerson('Dora')
    const own = (copy: Y.Doc) => {
      copy.getText('text').insert(copy.getText('text').length, 'back')
      return copy.clientID
    }
    expect(await isTaken(dora, (parts, copy) => parts.set(`@ d1 ${own(copy)} 0`, 4))).toBe(true)
    const forgeries: ((parts: Y.Map<unknown>, copy: Y.Doc) => void)[] = [
      (parts) => parts.set('@ d1 7 5', 2),
      (parts, copy) => parts.set(`@ d2 ${own(copy)} 0`, 4),
      (parts) => parts.set('@ d1', 4),
    ]
    for (const [at, forge] of forgeries.entries()) {
      const carl = await host.addPerson('Carl')
      expect([at, await isTaken(carl, forge)]).toEqual([at, false])
    }
    // One that is gone meanwhile: the person who undoes knows nothing of that, and must not lose their words.
    await live.annotate(
      documentId,
      ada.id,
      () => ({ discussion: 'd1', ranges: [] }),
      async () => undefined,
    )
    expect(await isTaken(dora, (parts, copy) => parts.set(`@ d1 ${own(copy)} 0`, 4))).toBe(true)
  })

  test('R2 an anchor and what is written with it are both stored or neither', async () => {
    const { live } = host.collab
    const { db } = host
    const anchors = () =>
      live.read(documentId, (doc) =>
        [...doc.getMap('suggestions').keys()].filter((key) => key.startsWith('@')),
      )
    const before = await anchors()
    const range = { client: 7, clock: 9, length: 1 }
    const plan = () => ({ discussion: 'both', ranges: [range] })
    const row = { key: 'with-an-anchor', count: 1, window_ends_at: '' }
    const isThere = async () =>
      (await db.selectFrom('rate_limit').select('key').where('key', '=', row.key).executeTakeFirst()) !==
      undefined
    const fails = live.annotate(documentId, ada.id, plan, async (trx) => {
      await trx.insertInto('rate_limit').values(row).execute()
      throw new AppError('conflict', 'No')
    })
    await expect(fails).rejects.toThrow('No')
    expect([await anchors(), await isThere()]).toEqual([before, false])
    await sql`create trigger no_edits before insert on document_update begin select raise(abort, 'full'); end`.execute(
      db,
    )
    const refused = live.annotate(documentId, ada.id, plan, async (trx) => {
      await trx.insertInto('rate_limit').values(row).execute()
    })
    await expect(refused).rejects.toThrow(AppError)
    await sql`drop trigger no_edits`.execute(db)
    expect([await anchors(), await isThere()]).toEqual([before, false])
    await live.annotate(documentId, ada.id, plan, async (trx) => {
      await trx.insertInto('rate_limit').values(row).execute()
    })
    expect([await anchors(), await isThere()]).toEqual([[...before, '@ both 7 9'], true])
  })
})

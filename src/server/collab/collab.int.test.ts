import { randomBytes } from 'node:crypto'
import { livingMemory, lostOrDoubled, RawSocket, storedText, Tab, temporaryFolder, until } from '@test/collab'
import { authFrame, awarenessFrame, encode, statelessFrame, syncFrame } from '@test/collab-frames'
import { addPage, type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { sql } from 'kysely'
import * as encoding from 'lib0/encoding'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { applyBlocks, setTitle, settledBlocks, titleOf, titleText } from '@/document'
import { LIMITS } from '@/shared/limits'
import { CLIENTS_PER_CONNECTION, NEW_A_MINUTE } from './presence'

onEachDatabase('collaboration', (database) => {
  const folder = temporaryFolder()
  let host: CollabHost
  let ada: HostPerson
  let bob: HostPerson
  let documentId: string
  const tabs: (Tab | RawSocket)[] = []
  const start = () =>
    startCollabHost({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null })
  const open = (person = ada, page = documentId) => {
    const tab = new Tab(host.url, person, page)
    tabs.push(tab)
    return tab
  }
  const raw = async (person = ada) => {
    const socket = await RawSocket.open(host.url, person.cookie)
    tabs.push(socket)
    return socket
  }
  const row = () =>
    host.db.selectFrom('document').selectAll().where('id', '=', documentId).executeTakeFirstOrThrow()
  const unloaded = () => until('the page to leave memory', () => host.collab.stats().pages === 0)

  beforeAll(async () => {
    host = await start()
    ada = await host.addPerson('Ada')
    bob = await host.addPerson('Bob')
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })
  beforeAll(async () => {
    documentId = await host.addPage()
  })
  afterEach(async () => {
    for (const tab of tabs.splice(0)) tab.close()
    documentId = await host.addPage()
  })

  test('what one types the other sees, and "Saved" means that it is in the database', async () => {
    const a = open(ada)
    const b = open(bob)
    const token = a.write()
    await a.saved()
    expect(await storedText(host.db, documentId)).toBe(token)
    await until('Bob to see it', () => b.text === token)
    await b.saved()
  })

  test('the projections follow when it is quiet and survive in the row', async () => {
    const tab = open()
    await tab.saved()
    setTitle(tab.page.doc, 'Tea')
    applyBlocks(tab.page.doc, [{ id: 'a', kind: 'paragraph', text: [{ text: 'Pour slowly' }] }])
    // Sooner than the longest that projecting waits for quiet.
    await until('the row', async () => (await row()).word_count === 2, 4000)
    const { title, content_rich, plain_text, updated_by } = await row()
    expect({ title, updated_by }).toEqual({ title: 'Tea', updated_by: ada.id })
    expect(JSON.parse(content_rich)).toEqual(settledBlocks(tab.page.doc))
    expect(plain_text).toContain('Pour slowly')
  })

  test('R8 a page that is leaving memory while somebody opens it shows the last edit', async () => {
    for (let round = 0; round < 8; round++) {
      const a = open(ada)
      await a.saved()
      a.write()
      await a.saved()
      const text = a.text
      a.close()
      // At another moment of the unloading every time.
      await new Promise((resolve) => setTimeout(resolve, round * 40))
      const b = open(bob)
      await b.saved()
      expect(b.text).toBe(text)
      b.close()
    }
    await unloaded()
    const folded = await host.db
      .selectFrom('document_update')
      .select('id')
      .where('document_id', '=', documentId)
      .execute()
    expect(folded).toEqual([])
  })

  test('R9 five tabs open a new page at once and write: every content is there once', async () => {
    const five = Array.from({ length: 5 }, (_, i) => open(i % 2 ? ada : bob))
    const tokens = five.map((tab) => tab.write())
    await Promise.all(five.map((tab) => tab.saved()))
    await until('all to be equal', () =>
      five.every((tab) => tab.text === five[0]?.text && tab.text.length > 0),
    )
    expect(lostOrDoubled(tokens, five[0]?.text ?? '')).toEqual({ lost: [], doubled: [] })
    expect(settledBlocks((five[0] as Tab).page.doc)).toEqual([])
  })

  test('R5 a full disk: nothing is acknowledged, the tab says so, and it goes on by itself', async () => {
    const tab = open()
    const other = open(bob)
    tab.write()
    await tab.saved()
    await other.saved()
    const before = await storedText(host.db, documentId)
    const freeTheDisk = await fillTheDisk()
    const token = tab.write()
    await until('the tab to say so', () => tab.state === 'not-saved')
    expect(tab.page.saveState.get()).toEqual({ kind: 'not-saved', reason: 'disk-full' })
    expect(tab.acked.has(token)).toBe(false)
    expect(other.text).toBe(before)
    expect(await storedText(host.db, documentId)).toBe(before)
    await freeTheDisk()
    await tab.saved(15_000)
    expect(await storedText(host.db, documentId)).toBe(before + token)
    await until('Bob to see it', () => other.text === before + token)
  })

  /** The engine itself refuses to grow: SQLite's limit on pages, PostgreSQL's error for a full disk. */
  async function fillTheDisk(): Promise<() => Promise<unknown>> {
    if (database.dialect === 'sqlite') {
      // A page that is free already could still be used.
      await sql`vacuum`.execute(host.db)
      const pages = await sql<{ page_count: number }>`pragma page_count`.execute(host.db)
      await sql`pragma max_page_count = ${sql.raw(String(pages.rows[0]?.page_count))}`.execute(host.db)
      const filler = new Uint8Array(200_000)
      for (let size = 4096; size >= 1; size = Math.floor(size / 2)) {
        const values = {
          document_id: documentId,
          user_id: null,
          data: filler.subarray(0, size),
          created_at: '',
        }
        for (let full = false; !full; ) {
          full = await host.db
            .insertInto('document_update')
            .values(values)
            .execute()
            .then(
              () => false,
              () => true,
            )
        }
      }
      return async () => {
        await sql`pragma max_page_count = 1073741823`.execute(host.db)
        await host.db.deleteFrom('document_update').where('created_at', '=', '').execute()
      }
    }
    await sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(host.db)
    await sql`create trigger full_disk before insert on document_update execute function full_disk()`.execute(
      host.db,
    )
    return () => sql`drop trigger full_disk on document_update; drop function full_disk`.execute(host.db)
  }

  test('R6 folding fails, everybody leaves: it is tried again, and nothing is unloaded unsaved', async () => {
    const tab = open()
    const token = tab.write()
    await tab.saved()
    await until('the title', async () => (await row()).title === token)
    const failures = host.collab.stats().failures
    await sql`alter table document_snapshot rename to away`.execute(host.db)
    tab.write()
    await tab.saved()
    const { text } = tab
    tab.close()
    await until('a failure', () => host.collab.stats().failures > failures)
    expect(host.collab.stats().pages).toBe(1)
    await sql`alter table away rename to document_snapshot`.execute(host.db)
    await unloaded()
    expect(await storedText(host.db, documentId)).toBe(text)
  })

  test('R6 ending the server stores and folds what is open', async () => {
    const tab = open()
    const tokens = Array.from({ length: 20 }, () => tab.write())
    await tab.saved()
    const late = tab.write()
    await host.close()
    host = await start()
    expect((await row()).title).toContain(tokens.join(''))
    expect(lostOrDoubled(tokens, await storedText(host.db, documentId))).toEqual({ lost: [], doubled: [] })
    tab.close()
    const again = new Tab(host.url, ada, documentId)
    tabs.push(again)
    await again.saved()
    expect(lostOrDoubled(tokens, again.text)).toEqual({ lost: [], doubled: [] })
    expect(lostOrDoubled([late], again.text).doubled).toEqual([])
  })

  describe('an edit from the server', () => {
    test('is on the disk and projected when it returns, and merges with people who type', async () => {
      const tab = open()
      const token = tab.write()
      await tab.saved()
      await host.collab.live.edit(documentId, bob.id, (doc) => titleText(doc).insert(0, 'Plan: '))
      expect(await storedText(host.db, documentId)).toBe(`Plan: ${token}`)
      const { title, updated_by } = await row()
      expect({ title, updated_by }).toEqual({ title: `Plan: ${token}`, updated_by: bob.id })
      await until('the tab to see it', () => tab.text === `Plan: ${token}`)
      expect(await host.collab.live.read(documentId, titleOf)).toBe(`Plan: ${token}`)
    })

    test('two at once start each from what the other made', async () => {
      await Promise.all(
        ['a', 'b', 'c'].map((letter) =>
          host.collab.live.edit(documentId, ada.id, (doc) => setTitle(doc, titleOf(doc) + letter)),
        ),
      )
      expect((await row()).title).toBe('abc')
    })

    test('of a page that does not exist is refused with not-found', async () => {
      await expect(host.collab.live.edit('nope', ada.id, () => undefined)).rejects.toMatchObject({
        code: 'not-found',
      })
    })
  })

  test('an update whose base is missing is kept until the base arrives, also over a restart', async () => {
    const source = new Y.Doc()
    titleText(source).insert(0, 'base ')
    const base = Y.encodeStateAsUpdate(source)
    let later: Uint8Array = new Uint8Array()
    source.on('update', (update: Uint8Array) => {
      later = update
    })
    titleText(source).insert(5, 'later')
    const socket = await raw()
    socket.send(authFrame(documentId))
    socket.send(syncFrame(documentId, 2, later))
    await until('the first to be stored', async () => (await updateRows()) === 1)
    expect(await storedText(host.db, documentId)).toBe('')
    socket.close()
    await host.close()
    host = await start()
    const again = await raw()
    again.send(authFrame(documentId))
    again.send(syncFrame(documentId, 2, base))
    await until('both', async () => (await storedText(host.db, documentId)) === 'base later')
  })

  const updateRows = async () => {
    const query = host.db.selectFrom('document_update').select('id').where('document_id', '=', documentId)
    return (await query.execute()).length
  }

  test('what adds nothing is not stored again', async () => {
    const tab = open()
    tab.write()
    await tab.saved()
    const socket = await raw(bob)
    socket.send(authFrame(documentId))
    const state = Y.encodeStateAsUpdate(tab.page.doc)
    const { appended } = host.collab.stats()
    for (let i = 0; i < 5; i++) socket.send(syncFrame(documentId, 2, state))
    const token = open(bob).write()
    await until('a later edit', async () => (await storedText(host.db, documentId)).includes(token))
    expect(host.collab.stats().appended).toBe(appended + 1)
  })

  describe('who may do what', () => {
    test('R16 a viewer’s updates, awareness and stateless messages leave the page as it is', async () => {
      const owner = open(ada)
      owner.write()
      await owner.saved()
      const { text } = owner
      host.roles.set(`${bob.id} ${documentId}`, 'viewer')
      const viewer = open(bob)
      await until('the viewer to read', () => viewer.text === text)
      expect(viewer.page.access.get()).toBe('read')
      viewer.write()
      await until('the viewer to be told', () => viewer.state === 'not-saved')
      expect(viewer.page.saveState.get()).toEqual({ kind: 'not-saved', reason: 'read-only' })
      const socket = await raw(bob)
      socket.send(authFrame(documentId))
      const forged = new Y.Doc()
      titleText(forged).insert(0, 'forged')
      for (const step of [1, 2]) socket.send(syncFrame(documentId, step, Y.encodeStateAsUpdate(forged)))
      socket.send(statelessFrame(documentId, '{"title":"forged"}'))
      owner.write()
      await owner.saved()
      expect(await storedText(host.db, documentId)).toBe(owner.text)
      expect(owner.text).not.toContain('forged')
    })

    test('R15 demoted, locked, unshared or signed out while connected: told without asking', async () => {
      const tab = open(bob)
      await tab.saved()
      host.roles.set(`${bob.id} ${documentId}`, 'viewer')
      host.collab.live.recheckPages([documentId])
      await until('read-only', () => tab.page.access.get() === 'read')
      host.roles.set(`${bob.id} ${documentId}`, 'editor')
      host.collab.live.recheckPages([documentId])
      await until('writing again', () => tab.page.access.get() === 'write')
      await host.db.updateTable('document').set({ lock_page: 1 }).where('id', '=', documentId).execute()
      host.collab.live.recheckPages([documentId])
      await until('read-only', () => tab.page.access.get() === 'read')
      host.roles.set(`${bob.id} ${documentId}`, null)
      host.collab.live.recheckUser(bob.id)
      await until('gone', () => tab.page.access.get() === 'none')
      const second = open(ada)
      await host.db.updateTable('document').set({ lock_page: 0 }).where('id', '=', documentId).execute()
      await second.saved()
      await host.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()
      host.collab.live.recheckUser(ada.id)
      await until('signed out', () => second.page.access.get() === 'signed-out')
      ada = await host.addPerson('Ada')
    })

    test('R15 without any notice the next update after a second is refused', async () => {
      const tab = open(bob)
      tab.write()
      await tab.saved()
      const before = await storedText(host.db, documentId)
      host.roles.set(`${bob.id} ${documentId}`, 'viewer')
      await new Promise((resolve) => setTimeout(resolve, 1050))
      tab.write()
      await until('the tab to be told', () => tab.state === 'not-saved')
      expect(await storedText(host.db, documentId)).toBe(before)
    })

    test('a page that is not theirs is answered like one that does not exist', async () => {
      host.roles.set(`${bob.id} ${documentId}`, null)
      const reasons: Uint8Array[] = []
      for (const id of [documentId, 'x'.repeat(documentId.length)]) {
        const socket = await raw(bob)
        socket.send(authFrame(id))
        await until('an answer', () => socket.frames.length > 0)
        reasons.push((socket.frames[0] as Uint8Array).subarray(id.length + 1))
      }
      expect(reasons[0]).toEqual(reasons[1])
      expect(Buffer.from(reasons[0] as Uint8Array).toString()).toContain('not-found')
    })

    test('nobody without a session gets a socket: it is closed with words before anything is read', async () => {
      const socket = await RawSocket.open(host.url, 'session=nonsense')
      socket.send(authFrame(documentId))
      expect(await socket.closedWith()).toEqual({ code: 4401, reason: 'Signed out' })
      expect(socket.frames).toEqual([])
    })
  })

  describe('presence', () => {
    test('3.15 the server writes every field of a presence, and the browser of nobody', async () => {
      const tab = open(ada)
      await tab.saved()
      const socket = await raw(bob)
      socket.send(authFrame(documentId))
      const forged = new Awareness(new Y.Doc())
      const say = (cursor: unknown) => {
        forged.setLocalState({
          user: {
            id: ada.id,
            userId: ada.id,
            publicUserId: 'Otter',
            name: 'Ada',
            displayName: 'Ada',
            avatar: 'AL',
            avatarUrl: 'https://evil.example/x.svg',
            isLoggedIn: false,
            lastSeen: '2099-01-01T00:00:00.000Z',
            role: 'admin',
          },
          cursor,
        })
        socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(forged, [forged.clientID])))
      }
      const states = tab.page.awareness.getStates()
      const stateOf = () => states.get(forged.clientID)
      const begun = new Date().toISOString()
      say('here')
      await until('Bob to be seen', () => stateOf()?.cursor === 'here')
      const first = stateOf()?.user
      expect(first).toEqual({
        id: bob.id,
        userId: bob.id,
        publicUserId: null,
        name: 'Bob',
        displayName: 'Bob',
        color: expect.stringMatching(/^#[0-9a-f]{6}$/),
        avatar: 'B',
        avatarUrl: null,
        isLoggedIn: true,
        lastSeen: expect.any(String),
      })
      expect(first.lastSeen >= begun && first.lastSeen <= new Date().toISOString()).toBe(true)

      // What is said again and says nothing new is no sign of life; a caret that has moved is.
      const clock = () => tab.page.awareness.meta.get(forged.clientID)?.clock
      const before = clock()
      say('here')
      await until('it to be said again', () => clock() !== before)
      expect(stateOf()?.user).toEqual(first)
      say('there')
      await until('the caret to move', () => stateOf()?.cursor === 'there')
      expect(stateOf()?.user.lastSeen > first.lastSeen).toBe(true)
      socket.close()
      forged.destroy()
    })

    test('R17 the server says who somebody is; colours are #rrggbb; a megabyte of state is dropped', async () => {
      const tab = open(ada)
      await tab.saved()
      const socket = await raw(bob)
      socket.send(authFrame(documentId))
      const forged = new Awareness(new Y.Doc())
      forged.setLocalState({
        user: { id: ada.id, name: 'Ada', color: 'red;background:url(//evil)' },
        cursor: null,
      })
      socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(forged, [forged.clientID])))
      const states = tab.page.awareness.getStates()
      await until('Bob to be seen', () => states.has(forged.clientID))
      const seen = states.get(forged.clientID)?.user
      expect(seen).toMatchObject({ id: bob.id, name: 'Bob', color: expect.stringMatching(/^#[0-9a-f]{6}$/) })

      const huge = new Awareness(new Y.Doc())
      huge.setLocalState({ user: {}, cursor: 'x'.repeat(1024 * 1024) })
      socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(huge, [huge.clientID])))
      const stolen = new Awareness(new Y.Doc())
      stolen.clientID = tab.page.doc.clientID
      stolen.setLocalState({ user: {}, cursor: 'stolen' })
      stolen.setLocalState({ user: {}, cursor: 'stolen' })
      socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(stolen, [stolen.clientID])))
      forged.setLocalState({ cursor: 'after' })
      socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(forged, [forged.clientID])))
      await until('what came after', () => states.get(forged.clientID)?.cursor === 'after')
      expect(states.has(huge.clientID)).toBe(false)
      expect(states.get(tab.page.doc.clientID)?.cursor).not.toBe('stolen')

      socket.close()
      await until('Bob to be gone', () => !states.has(forged.clientID))
      for (const awareness of [forged, huge, stolen]) awareness.destroy()
    })

    test('R67 nobody fills a page, and the browsers of others, with carets that come and go', async () => {
      const tab = open(ada)
      await tab.saved()
      const before = tab.page.awareness.meta.size
      for (let times = 1; times <= 36; times++) {
        const socket = await raw(bob)
        await socket.openPage(documentId)
        for (let more = 0; more < CLIENTS_PER_CONNECTION; more++) {
          const caret = new Awareness(new Y.Doc())
          caret.setLocalState({ cursor: `${times}` })
          socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(caret, [caret.clientID])))
          caret.destroy()
        }
        socket.send(statelessFrame(documentId, JSON.stringify({ checkpoint: 77 })))
        await until('all of it to be heard', () =>
          socket.frames.some((frame) => Buffer.from(frame).includes('"checkpoint":77')),
        )
        socket.close()
      }
      await until('the last to be gone', () => tab.page.awareness.getStates().size === 1)
      expect(tab.page.awareness.meta.size - before).toBeGreaterThan(30)
      expect(tab.page.awareness.meta.size - before).toBeLessThanOrEqual(NEW_A_MINUTE)
    })

    test('3.15 a caret goes with its connection, also with the second one, and when its browser says so', async () => {
      const tab = open(ada)
      await tab.saved()
      const caret = new Awareness(new Y.Doc())
      const states = tab.page.awareness.getStates()
      const say = (socket: RawSocket, state: Record<string, unknown> | null) => {
        caret.setLocalState(state)
        socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(caret, [caret.clientID])))
      }
      // The line breaks, and the browser comes back with the client that it had.
      for (const line of ['first', 'second']) {
        const socket = await raw(bob)
        await socket.openPage(documentId)
        say(socket, { user: {}, cursor: line })
        await until('Bob to be seen', () => states.get(caret.clientID)?.cursor === line)
        socket.close()
        await until('Bob to be gone with his connection', () => !states.has(caret.clientID))
      }

      // Somebody else does not become him while he is away.
      const early = await raw(ada)
      await early.openPage(documentId)
      say(early, { user: {}, cursor: 'not Bob' })
      const other = new Awareness(new Y.Doc())
      other.setLocalState({ user: {}, cursor: 'other' })
      early.send(awarenessFrame(documentId, encodeAwarenessUpdate(other, [other.clientID])))
      await until('what came after it', () => states.has(other.clientID))
      expect(states.has(caret.clientID)).toBe(false)

      // His old line is not known to be broken when he is back.
      const old = await raw(bob)
      await old.openPage(documentId)
      say(old, { user: {}, cursor: 'old' })
      await until('Bob to be seen on the old line', () => states.get(caret.clientID)?.cursor === 'old')
      const socket = await raw(bob)
      await socket.openPage(documentId)
      say(socket, { user: {}, cursor: 'third' })
      await until('Bob to be seen again', () => states.get(caret.clientID)?.cursor === 'third')
      old.close()
      early.close()
      await until('the other to be gone', () => !states.has(other.clientID))
      expect(states.get(caret.clientID)?.cursor).toBe('third')
      // What somebody says to be of another changes nothing.
      const thief = await raw(ada)
      await thief.openPage(documentId)
      const taken = encodeAwarenessUpdate(
        caret,
        [caret.clientID],
        new Map([[caret.clientID, null]]) as unknown as Map<number, Record<string, unknown>>,
      )
      thief.send(awarenessFrame(documentId, taken))
      const own = new Awareness(new Y.Doc())
      own.setLocalState({ user: {}, cursor: 'own' })
      thief.send(awarenessFrame(documentId, encodeAwarenessUpdate(own, [own.clientID])))
      await until('what came after', () => states.has(own.clientID))
      expect(states.get(caret.clientID)?.cursor).toBe('third')
      say(socket, null)
      await until('Bob to be gone, though he is connected', () => !states.has(caret.clientID))
      say(socket, { user: {}, cursor: 'back' })
      await until('Bob to be back', () => states.get(caret.clientID)?.cursor === 'back')
      socket.close()
      await until('Bob to be gone again', () => !states.has(caret.clientID))
      for (const awareness of [caret, own, other]) awareness.destroy()
    })
  })

  test('anybody who leaves while their last words are being stored leaves the words, and no caret', async () => {
    const tab = open(ada)
    await tab.saved()
    const { awareness, doc } = tab.page
    const socket = await raw(bob)
    await socket.openPage(documentId)
    const leaving = new Awareness(new Y.Doc())
    leaving.setLocalState({ user: {}, cursor: null })
    const words = new Y.Doc()
    Y.applyUpdate(words, Y.encodeStateAsUpdate(doc))
    const before = Y.encodeStateVector(words)
    words.getMap('last').set('words', leaving.clientID)
    const update = Y.encodeStateAsUpdate(words, before)
    const seen: number[] = []
    awareness.on('change', ({ added }: { added: number[] }) => seen.push(...added))
    socket.send(syncFrame(documentId, 2, update))
    socket.send(awarenessFrame(documentId, encodeAwarenessUpdate(leaving, [leaving.clientID])))
    socket.close()
    await until('the last words', () => doc.getMap('last').get('words') === leaving.clientID)
    tab.write()
    await tab.saved()
    expect(awareness.getStates().has(leaving.clientID)).toBe(false)
    expect(seen).not.toContain(leaving.clientID)
    leaving.destroy()
  })

  describe('what cannot be understood', () => {
    const soundUpdate = () => {
      const doc = new Y.Doc()
      titleText(doc).insert(0, 'x')
      return Y.encodeStateAsUpdate(doc)
    }
    const bad: [string, () => Uint8Array][] = [
      ['noise', () => new Uint8Array(randomBytes(300))],
      ['nothing', () => new Uint8Array()],
      ['a name and no more', () => encode((out) => encoding.writeVarString(out, documentId))],
      ['a message of an unknown kind', () => encode((out) => encoding.writeVarString(out, documentId), 99)],
      ['an update that is noise', () => syncFrame(documentId, 2, new Uint8Array(randomBytes(200)))],
      ['an update that is cut off', () => syncFrame(documentId, 2, soundUpdate().subarray(0, 9))],
      ['an unknown step', () => syncFrame(documentId, 9, soundUpdate())],
      [
        'awareness that is no JSON',
        () => awarenessFrame(documentId, new Uint8Array([1, 1, 1, 3, 110, 111, 33])),
      ],
      ['ten thousand levels', () => awarenessFrame(documentId, deepState())],
      ['a name of a megabyte', () => authFrame('x'.repeat(1024 * 1024))],
    ]
    const deepState = () => {
      const out = encoding.createEncoder()
      encoding.writeVarUint(out, 1)
      encoding.writeVarUint(out, 1)
      encoding.writeVarUint(out, 1)
      encoding.writeVarString(out, '['.repeat(10_000))
      return encoding.toUint8Array(out)
    }
    test.each(bad)(
      'R18 %s: that connection is closed with a reason, nobody else notices',
      async (_what, frame) => {
        const tab = open()
        await tab.saved()
        const socket = await raw(await host.addPerson('Mallory'))
        socket.send(authFrame(documentId))
        socket.send(frame())
        const { code, reason } = await socket.closedWith()
        expect(code).toBe(4400)
        expect(reason).not.toBe('')
        tab.write()
        await tab.saved()
        expect(await storedText(host.db, documentId)).toBe(tab.text)
      },
    )

    test('R18 a 10 MB frame is refused with 1009, before and after the page is open', async () => {
      for (const isOpen of [false, true]) {
        const socket = await raw(await host.addPerson('Mallory'))
        if (isOpen) socket.send(authFrame(documentId))
        socket.send(syncFrame(documentId, 2, new Uint8Array(10 * 1024 * 1024)))
        expect((await socket.closedWith()).code).toBe(1009)
      }
      expect(LIMITS.frame).toBeLessThan(10 * 1024 * 1024)
    })

    test('R18 a flood of tiny frames ends that connection; the others go on and memory stays flat', async () => {
      const tab = open()
      await tab.saved()
      const socket = await raw(await host.addPerson('Mallory'))
      socket.send(authFrame(documentId))
      await until('the page to be open', () => socket.frames.length > 1)
      const frame = statelessFrame(documentId, '{}')
      const before = livingMemory()
      for (let i = 0; i < 100_000; i++) socket.send(frame)
      tab.write()
      await tab.saved()
      expect((await socket.closedWith()).code).toBe(4429)
      expect(livingMemory() - before).toBeLessThan(64 * 1024 * 1024)
    })
  })

  test('a page that cannot be read does not keep the others from being brought up to date after a start', async () => {
    const [broken, sound] = [await host.addPage(), await host.addPage()].sort()
    for (const id of [broken, sound]) {
      await host.collab.live.edit(id as string, ada.id, (doc) => setTitle(doc, 'Kept'))
    }
    await unloaded()
    const update = titleUpdate('Later')
    const values = [broken, sound].map((id) => ({
      document_id: id as string,
      user_id: null,
      data: update,
      created_at: new Date().toISOString(),
    }))
    await host.db.insertInto('document_update').values(values).execute()
    await host.db
      .updateTable('document_snapshot')
      .set({ state: new Uint8Array([9, 9, 9]) })
      .where('document_id', '=', broken as string)
      .execute()
    await host.close()
    host = await start()
    const query = host.db
      .selectFrom('document')
      .select('title')
      .where('id', '=', sound as string)
    await until(
      'the sound page',
      async () => (await query.executeTakeFirst())?.title.includes('Later') === true,
    )
    await host.db
      .deleteFrom('document')
      .where('id', '=', broken as string)
      .execute()
  })

  test('R18 somebody who was thrown out for a flood is turned away at once until it is made up for, and nobody else', async () => {
    const mallory = await host.addPerson('Mallory')
    const first = await raw(mallory)
    await first.openPage(documentId)
    // More and more: a slow server reads slower than the budget grows back, until there is enough to read.
    const flood = setInterval(() => {
      for (let i = 0; i < 2000; i++) first.send(statelessFrame(documentId, '{}'))
    }, 10)
    onTestFinished(() => clearInterval(flood))
    expect((await first.closedWith(30_000)).code).toBe(4429)
    clearInterval(flood)
    const again = await raw(mallory)
    expect(await again.closedWith()).toEqual({ code: 4429, reason: 'Too many messages' })
    expect(again.frames).toEqual([])
    const tab = open(bob)
    tab.write()
    await tab.saved()
    // A browser of theirs comes back by itself.
    const later = open(mallory)
    later.write()
    await later.saved(30_000)
  })

  test('R18 a state of ten thousand levels about oneself is dropped; the connection goes on', async () => {
    const socket = await raw(await host.addPerson('Mallory'))
    socket.send(authFrame(documentId))
    const state = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const update = encode((out) => {
      for (const number of [1, 1, 1]) encoding.writeVarUint(out, number)
      encoding.writeVarString(out, state)
    })
    socket.send(awarenessFrame(documentId, update))
    socket.send(statelessFrame(documentId, '{"checkpoint":1}'))
    await until('an answer', () =>
      socket.frames.some((frame) => Buffer.from(frame).includes('"checkpoint":1')),
    )
    expect(socket.closed).toBeNull()
  })

  test('a text frame is not our protocol', async () => {
    const socket = await raw(await host.addPerson('Mallory'))
    socket.ws.send('hello')
    expect((await socket.closedWith()).code).toBe(4400)
  })

  test('a page with five thousand rows in its log is read whole and folded when nobody needs it', async () => {
    const id = await addPage(host.db)
    const doc = new Y.Doc()
    const rows: { document_id: string; user_id: null; data: Uint8Array; created_at: string }[] = []
    doc.on('update', (data: Uint8Array) => {
      rows.push({ document_id: id, user_id: null, data, created_at: new Date().toISOString() })
    })
    for (let i = 0; i < 5000; i++) titleText(doc).insert(0, 'x')
    for (let i = 0; i < rows.length; i += 1000) {
      await host.db
        .insertInto('document_update')
        .values(rows.slice(i, i + 1000))
        .execute()
    }
    expect(await host.collab.live.read(id, (page) => titleOf(page).length)).toBe(5000)
    await unloaded()
    const left = await host.db
      .selectFrom('document_update')
      .select('id')
      .where('document_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })
})

function titleUpdate(title: string): Uint8Array {
  const doc = new Y.Doc()
  titleText(doc).insert(0, title)
  return Y.encodeStateAsUpdate(doc)
}

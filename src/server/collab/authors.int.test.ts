import { RawSocket, storedText, Tab, temporaryFolder, until } from '@test/collab'
import { awarenessFrame, statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import * as encoding from 'lib0/encoding'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { setTitle, titleText } from '@/document'
import { loadAuthors, noteRestoration, storeClaims } from './page-authors'

onEachDatabase('S4 R60 updates have authors', (database) => {
  const folder = temporaryFolder()
  const opened: { close(): void }[] = []
  let host: CollabHost
  let ada: HostPerson
  let mallory: HostPerson
  let documentId: string
  let questions = 0

  const start = () =>
    startCollabHost({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null })
  const raw = async (person: HostPerson) => {
    const socket = await RawSocket.open(host.url, person.cookie)
    opened.push(socket)
    await socket.openPage(documentId)
    return socket
  }
  const open = (person: HostPerson) => {
    const tab = new Tab(host.url, person, documentId)
    opened.push(tab)
    return tab
  }
  const heard = (socket: RawSocket, words: string) =>
    socket.frames.some((frame) => Buffer.from(frame).includes(words))
  /** Sends edits and asks whether they are stored. */
  const send = async (socket: RawSocket, ...updates: Uint8Array[]): Promise<'accepted' | 'refused'> => {
    const checkpoint = ++questions
    for (const update of updates) socket.send(syncFrame(documentId, 2, update))
    socket.send(statelessFrame(documentId, JSON.stringify({ checkpoint })))
    const answer = (accepted: boolean) => heard(socket, `{"checkpoint":${checkpoint},"accepted":${accepted}}`)
    const isRefused = () => answer(false) || heard(socket, 'not-author')
    await until('an answer', () => answer(true) || isRefused())
    return isRefused() ? 'refused' : 'accepted'
  }
  /** What `act` changes in a copy of `doc`, written under this client id. */
  const updateBy = (doc: Y.Doc, client: number, act: (copy: Y.Doc) => void): Uint8Array => {
    const copy = new Y.Doc()
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
    copy.clientID = client
    const known = Y.encodeStateVector(copy)
    copy.transact(() => act(copy))
    return Y.encodeStateAsUpdate(copy, known)
  }
  const words = (text: string) => (doc: Y.Doc) => titleText(doc).insert(titleText(doc).length, text)
  /** Somebody who writes under one client id, and holds only what they wrote themselves. */
  const author = (client: number) => {
    const doc = new Y.Doc()
    doc.clientID = client
    return {
      doc,
      write(text: string): Uint8Array {
        const known = Y.encodeStateVector(doc)
        words(text)(doc)
        return Y.encodeStateAsUpdate(doc, known)
      },
    }
  }
  const unloaded = () => until('the page to leave memory', () => host.collab.stats().pages === 0)
  const stored = () => storedText(host.db, documentId)
  const authors = async () =>
    [...(await loadAuthors(host.db, documentId))].map(([client, { userId }]) => [client, userId])

  beforeAll(async () => {
    host = await start()
  })
  beforeEach(async () => {
    ada = await host.addPerson('Ada')
    mallory = await host.addPerson('Mallory')
    documentId = await host.addPage()
  })
  afterEach(() => {
    for (const one of opened.splice(0)) one.close()
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })

  test('a colleague who writes ahead under one’s client id is refused, and the next words are stored', async () => {
    const own = author(77)
    const socket = await raw(ada)
    expect(await send(socket, own.write('mine '))).toBe('accepted')
    const thief = await raw(mallory)
    expect(await send(thief, updateBy(own.doc, 77, words('stolen')))).toBe('refused')
    expect(heard(thief, '{"foreign":[77]}')).toBe(true)
    expect(await stored()).toBe('mine ')
    expect(await send(socket, own.write('words'))).toBe('accepted')
    expect(await stored()).toBe('mine words')
    // Also after the page was folded and read anew, and after the server was started anew.
    for (const one of opened.splice(0)) one.close()
    await unloaded()
    expect(await send(await raw(mallory), updateBy(own.doc, 77, words('stolen')))).toBe('refused')
    await host.close()
    host = await start()
    expect(await send(await raw(mallory), updateBy(own.doc, 77, words('stolen')))).toBe('refused')
    expect(await send(await raw(ada), own.write('!'))).toBe('accepted')
    expect(await stored()).toBe('mine words!')
  })

  test('another tab of the same person brings what the first could not send', async () => {
    const own = author(77)
    expect(await send(await raw(ada), own.write('one '))).toBe('accepted')
    expect(await send(await raw(ada), own.write('two'))).toBe('accepted')
    expect(await stored()).toBe('one two')
  })

  test('deleting what somebody has not written yet is refused; deleting what they wrote is not', async () => {
    const own = author(77)
    expect(await send(await raw(ada), own.write('long words'))).toBe('accepted')
    const deletion = (client: number, clock: number, len: number) =>
      encoding.encode((out) => {
        for (const n of [0, 1, client, 1, clock, len]) encoding.writeVarUint(out, n)
      })
    expect(await send(await raw(mallory), deletion(77, 5, 1000))).toBe('refused')
    // Of an id that nobody has written under, such as one of which only the caret was told.
    expect(await send(await raw(mallory), deletion(78, 0, 1000))).toBe('refused')
    expect(await send(await raw(mallory), deletion(77, 0, 5))).toBe('accepted')
    expect(await send(await raw(ada), own.write(' stay'), author(78).write('so do these '))).toBe('accepted')
    expect((await stored()).replace('so do these ', '')).toBe('words stay')
  })

  test.each([
    ['a struct behind a gap', (doc: Y.Doc) => updateBehindGap(doc)],
    ['a struct of garbage', () => encoded([1, 1, 77, 3, 0, 5, 0])],
    ['a struct whose base is missing', (doc: Y.Doc) => updateBy(withMore(doc), 77, words('stolen'))],
    [
      'own words and others’ together',
      (doc: Y.Doc) => Y.mergeUpdates([author(5).write('own'), updateBy(doc, 77, words('stolen'))]),
    ],
  ])('%s under somebody else’s client id: nothing of the frame is applied', async (_what, make) => {
    const own = author(77)
    expect(await send(await raw(ada), own.write('abc'))).toBe('accepted')
    const { appended } = host.collab.stats()
    expect(await send(await raw(mallory), make(own.doc))).toBe('refused')
    expect(host.collab.stats().appended).toBe(appended)
    expect(await send(await raw(ada), own.write('def'), own.write('ghi'))).toBe('accepted')
    expect(await stored()).toBe('abcdefghi')
  })

  test('a gap that says nothing, and what is known already, may stand under any client id', async () => {
    const own = author(77)
    expect(await send(await raw(ada), own.write('abc'))).toBe('accepted')
    const skipped = encoded([1, 1, 77, 3, 10, 5, 0])
    expect(await send(await raw(mallory), skipped, Y.encodeStateAsUpdate(own.doc))).toBe('accepted')
    expect(await send(await raw(ada), own.write('def'))).toBe('accepted')
    expect(await stored()).toBe('abcdef')
  })

  test('what waits on the page for its base comes back with everybody who opens it, and refuses nobody', async () => {
    const other = author(9)
    other.write('base')
    const later = other.write(' later')
    expect(await send(await raw(mallory), later)).toBe('accepted')
    const tab = open(ada)
    const token = tab.write()
    await tab.saved()
    tab.close()
    // A browser that holds what waits sends it along.
    const doc = new Y.Doc()
    Y.applyUpdate(doc, later)
    expect(doc.store.pendingStructs).not.toBeNull()
    expect(await send(await raw(ada), Y.encodeStateAsUpdate(doc))).toBe('accepted')
    // Not the same, only in the same place.
    const forged = author(9)
    forged.write('base')
    expect(await send(await raw(ada), forged.write(' other'))).toBe('refused')
    expect(await stored()).toBe(token)
  })

  test.each([0, 2 ** 32, Number.MAX_SAFE_INTEGER])('client id %i is kept as it is', async (client) => {
    const own = author(client)
    expect(await send(await raw(ada), own.write('mine'))).toBe('accepted')
    expect(await authors()).toEqual([[client, ada.id]])
    for (const one of opened.splice(0)) one.close()
    await unloaded()
    expect(await send(await raw(mallory), updateBy(own.doc, client, words('stolen')))).toBe('refused')
  })

  test('of two who claim one client id at the same moment one gets it, whole', async () => {
    for (let round = 0; round < 5; round++) {
      documentId = await host.addPage()
      const sockets = await Promise.all([raw(ada), raw(mallory), raw(ada), raw(mallory)])
      const texts = ['ada', 'mallory', 'ada', 'mallory']
      const answers = await Promise.all(
        sockets.map((socket, i) => send(socket, author(1000 + round).write(texts[i] as string))),
      )
      const [[, owner] = []] = await authors()
      expect(answers.map((answer, i) => answer === 'accepted' && texts[i])).toEqual(
        texts.map((text) => (text === 'ada') === (owner === ada.id) && text),
      )
      expect(await stored()).toBe(owner === ada.id ? 'ada' : 'mallory')
      for (const one of opened.splice(0)) one.close()
    }
  })

  test('the server’s own edits, and pages of before, are continued by nobody', async () => {
    await host.collab.live.edit(documentId, ada.id, (doc) => setTitle(doc, 'by the server'))
    expect(await authors()).toEqual([])
    const doc = new Y.Doc()
    Y.applyUpdate(doc, await host.collab.live.read(documentId, (page) => Y.encodeStateAsUpdate(page)))
    const client = [...doc.store.clients.keys()][0] as number
    for (const person of [ada, mallory]) {
      expect(await send(await raw(person), updateBy(doc, client, words('more')))).toBe('refused')
    }
    expect(await stored()).toBe('by the server')
  })

  test('ids that are given up are forgotten in the transaction that stores their successors', async () => {
    const claim = (clients: number[], givenUp: number[] = []) => ({
      documentId,
      userId: ada.id,
      claim: { clients, givenUp },
    })
    await host.db.transaction().execute((trx) => storeClaims(trx, [claim([1, 2]), claim([3])]))
    await host.db.transaction().execute((trx) => storeClaims(trx, [claim([3, 4], [1])]))
    expect((await authors()).map(([client]) => client)).toEqual([2, 3, 4])
  })

  test('the authors go with the page', async () => {
    expect(await send(await raw(ada), author(77).write('mine'))).toBe('accepted')
    for (const one of opened.splice(0)) one.close()
    await unloaded()
    await host.db.deleteFrom('document').where('id', '=', documentId).execute()
    expect(await authors()).toEqual([])
  })

  test('after a backup was brought back, browsers bring what they have of everybody’s words', async () => {
    const own = author(77)
    expect(await send(await raw(ada), own.write('kept '))).toBe('accepted')
    for (const one of opened.splice(0)) one.close()
    await unloaded()
    await noteRestoration(host.db)
    const lost = own.write('lost since')
    expect(await send(await raw(mallory), lost)).toBe('accepted')
    expect(await send(await raw(ada), lost)).toBe('accepted')
    expect(await stored()).toBe('kept lost since')
    // An id of after that is its owner's again.
    const later = author(78)
    expect(await send(await raw(ada), later.write('x'))).toBe('accepted')
    expect(await send(await raw(mallory), updateBy(later.doc, 78, words('stolen')))).toBe('refused')
  })

  test('the id under which a tab writes is told to nobody before its first words are stored', async () => {
    const thief = await raw(mallory)
    const tab = open(ada)
    await until('the caret', () => heard(thief, ada.id))
    const announced = tab.page.awareness.clientID
    expect(tab.page.doc.clientID).toBe(announced)
    expect(await send(thief, author(announced).write('taken'))).toBe('accepted')
    const token = tab.write()
    await tab.saved()
    expect(await stored()).toContain(token)
    expect((await authors()).map(([client]) => client)).not.toEqual([announced])
    expect(await stored()).toContain('taken')
    // The caret is still one's own.
    thief.send(awarenessFrame(documentId, new Uint8Array([0])))
    expect(tab.page.awareness.getLocalState()).not.toBeNull()
  })
})

const encoded = (numbers: number[]) =>
  encoding.encode((out) => {
    for (const n of numbers) encoding.writeVarUint(out, n)
  })

/** The document as if its author had written on, which nobody was told. */
function withMore(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  copy.clientID = 77
  titleText(copy).insert(titleText(copy).length, 'more')
  return copy
}

function updateBehindGap(doc: Y.Doc): Uint8Array {
  const copy = withMore(doc)
  const known = Y.encodeStateVector(copy)
  titleText(copy).insert(0, 'stolen')
  return Y.encodeStateAsUpdate(copy, known)
}

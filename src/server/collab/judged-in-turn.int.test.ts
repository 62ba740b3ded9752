import { RawSocket, storedDoc, Tab, temporaryFolder, until } from '@test/collab'
import { statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { settledText } from '@/document'
import { newId } from '@/shared/ids'

/* What is decided about an edit is true at the place that the edit gets in the log, however long it took to find out. */

onEachDatabase('judged in turn', (database) => {
  const folder = temporaryFolder()
  const opened: (Tab | RawSocket)[] = []
  let host: CollabHost
  let ada: HostPerson
  let bob: HostPerson
  let documentId: string
  /** What happens between an edit's arrival and the answer about what it names. */
  let meanwhile: () => Promise<void>

  beforeAll(async () => {
    const databaseUrl = database.env.DATABASE_URL ?? null
    host = await startCollabHost({ dataDir: folder.path, databaseUrl, named: () => meanwhile() })
  })
  beforeEach(async () => {
    meanwhile = async () => undefined
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

  const raw = async (person: HostPerson) => {
    const socket = await RawSocket.open(host.url, person.cookie)
    opened.push(socket)
    await socket.openPage(documentId)
    return socket
  }
  const countOf = async () => {
    const rows = host.db.selectFrom('document_update').select('data').where('document_id', '=', documentId)
    return (await rows.execute()).length
  }
  /** Sends an edit and tells whether it was taken. */
  const isTaken = async (socket: RawSocket, update: Uint8Array) => {
    socket.send(syncFrame(documentId, 2, update))
    socket.send(statelessFrame(documentId, '{"checkpoint":1}'))
    const answer = () =>
      socket.frames
        .map((frame) => Buffer.from(frame).toString('latin1'))
        .find((text) => /"checkpoint":1,/.test(text))
    const isClosed = () =>
      socket.frames.some((frame) =>
        /too-large|access-changed|not-found/.test(Buffer.from(frame).toString('latin1')),
      )
    await until('an answer', () => answer() !== undefined || isClosed())
    return answer()?.includes('"accepted":true') === true
  }
  /** An edit that shows a file, so that it is asked about before it is decided about. */
  const naming = (words: string) => {
    const doc = new Y.Doc()
    const text = doc.getText('text')
    text.insert(0, words)
    text.insertEmbed(0, { kind: 'mention', key: newId(), trigger: '#' })
    return Y.encodeStateAsUpdate(doc)
  }
  /** An edit that is nothing but structs which build on what nobody has sent. */
  const waiting = (count: number, names: boolean) => {
    const doc = new Y.Doc()
    const text = doc.getText('text')
    text.insert(0, '.')
    const known = Y.encodeStateVector(doc)
    if (names) text.insertEmbed(0, { kind: 'mention', key: newId(), trigger: '#' })
    for (let i = 0; i < count; i++) text.insert(0, 'w')
    return Y.encodeStateAsUpdate(doc, known)
  }

  const losses: [string, () => Promise<void>][] = [
    [
      'may only view the page since',
      async () => {
        host.roles.set(`${bob.id} ${documentId}`, 'viewer')
        host.collab.live.recheckPages([documentId])
      },
    ],
    [
      'has lost the page since',
      async () => {
        host.roles.set(`${bob.id} ${documentId}`, null)
        host.collab.live.recheckUser(bob.id)
      },
    ],
    [
      'finds the page locked by now',
      async () => {
        await host.db.updateTable('document').set({ lock_page: 1 }).where('id', '=', documentId).execute()
        host.collab.live.recheckPages([documentId])
      },
    ],
    [
      'is signed out by now',
      async () => {
        await host.db.deleteFrom('session').where('userId', '=', bob.id).execute()
        host.collab.live.recheckUser(bob.id)
      },
    ],
  ]
  test.each(losses)(
    'R15 an edit of somebody who %s is refused, although it was allowed when it came',
    async (_who, lose) => {
      const watching = new Tab(host.url, ada, documentId)
      opened.push(watching)
      const socket = await raw(bob)
      let isAsked = false
      meanwhile = async () => {
        isAsked = true
        await lose()
      }
      socket.send(syncFrame(documentId, 2, naming('forged')))
      await until('the question', () => isAsked)
      const token = watching.write()
      await until('the lock or the words', () => watching.acked.has(token) || watching.state === 'not-saved')
      expect(settledText(await storedDoc(host.db, documentId))).not.toContain('forged')
      expect(settledText(watching.page.doc)).not.toContain('forged')
    },
  )

  test('R15 rulings 0: what was refused stays refused when the page as it was open before ends late', async () => {
    const socket = await raw(bob)
    const held = Promise.withResolvers<void>()
    let isAsked = false
    meanwhile = () => {
      isAsked = true
      return held.promise
    }
    const edit = naming('refused')
    socket.send(syncFrame(documentId, 2, edit))
    await until('the question', () => isAsked)
    host.roles.set(`${bob.id} ${documentId}`, 'viewer')
    host.collab.live.recheckPages([documentId])
    const said = (text: string) =>
      socket.frames.some((frame) => Buffer.from(frame).toString('latin1').includes(text))
    await until('the page to be closed', () => said('access-changed'))
    await socket.openPage(documentId)
    socket.send(syncFrame(documentId, 2, edit))
    const answerTo = async (checkpoint: number) => {
      socket.send(statelessFrame(documentId, `{"checkpoint":${checkpoint}}`))
      await until('an answer', () => said(`"checkpoint":${checkpoint},`))
      return said(`"checkpoint":${checkpoint},"accepted":true`)
    }
    expect(await answerTo(1)).toBe(false)
    held.resolve()
    // The first edit is refused by now as well, and what was open before is at its end.
    for (let checkpoint = 2; checkpoint < 30; checkpoint++) expect(await answerTo(checkpoint)).toBe(false)
    expect(settledText(await storedDoc(host.db, documentId))).not.toContain('refused')
  })

  test('what has come into the page meanwhile counts, as if it had been there when the edit came', async () => {
    const [late, early] = [await raw(bob), await raw(ada)]
    meanwhile = async () => {
      meanwhile = async () => undefined
      expect(await isTaken(early, waiting(1900, false))).toBe(true)
    }
    // No more than 2,000 structs of a page may wait: both fit, and not together.
    expect(await isTaken(late, waiting(150, true))).toBe(false)
    expect(await countOf()).toBe(1)
  })

  test('edits that come at the same moment have to fit together, whichever is first', async () => {
    const sockets = [await raw(bob), await raw(ada), await raw(bob), await raw(ada)]
    expect(await isTaken(await raw(ada), waiting(1900, false))).toBe(true)
    const taken = await Promise.all(sockets.map((socket) => isTaken(socket, waiting(60, false))))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await countOf()).toBe(2)
  })

  test('an edit that has to be decided about by itself holds nobody up for good', async () => {
    const tabs = [ada, bob].map((person) => new Tab(host.url, person, documentId))
    opened.push(...tabs)
    for (let round = 0; round < 5; round++) {
      const socket = await raw(ada)
      const taken = isTaken(socket, waiting(50, false))
      for (const tab of tabs) tab.write()
      expect(await taken).toBe(true)
    }
    for (const tab of tabs) await tab.saved()
    await until('both to see all', () => tabs[0]!.text === tabs[1]!.text)
  })
})

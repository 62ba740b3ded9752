import { RawSocket, temporaryFolder, until } from '@test/collab'
import { statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { makeOwnKey, type OwnKey } from '@/editor/peers/keys'

/* What somebody says of the client ids that they write under, over a real socket. */

onEachDatabase('own ids', (database) => {
  const folder = temporaryFolder()
  const opened: RawSocket[] = []
  let host: CollabHost
  let ada: HostPerson
  let documentId: string
  let key: OwnKey

  beforeAll(async () => {
    host = await startCollabHost({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null })
    key = await makeOwnKey()
  })
  beforeEach(async () => {
    ada = await host.addPerson('Ada')
    documentId = await host.addPage()
  })
  afterEach(() => {
    for (const one of opened.splice(0)) one.close()
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })

  const open = async (person: HostPerson) => {
    const socket = await RawSocket.open(host.url, person.cookie)
    opened.push(socket)
    await socket.openPage(documentId)
    socket.frames.length = 0
    return socket
  }
  const says = (socket: RawSocket, said: unknown) =>
    socket.send(statelessFrame(documentId, JSON.stringify(said)))
  /** What the server has said, a letter for each that matters. */
  const heard = (socket: RawSocket) =>
    socket.frames.flatMap(
      (frame) => /"(withdrawn|ticket|checkpoint)":/.exec(Buffer.from(frame).toString('latin1'))?.[1] ?? [],
    )
  const checkpoint = async (socket: RawSocket) => {
    says(socket, { checkpoint: 1 })
    await until('an answer', () => heard(socket).includes('checkpoint'))
  }
  const idsOf = async () =>
    (
      await host.db
        .selectFrom('document_client')
        .select(['client', 'withdrawn_from'])
        .where('document_id', '=', documentId)
        .orderBy('client')
        .execute()
    ).map((row) => [Number(row.client), row.withdrawn_from === null ? null : Number(row.withdrawn_from)])
  /** Writes under these client ids, two characters each. */
  const write = async (socket: RawSocket, ...clients: number[]) => {
    for (const client of clients) {
      const doc = new Y.Doc()
      doc.clientID = client
      doc.getText('title').insert(0, 'no')
      socket.send(syncFrame(documentId, 2, Y.encodeStateAsUpdate(doc)))
    }
    await checkpoint(socket)
    socket.frames.length = 0
  }

  test('R67 nothing else that somebody says is looked at before what they say of their ids is stored', async () => {
    const socket = await open(ada)
    await write(socket, 71, 72)
    says(socket, { withdraw: [[71, 9]] })
    says(socket, { ticket: { key: key.name, client: 73 } })
    says(socket, { withdraw: [[72, 9]] })
    await checkpoint(socket)
    expect(heard(socket)).toEqual(['withdrawn', 'ticket', 'withdrawn', 'checkpoint'])
    expect(await idsOf()).toEqual([
      [71, 2],
      [72, 2],
      [73, null],
    ])
  })

  test('many ids are withdrawn at once, each from where the page has it', async () => {
    const socket = await open(ada)
    const clients = Array.from({ length: 100 }, (_, at) => 100 + at)
    await write(socket, ...clients)
    says(socket, { withdraw: clients.map((client) => [client, client % 2 ? 2 : 3]) })
    await checkpoint(socket)
    expect(await idsOf()).toEqual(clients.map((client) => [client, client % 2 ? null : 2]))
  })

  test.each([
    ['may only read by now', 'viewer', false],
    ['may still suggest', 'suggester', true],
  ] as const)('R57 somebody who %s: are words of theirs withdrawn?', async (_who, role, isWithdrawn) => {
    await write(await open(ada), 71)
    host.roles.set(`${ada.id} ${documentId}`, role)
    host.collab.live.recheckPages([documentId])
    const socket = await open(ada)
    says(socket, { withdraw: [[71, 9]] })
    await checkpoint(socket)
    expect(await idsOf()).toEqual([[71, isWithdrawn ? 2 : null]])
    // What changes nothing is answered like before.
    says(socket, { withdraw: [[72, 9]] })
    await until('an answer', () => heard(socket).at(-1) === 'withdrawn')
  })

  test('R58 what its author is told to write anew is what the page has not, also when an edit is on its way', async () => {
    const [writing, withdrawing] = [await open(ada), await open(ada)]
    await write(writing, 71)
    const doc = new Y.Doc()
    doc.clientID = 71
    doc.getText('title').insert(0, 'no')
    const known = Y.encodeStateVector(doc)
    doc.getText('title').insert(2, 'thing')
    writing.send(syncFrame(documentId, 2, Y.encodeStateAsUpdate(doc, known)))
    says(withdrawing, { withdraw: [[71, 9]] })
    await Promise.all([checkpoint(writing), checkpoint(withdrawing)])
    const [[, from] = []] = await idsOf()
    const told = withdrawing.frames.map((frame) => Buffer.from(frame).toString('latin1')).join()
    // Whichever came first: what the browser is told to write anew is what the page has not.
    expect(told).toContain(`{"withdrawn":[[71,${from}]]}`)
  })
})

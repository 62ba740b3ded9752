import { RawSocket, storedText, temporaryFolder, until } from '@test/collab'
import { statelessFrame, syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { makeOwnKey, makeParcel, type OwnKey } from '@/editor/peers/keys'
import { lapseSessions } from '@/server/rooms/ticket-sessions'
import { newId } from '@/shared/ids'
import type { Ticket, TicketAnswer } from '@/shared/peer-ticket'

/* What one person's browser brings of another's words, over a real socket, with whatever it likes to say. */

const folder = temporaryFolder()
const opened: RawSocket[] = []
let host: CollabHost
let ada: HostPerson
let grace: HostPerson
let documentId: string
let key: OwnKey
/** What happens between what is found out about an edit and the decision about it. */
let meanwhile: () => Promise<void>

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null, named: () => meanwhile() })
  key = await makeOwnKey()
})
beforeEach(async () => {
  meanwhile = async () => undefined
  ada = await host.addPerson('Ada')
  grace = await host.addPerson('Grace')
  documentId = await host.addPage()
})
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})
afterAll(async () => {
  await host.close()
  folder.remove()
})

const open = async (person: HostPerson, page = documentId) => {
  const socket = await RawSocket.open(host.url, person.cookie)
  opened.push(socket)
  await socket.openPage(page)
  return socket
}
/** What the server said that matches. */
async function hears(socket: RawSocket, pattern: RegExp): Promise<string> {
  const found = () => {
    for (const frame of socket.frames) {
      const match = pattern.exec(Buffer.from(frame).toString('latin1'))
      if (match) return match[0]
    }
    return null
  }
  await until(`${pattern}`, () => found() !== null)
  return found() as string
}
async function ticketOf(person: HostPerson, client: number, page = documentId): Promise<TicketAnswer> {
  const socket = await open(person, page)
  socket.send(statelessFrame(page, JSON.stringify({ ticket: { key: key.name, client } })))
  return JSON.parse(await hears(socket, /\{"ticket".*\}/)) as TicketAnswer
}
const writes = (client: number, words: string): Uint8Array => {
  const doc = new Y.Doc()
  doc.clientID = client
  doc.getText('title').insert(0, words)
  return Y.encodeStateAsUpdate(doc)
}
const parcel = async (ticket: string, update: Uint8Array, by = key) =>
  makeParcel(by, { ticket, first: 1, last: 1, update })
let relays = 0
async function bring(socket: RawSocket, bytes: Uint8Array): Promise<string | null> {
  const as = `r${++relays}`
  const relay = Buffer.from(bytes).toString('base64')
  socket.send(statelessFrame(documentId, JSON.stringify({ relay, as })))
  const answer = await hears(socket, new RegExp(`\\{"relayed":"(?:${as})?".*\\}`))
  return (JSON.parse(answer) as { refusal: string | null }).refusal
}
const stored = () => storedText(host.db, documentId)

test('R58 what somebody signed is taken from anybody who has the page open, as theirs, and once', async () => {
  const { ticket } = await ticketOf(ada, 71)
  const bytes = await parcel(ticket, writes(71, 'Ada wrote this'))
  host.roles.set(`${grace.id} ${documentId}`, 'viewer')
  const socket = await open(grace)
  expect(await bring(socket, bytes)).toBeNull()
  expect(await bring(socket, bytes)).toBeNull()
  expect(await stored()).toBe('Ada wrote this')
  const rows = host.db.selectFrom('document_update').select('user_id').where('document_id', '=', documentId)
  expect(await rows.execute()).toEqual([{ user_id: ada.id }])
})

test('R57 edits of a viewer are refused, no matter who brings them, and so are those of who may write no more', async () => {
  host.roles.set(`${ada.id} ${documentId}`, 'viewer')
  const viewers = await ticketOf(ada, 71)
  const socket = await open(grace)
  expect(await bring(socket, await parcel(viewers.ticket, writes(71, 'no')))).toBe('read-only')
  host.roles.set(`${ada.id} ${documentId}`, 'editor')
  const { ticket } = await ticketOf(ada, 72)
  host.roles.set(`${ada.id} ${documentId}`, null)
  expect(await bring(socket, await parcel(ticket, writes(72, 'no')))).toBe('read-only')
  host.roles.set(`${ada.id} ${documentId}`, 'suggester')
  expect(await bring(socket, await parcel(ticket, writes(72, 'no')))).toBe('not-a-suggestion')
  expect(await stored()).toBe('')
  // A ticket that says less than its owner may is no reason to keep their words out.
  host.roles.set(`${ada.id} ${documentId}`, 'editor')
  expect(await bring(socket, await parcel(viewers.ticket, writes(71, 'now')))).toBeNull()
  expect(await stored()).toBe('now')
})

test('R57 what is not signed by the owner of a ticket for this page is refused, and its sender waits', async () => {
  const { ticket } = await ticketOf(ada, 71)
  const elsewhere = await ticketOf(ada, 72, await host.addPage())
  const good = await parcel(ticket, writes(71, 'no'))
  const broken = good.slice()
  broken[broken.length - 80] = (broken.at(-80) ?? 0) ^ 1
  const cases = [
    broken,
    await parcel(ticket, writes(71, 'no'), await makeOwnKey()),
    await parcel(elsewhere.ticket, writes(72, 'no')),
    await parcel(
      ticket.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      writes(71, 'no'),
    ),
    await parcel('', writes(71, 'no')),
    good.subarray(0, 40),
    new Uint8Array(),
  ]
  for (const bytes of cases) {
    const socket = await open(await host.addPerson('Eve'))
    expect(await bring(socket, bytes)).toBe('not-signed')
  }
  for (const text of [
    '{"relay":"',
    '{"relay":"AA"}',
    '{"relay":"!","as":"1"}',
    '{"relay":"AA","as":"1","by":"1"}',
  ]) {
    const socket = await open(await host.addPerson('Eve'))
    socket.send(statelessFrame(documentId, text))
    expect(await hears(socket, /\{"relayed":.*\}/)).toBe('{"relayed":"","refusal":"not-signed"}')
    expect(socket.closed).toBeNull()
  }
  expect(await stored()).toBe('')
})

test('R57 a signature does not let its owner write under ids of others, nor break a page', async () => {
  const { ticket } = await ticketOf(ada, 71)
  await ticketOf(grace, 99)
  const socket = await open(await host.addPerson('Bob'))
  expect(await bring(socket, await parcel(ticket, writes(99, 'as Grace')))).toBe('not-author')
  expect(await bring(socket, await parcel(ticket, Uint8Array.of(1, 2, 3)))).toMatch(/unreadable|unavailable/)
  expect(await bring(socket, await parcel(ticket, writes(71, 'as Ada')))).toBeNull()
  expect(await stored()).toBe('as Ada')
})

test('R57 a ticket says nothing once the session is ended that it was given to; one that ran out by itself is as good as before', async () => {
  const { ticket } = await ticketOf(ada, 71)
  const kept = await ticketOf(await host.signIn(ada), 72)
  const socket = await open(grace)
  const { db } = host
  expect(await bring(socket, await parcel(ticket, writes(71, 'a')))).toBeNull()
  await db.deleteFrom('session').where('id', '=', ada.sessionId).execute()
  expect(await bring(socket, await parcel(ticket, writes(71, 'an')))).toBe('read-only')
  // What the page has already is nobody's question any more.
  expect(await bring(socket, await parcel(ticket, writes(71, 'a')))).toBeNull()
  const endsAt = new Date(Date.now() - 1000)
  await db
    .updateTable('session')
    .set({ expiresAt: endsAt.toISOString() })
    .where('userId', '=', ada.id)
    .execute()
  expect(await bring(socket, await parcel(kept.ticket, writes(72, 'b')))).toBeNull()
  const sessions = db.selectFrom('session').select('id').where('userId', '=', ada.id)
  await lapseSessions(db, new Date())
  expect(await sessions.execute()).toEqual([])
  expect(await bring(socket, await parcel(kept.ticket, writes(72, 'bc')))).toBeNull()
  // As long as tickets are good for, and no longer.
  await lapseSessions(db, new Date(Date.now() + 30 * 24 * 3600_000))
  expect(await bring(socket, await parcel(kept.ticket, writes(72, 'bcd')))).toBeNull()
  await lapseSessions(db, new Date(Date.now() + 32 * 24 * 3600_000))
  expect(await bring(socket, await parcel(kept.ticket, writes(72, 'bcde')))).toBe('read-only')
})

test('R57 a ticket from before it named its session is good while its owner has a session that is as old', async () => {
  const { ticket } = await ticketOf(ada, 71)
  const { session, ...body } = host.tickets.read(ticket) ?? {}
  expect(session).toBe(ada.sessionId)
  const now = Date.now()
  const old = host.tickets.issue(body as Ticket, now)
  const socket = await open(grace)
  expect(await bring(socket, await parcel(old, writes(71, 'a')))).toBeNull()
  await host.db.deleteFrom('session').where('userId', '=', ada.id).execute()
  await until('a later moment', () => Date.now() > now)
  await host.signIn(ada)
  expect(await bring(socket, await parcel(old, writes(71, 'an')))).toBe('read-only')
})

test('R57 what is signed writes under the ids of its ticket alone, and claims no other for its owner', async () => {
  const { ticket } = await ticketOf(ada, 71)
  const socket = await open(grace)
  expect(await bring(socket, await parcel(ticket, writes(73, 'as Ada')))).toBe('not-author')
  expect(await bring(socket, await parcel(ticket, writes(74, 'x'.repeat(100_000))))).toBe('not-author')
  expect(await stored()).toBe('')
  const rows = host.db.selectFrom('document_client').select('client').where('document_id', '=', documentId)
  expect(await rows.execute()).toEqual([{ client: 71 }])
})

test('an id that a ticket names is its owner’s from then on, and nobody gets a ticket for one of somebody else', async () => {
  await ticketOf(ada, 71)
  const socket = await open(grace)
  socket.send(statelessFrame(documentId, JSON.stringify({ ticket: { key: key.name, client: 71 } })))
  socket.send(statelessFrame(documentId, JSON.stringify({ ticket: { key: 'no key', client: 73 } })))
  const both = { key: key.name, client: 72, words: 71 }
  socket.send(statelessFrame(documentId, JSON.stringify({ ticket: both })))
  socket.send(statelessFrame(documentId, JSON.stringify({ checkpoint: 5 })))
  await hears(socket, /"checkpoint":5/)
  socket.send(statelessFrame(documentId, JSON.stringify({ ticket: { ...both, words: 74 } })))
  const answer = JSON.parse(await hears(socket, /\{"ticket".*\}/)) as TicketAnswer
  const body = JSON.parse(Buffer.from(answer.ticket.split('.')[0] ?? '', 'base64url').toString())
  expect(body).toMatchObject({ page: documentId, client: 72, words: 74, may: 'write', key: key.name })
  // 3.15: as the others see them.
  expect(body.user).toMatchObject({ id: grace.id, userId: grace.id, name: 'Grace', isLoggedIn: true })
  const rows = host.db.selectFrom('document_client').select(['client', 'user_id'])
  expect(await rows.where('document_id', '=', documentId).orderBy('client').execute()).toEqual([
    { client: 71, user_id: ada.id },
    { client: 72, user_id: grace.id },
    { client: 74, user_id: grace.id },
  ])
})

test('R58 what its author writes anew is taken from nobody, also when the page has left memory; others cannot say so', async () => {
  const { ticket } = await ticketOf(ada, 71)
  const author = await open(ada)
  const other = await open(grace)
  const withdraw = async (socket: RawSocket, ...clients: [client: number, clock: number][]) => {
    socket.frames.length = 0
    socket.send(statelessFrame(documentId, JSON.stringify({ withdraw: clients })))
    return JSON.parse(await hears(socket, /\{"withdrawn".*\}/)) as unknown
  }
  const doc = new Y.Doc()
  doc.clientID = 71
  doc.getText('title').insert(0, 'before')
  const before = Y.encodeStateAsUpdate(doc)
  doc.getText('title').insert(6, ' after')
  const after = Y.encodeStateAsUpdate(doc, Y.encodeStateVectorFromUpdate(before))
  expect(await bring(other, await parcel(ticket, before))).toBeNull()
  expect(await withdraw(other, [71, 12], [72, 1])).toEqual({
    withdrawn: [
      [71, 6],
      [72, 0],
    ],
  })
  expect(await bring(other, await parcel(ticket, writes(71, 'before')))).toBeNull()
  expect(await withdraw(author, [71, 12])).toEqual({ withdrawn: [[71, 6]] })
  expect(await bring(other, await parcel(ticket, after))).toBe('withdrawn')
  for (const socket of opened.splice(0)) socket.close()
  await until('the page to leave memory', () => host.collab.stats().pages === 0)
  expect(await bring(await open(grace), await parcel(ticket, after))).toBe('withdrawn')
  expect(await stored()).toBe('before')
  // Nothing of this is anything that can be said.
  const eve = await open(await host.addPerson('Eve'))
  for (const said of [
    '{"withdraw":"71"}',
    '{"withdraw":[71]}',
    '{"withdraw":[[-1,1]]}',
    '{"withdraw":[[1,1e99]]}',
    '{"withdraw":[],"as":1}',
  ])
    eve.send(statelessFrame(documentId, said))
  expect(await withdraw(eve)).toEqual({ withdrawn: [] })
  expect(eve.closed).toBeNull()
})

test('R67 while a large parcel is looked at again, because the page has become another, others write on', async () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => ({
    id: `b${at}`,
    kind: 'paragraph',
    text: [{ text: `Line ${at} of a page` }],
  }))
  await host.collab.live.change(documentId, ada.id, { do: 'write', rich: JSON.stringify(lines) })
  const { ticket } = await ticketOf(ada, 71)
  const [carrier, writer] = [await open(grace), await open(await host.addPerson('Bob'))]
  const log = host.db.selectFrom('document_update').select('data').where('document_id', '=', documentId)
  const sizes = async () => (await log.orderBy('id').execute()).map(({ data }) => data.byteLength)
  const before = (await sizes()).length
  const typed = new Y.Doc()
  const frames: Uint8Array[] = []
  typed.on('update', (update: Uint8Array) => frames.push(syncFrame(documentId, 2, update)))
  for (const letter of 'abc') typed.getText('title').insert(0, letter)
  const [, second, third] = frames as [Uint8Array, Uint8Array, Uint8Array]
  let isOvertaken = false
  meanwhile = async () => {
    // It waits for what nobody has sent, so it counts with all that is decided about before it is known better.
    writer.send(second)
    await until('it to be stored', async () => (await sizes()).length === before + 1)
    isOvertaken = true
  }
  const doc = new Y.Doc()
  doc.clientID = 71
  doc.getText('title').insert(0, 'Ada '.repeat(20_000))
  doc.getText('text').insertEmbed(0, { kind: 'mention', key: newId(), trigger: '#' })
  const brought = bring(carrier, await parcel(ticket, Y.encodeStateAsUpdate(doc)))
  await until('the decision', () => isOvertaken)
  writer.send(third)
  expect(await brought).toBeNull()
  const [, typing = 0, large = 0, ...more] = (await sizes()).slice(before)
  expect(more).toEqual([])
  expect(typing).toBeLessThan(100)
  expect(large).toBeGreaterThan(80_000)
}, 60_000)

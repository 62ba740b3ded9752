import { createHmac } from 'node:crypto'
import { addSession } from '@test/rows'
import { cookieOf, joinPod, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type FromRooms, MOST_IN_ROOM, ROOM_CLOSE } from '@/shared/rooms'
import { iceServers } from './relay'
import { Tickets } from './tickets'

const SECRET = 'the secret of the server that is tested here, and of no other'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { AUTH_SECRET: SECRET } })
})
afterAll(() => server.close())

const guests: Guest[] = []
afterEach(() => {
  for (const { ws } of guests.splice(0)) ws.terminate()
})

let names = 0
const name = (of: string) => `${of}-${String(++names).padStart(20, '0')}`

/** A browser on `/rooms`, as its socket behaves. */
class Guest {
  readonly told: FromRooms[] = []
  readonly closed: Promise<number>
  private readonly waiting = new Set<() => void>()

  constructor(
    readonly ws: WebSocket,
    readonly peer: string,
  ) {
    guests.push(this)
    this.closed = new Promise((resolve) => ws.on('close', resolve))
    ws.on('message', (data) => {
      this.told.push(JSON.parse(String(data)))
      for (const look of [...this.waiting]) look()
    })
  }

  static async come(headers: Record<string, string> = {}): Promise<Guest> {
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/rooms`, {
      headers: { origin: server.url, ...headers },
    })
    const guest = new Guest(ws, name('peer'))
    await new Promise((resolve, reject) => ws.on('open', resolve).on('error', reject))
    return guest
  }

  static async into(room: string): Promise<Guest> {
    const guest = await Guest.come()
    guest.say({ type: 'join', room, peer: guest.peer })
    return guest
  }

  say(message: object): void {
    this.ws.send(JSON.stringify(message))
  }

  /** What it is told next of this type. */
  async hears<Type extends FromRooms['type']>(type: Type): Promise<Extract<FromRooms, { type: Type }>> {
    const isIt = (message: FromRooms): message is Extract<FromRooms, { type: Type }> => message.type === type
    return new Promise((resolve) => {
      const look = () => {
        const at = this.told.findIndex(isIt)
        const [found] = at < 0 ? [] : this.told.splice(at, 1)
        if (!found || !isIt(found)) return
        this.waiting.delete(look)
        resolve(found)
      }
      this.waiting.add(look)
      look()
    })
  }
}

test('2.14 browsers in one room are introduced and hand each other what they need; nobody else hears of it', async () => {
  const room = name('room')
  const ada = await Guest.into(room)
  expect(await ada.hears('joined')).toEqual({ type: 'joined', peers: [], iceServers: [] })
  const grace = await Guest.into(room)
  expect((await grace.hears('joined')).peers).toEqual([ada.peer])
  expect(await ada.hears('came')).toEqual({ type: 'came', peer: grace.peer })
  const eve = await Guest.into(name('room'))
  expect((await eve.hears('joined')).peers).toEqual([])
  // Eve knows what Ada is called, and is in another room.
  eve.say({ type: 'signal', to: ada.peer, data: { candidate: { candidate: 'from Eve' } } })
  grace.say({ type: 'signal', to: ada.peer, data: { description: { type: 'offer', sdp: 'from Grace' } } })
  expect(await ada.hears('signal')).toEqual({
    type: 'signal',
    from: grace.peer,
    data: { description: { type: 'offer', sdp: 'from Grace' } },
  })
  grace.ws.close()
  expect(await ada.hears('left')).toEqual({ type: 'left', peer: grace.peer })
  expect(ada.told).toEqual([])
  expect(eve.told).toEqual([])
})

test('a room takes nine, the tenth is told that it is full, and comes in when somebody has left', async () => {
  const room = name('room')
  const inside: Guest[] = []
  for (let i = 0; i < MOST_IN_ROOM; i++) {
    const guest = await Guest.into(room)
    expect((await guest.hears('joined')).peers).toHaveLength(i)
    inside.push(guest)
  }
  expect(await (await Guest.into(room)).closed).toBe(ROOM_CLOSE.full.code)
  inside[0]?.ws.close()
  await inside[1]?.hears('left')
  expect((await (await Guest.into(room)).hears('joined')).peers).toHaveLength(MOST_IN_ROOM - 1)
})

test('nobody takes the name of somebody in the room, and its own goes with the socket', async () => {
  const room = name('room')
  const ada = await Guest.into(room)
  await ada.hears('joined')
  const eve = await Guest.come()
  eve.say({ type: 'join', room, peer: ada.peer })
  expect(await eve.closed).toBe(ROOM_CLOSE.taken.code)
  const grace = await Guest.into(room)
  expect((await grace.hears('joined')).peers).toEqual([ada.peer])
  expect(ada.told.filter(({ type }) => type === 'left')).toEqual([])
})

test.each([
  ['what is no JSON', 'nonsense'],
  ['an unknown type', JSON.stringify({ type: 'shout' })],
  ['a name that is none', JSON.stringify({ type: 'join', room: 'short', peer: 'short' })],
  ['a signal before joining', JSON.stringify({ type: 'signal', to: 'p'.repeat(21), data: {} })],
  [
    'more than it asks for',
    JSON.stringify({ type: 'join', room: 'r'.repeat(32), peer: 'p'.repeat(21), as: 'root' }),
  ],
])('%s ends the connection', async (_what, message) => {
  const guest = await Guest.come()
  guest.ws.send(message)
  expect(await guest.closed).toBe(4400)
})

test('who sends too much, or too much at once, is turned away, and others in the room go on', async () => {
  const room = name('room')
  const ada = await Guest.into(room)
  const eve = await Guest.into(room)
  await ada.hears('came')
  for (let i = 0; i < 2000; i++) eve.say({ type: 'signal', to: ada.peer, data: { i } })
  expect(await eve.closed).toBe(4429)
  await ada.hears('left')
  const huge = await Guest.into(room)
  await ada.hears('came')
  huge.say({ type: 'signal', to: ada.peer, data: { long: 'x'.repeat(100_000) } })
  expect(await huge.closed).toBe(1009)
  await ada.hears('left')
  expect((await (await Guest.into(room)).hears('joined')).peers).toEqual([ada.peer])
})

test('R41 what is nested without end ends the connection that says it, and nothing else', async () => {
  const room = name('room')
  const ada = await Guest.into(room)
  const nested = ['{"0":', '{"a":'].map((start) => `${start + '['.repeat(31_000) + ']'.repeat(31_000)}}`)
  for (const data of [...nested, '{"__proto__":{"x":1}}']) {
    const eve = await Guest.into(room)
    await ada.hears('came')
    eve.ws.send(`{"type":"signal","to":"${ada.peer}","data":${data}}`)
    expect(await eve.closed).toBe(4400)
    await ada.hears('left')
  }
  const grace = await Guest.into(room)
  await ada.hears('came')
  grace.say({ type: 'signal', to: ada.peer, data: { candidate: null } })
  expect((await ada.hears('signal')).from).toBe(grace.peer)
})

const tickets = new Tickets(SECRET)
const ticketFor = (page: string, person: TestPerson, at = Date.now(), session?: string) =>
  tickets.issue(
    {
      page,
      user: { id: person.user.id, name: 'Ada', color: '#000000', avatarUrl: null },
      may: 'write',
      key: '',
      client: 1,
      session,
    },
    at,
  )
const come = async (room: string, ticket: string) => {
  const guest = await Guest.come()
  guest.say({ type: 'join', room, peer: guest.peer, ticket })
  return guest
}

test('R57 a room of somebody’s page takes those with a ticket for it, up to nine; others meet none of them', async () => {
  const ada = await server.signUp()
  const makePage = async () => (await server.rpc(ada.cookie).document.create.mutate({ title: 'Page' })).id
  const room = name('room')
  const closed = async (ticket: string) => (await come(room, ticket)).closed
  const page = await makePage()
  const enter = (of = page) => come(room, ticketFor(of, ada))
  const first = await enter()
  expect((await first.hears('joined')).peers).toEqual([])
  // Of another page, and without a ticket: the same name, and another room.
  expect((await (await enter(await makePage())).hears('joined')).peers).toEqual([])
  expect((await (await Guest.into(room)).hears('joined')).peers).toEqual([])
  expect(await closed('nonsense')).toBe(ROOM_CLOSE.ticket.code)
  expect(await closed(ticketFor(page, ada, Date.now() - 3600_000))).toBe(ROOM_CLOSE.ticket.code)
  expect(await closed(`${ticketFor(page, ada)}x`)).toBe(ROOM_CLOSE.ticket.code)
  expect(
    await closed(
      new Tickets('the secret of another server').issue(
        { page, user: { id: 'eve', name: '', color: '', avatarUrl: null }, may: 'write', key: '', client: 1 },
        Date.now(),
      ),
    ),
  ).toBe(ROOM_CLOSE.ticket.code)
  for (let i = 1; i < MOST_IN_ROOM; i++) await (await enter()).hears('joined')
  expect(await (await enter()).closed).toBe(ROOM_CLOSE.full.code)
  expect(first.told.filter(({ type }) => type === 'came')).toHaveLength(MOST_IN_ROOM - 1)
})

test('R61 somebody who loses a page is put out of its room, the others are told, and a ticket from before opens nothing', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()]
  const pod = (await server.rpc(ada.cookie).pod.create.mutate({ name: 'Both' })).id
  await joinPod(server, pod, { owner: ada, person: bob })
  const page = (await server.rpc(ada.cookie).document.create.mutate({ title: 'Page', podId: pod })).id
  const [hers, his] = [ticketFor(page, ada), ticketFor(page, bob)]
  const room = name('room')
  const first = await come(room, hers)
  await first.hears('joined')
  const second = await come(room, his)
  await second.hears('joined')
  expect(await first.hears('came')).toEqual({ type: 'came', peer: second.peer })
  await server.rpc(ada.cookie).pod.removeMember.mutate({ podId: pod, userId: bob.user.id })
  expect(await second.closed).toBe(ROOM_CLOSE.ticket.code)
  expect(await first.hears('gone')).toEqual({ type: 'gone', peer: second.peer })
  expect(await (await come(room, his)).closed).toBe(ROOM_CLOSE.ticket.code)
  // The page goes to the trash with her in its room.
  await server.rpc(ada.cookie).document.archive.mutate({ id: page })
  const third = await come(room, hers)
  await server.rpc(ada.cookie).document.delete.mutate({ id: page })
  expect(await third.closed).toBe(ROOM_CLOSE.ticket.code)
  expect(first.told.filter(({ type }) => type === 'came')).toHaveLength(1)
})

test('R61 who has ended a session is put out of rooms that were entered with its tickets, and only with these', async () => {
  const ada = await server.signUp()
  const page = (await server.rpc(ada.cookie).document.create.mutate({ title: 'Page' })).id
  const sessions = (await server.rpc(ada.cookie).user.sessions.query()).sessions.map(({ id }) => id)
  expect(sessions).toHaveLength(1)
  const lost = await addSession(server.services.db, ada.user.id)
  const room = name('room')
  const [hers, theirs] = [
    ticketFor(page, ada, Date.now(), sessions[0]),
    ticketFor(page, ada, Date.now(), lost.id),
  ]
  const first = await come(room, hers)
  await first.hears('joined')
  const second = await come(room, theirs)
  await second.hears('joined')
  await server.rpc(ada.cookie).user.revokeSession.mutate({ id: lost.id })
  expect(await second.closed).toBe(ROOM_CLOSE.ticket.code)
  expect(await first.hears('gone')).toEqual({ type: 'gone', peer: second.peer })
  expect(await (await come(room, theirs)).closed).toBe(ROOM_CLOSE.ticket.code)
  expect((await (await come(room, hers)).hears('joined')).peers).toEqual([first.peer])
})

test('R61 R28 a ticket from before a password was changed opens no room, and puts nobody out who has one from after', async () => {
  const ada = await server.signUp()
  const password = 'Correct-horse-7'
  const set = await server.post('/api/auth/set-password', { email: ada.user.email, password }, ada.cookie)
  const page = (await server.rpc(cookieOf(set)).document.create.mutate({ title: 'Page' })).id
  const { sessions } = await server.rpc(cookieOf(set)).user.sessions.query()
  const own = sessions.find(({ current }) => current)?.id
  const [copied, room] = [ticketFor(page, ada, Date.now(), own), name('room')]
  const first = await come(room, copied)
  await first.hears('joined')
  const change = { password, newPassword: 'Another-horse-9' }
  const changed = await server.post('/api/auth/change-password', change, cookieOf(set))
  expect(changed.status).toBe(200)
  expect(await first.closed).toBe(ROOM_CLOSE.ticket.code)
  expect(await (await come(room, copied)).closed).toBe(ROOM_CLOSE.ticket.code)
  const second = await come(room, ticketFor(page, ada, Date.now(), own))
  expect((await second.hears('joined')).peers).toEqual([])
})

test('R19 a page of another site gets no socket here', async () => {
  await expect(Guest.come({ origin: 'https://elsewhere.example' })).rejects.toThrow('403')
})

test('a relay is named with a password that ends, as coturn works it out', () => {
  expect(iceServers(null, 0)).toEqual([])
  const at = Date.UTC(2026, 0, 1)
  const [relay] = iceServers({ url: 'turn:relay.example.org', secret: 'shared' }, at)
  expect(relay).toEqual({
    urls: 'turn:relay.example.org',
    username: String(at / 1000 + 12 * 3600),
    credential: createHmac('sha1', 'shared')
      .update(String(at / 1000 + 12 * 3600))
      .digest('base64'),
  })
})

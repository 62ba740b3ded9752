import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { t } from '@/shared/i18n'
import { UnsentAnswers } from './unsent-answers'

/** A connection without a line. */
const connection = () =>
  Object.assign(new EventEmitter(), {
    destroyed: false,
    writableLength: 0,
    setTimeout: () => undefined,
    destroy: () => undefined,
  }) as unknown as Socket
const outgoing = (socket = connection()) =>
  Object.assign(new EventEmitter(), { closed: false, req: { socket } })

test('R67 what somebody does not take counts until its connection is closed, for them alone', () => {
  const unsent = new UnsentAnswers(100)
  const [one, other] = [outgoing(), outgoing()]
  const [first, second] = [unsent.of('ada', one), unsent.of('ada', other)]
  first.hold(30)
  const listeners = one.listenerCount('close')
  first.hold(30)
  expect(one.listenerCount('close')).toBe(listeners)
  expect(second.isFull()).toBe(false)
  second.hold(60)
  expect([first.isFull(), second.isFull()]).toEqual([true, true])
  expect(unsent.of('bea', outgoing()).isFull()).toBe(false)
  one.emit('close')
  expect(second.isFull()).toBe(false)
  second.hold(40)
  expect(second.isFull()).toBe(true)
  other.emit('close')
  expect(unsent.of('ada', outgoing()).isFull()).toBe(false)
})

test('R67 what is made for a connection that is closed is not counted', () => {
  const gone = new UnsentAnswers(100).of('ada', Object.assign(outgoing(), { closed: true }))
  gone.hold(100)
  expect(gone.isFull()).toBe(false)
})

test('R67 answers that wait for another on their connection are not counted when it has closed', async () => {
  const unsent = new UnsentAnswers(100)
  let asked = 0
  const server = createServer((_request, response) => {
    unsent.of('ada', response).hold(50)
    asked++
    // The first is never whole, so that the others wait for it.
    if (asked > 1) response.end('later')
    else response.write('begun')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: sheaf\r\n\r\n'.repeat(20))
  await expect.poll(() => asked).toBe(20)
  const { isFull } = unsent.of('ada', outgoing())
  expect(isFull()).toBe(true)
  socket.destroy()
  await expect.poll(isFull).toBe(false)
  await new Promise((closed) => server.close(closed))
})

test('R67 however many answers one connection has, it is listened to once, and each is released once', () => {
  const unsent = new UnsentAnswers(100)
  const socket = connection()
  const answers = Array.from({ length: 4 }, () => outgoing(socket))
  for (const answer of answers) unsent.of('ada', answer).hold(25)
  expect(socket.listenerCount('close')).toBe(1)
  const { isFull, hold } = unsent.of('ada', outgoing())
  answers[0]!.emit('close')
  hold(99)
  socket.emit('close')
  expect(isFull()).toBe(false)
  for (const answer of answers) answer.emit('close')
  hold(1)
  expect(isFull()).toBe(true)
})

/** A server with this listener, and a connection to it that takes nothing until it is told to. */
async function connected(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const seen = { answers: '', isEnded: false }
  socket.on('error', () => undefined)
  socket.on('close', () => {
    seen.isEnded = true
  })
  const take = () => {
    socket.on('data', (data) => {
      seen.answers += data.toString('latin1')
    })
    socket.resume()
  }
  return {
    seen,
    take,
    ask: (times = 1) => socket.write('GET / HTTP/1.1\r\nhost: sheaf\r\n\r\n'.repeat(times)),
    async [Symbol.asyncDispose]() {
      socket.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test('R67 who takes nothing for a while is given up with what is held for them', async () => {
  const unsent = new UnsentAnswers(100, 300)
  const { isFull } = unsent.of('ada', outgoing())
  let wasFull = false
  await using client = await connected((_request, response) => {
    unsent.of('ada', response).hold(50_000_000)
    wasFull = isFull()
    response.end(Buffer.alloc(50_000_000))
  })
  client.ask()
  await expect.poll(() => wasFull).toBe(true)
  await expect.poll(isFull, { timeout: 20_000 }).toBe(false)
})

test('R67 who takes nothing for a while is given up also when what is held waits behind something else', async () => {
  const unsent = new UnsentAnswers(100, 300)
  const { isFull } = unsent.of('ada', outgoing())
  let asked = 0
  await using client = await connected((_request, response) => {
    asked++
    if (asked === 1) response.end(Buffer.alloc(50_000_000))
    else unsent.of('ada', response).hold(100)
  })
  client.ask(2)
  await expect.poll(isFull).toBe(true)
  await expect.poll(isFull, { timeout: 20_000 }).toBe(false)
})

test('R67 who takes nothing of what many are sent is given up', async () => {
  const unsent = new UnsentAnswers(100, 300)
  let isGone = false
  await using client = await connected((_request, response) => {
    response.once('close', () => {
      isGone = true
    })
    unsent.endWhenStalled(response)
    response.end(Buffer.alloc(50_000_000))
  })
  client.ask()
  await expect.poll(() => isGone, { timeout: 20_000 }).toBe(true)
})

test('R67 an answer that is counted and takes long to make is sent all the same', async () => {
  const unsent = new UnsentAnswers(100, 50)
  await using client = await connected((request, response) => {
    unsent.of('ada', response).hold(10)
    let times = 0
    request.socket.on('timeout', () => {
      if (++times === 2) setImmediate(() => response.end('made'))
    })
  })
  client.take()
  client.ask()
  await expect.poll(() => client.seen.answers || client.seen.isEnded).toContain('made')
})

test('R67 what follows a taken answer on its connection has all the time that it needs', async () => {
  const unsent = new UnsentAnswers(100, 60_000)
  const asked: { request: IncomingMessage; response: ServerResponse }[] = []
  await using client = await connected((request, response) => void asked.push({ request, response }))
  client.take()
  client.ask(2)
  await expect.poll(() => asked.length).toBe(2)
  const [{ request, response }, next] = asked as [(typeof asked)[0], (typeof asked)[0]]
  unsent.of('ada', response).hold(10)
  expect(request.socket.timeout).toBe(60_000)
  response.end('first')
  await expect.poll(() => request.socket.timeout).toBe(0)
  unsent.of('ada', next.response).hold(10)
  next.response.end('second')
  await expect.poll(() => client.seen.answers).toContain('second')
  // Node ends an idle connection, as before, and gives a request time again.
  await expect.poll(() => request.socket.timeout).toBeGreaterThan(0)
  expect(request.socket.timeout).not.toBe(60_000)
  client.ask()
  await expect.poll(() => asked.length).toBe(3)
  expect(request.socket.timeout).toBe(0)
})

test('R67 what many are sent counts once for each who does not take it, and is not refused to them', () => {
  const unsent = new UnsentAnswers(100)
  const [page, other] = [new Uint8Array(100), new Uint8Array(1)]
  const answers = [outgoing(), outgoing()]
  for (const answer of answers) unsent.of('ada', answer).holdShared(page)
  const { isFull, hold, holdShared } = unsent.of('ada', outgoing())
  expect(isFull()).toBe(true)
  expect(() => holdShared(other)).toThrow(t('Rate limit exceeded. Please try again in a minute.'))
  unsent.of('bea', outgoing()).holdShared(page)
  answers[0]!.emit('close')
  expect(isFull()).toBe(true)
  answers[1]!.emit('close')
  expect(isFull()).toBe(false)
  hold(99)
  expect(isFull()).toBe(false)
  holdShared(other)
  expect(isFull()).toBe(true)
})

test('R67 what many are sent over a connection that is closed is not counted', () => {
  const unsent = new UnsentAnswers(100)
  unsent.of('ada', Object.assign(outgoing(), { closed: true })).holdShared(new Uint8Array(100))
  expect(unsent.of('ada', outgoing()).isFull()).toBe(false)
})

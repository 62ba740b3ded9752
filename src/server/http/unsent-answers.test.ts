import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { UnsentAnswers } from './unsent-answers'

const connection = () => Object.assign(new EventEmitter(), { destroyed: false })
const outgoing = (socket = connection()) =>
  Object.assign(new EventEmitter(), { closed: false, req: { socket } })

test('R67 what somebody does not take counts until its connection is closed, for them alone', () => {
  const unsent = new UnsentAnswers(100)
  const [one, other] = [outgoing(), outgoing()]
  const [first, second] = [unsent.of('ada', one), unsent.of('ada', other)]
  first.hold(30)
  first.hold(30)
  expect(one.listenerCount('close')).toBe(1)
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

test('R67 who takes nothing for a while is given up with what is held for them', async () => {
  const unsent = new UnsentAnswers(100, 300)
  const { isFull } = unsent.of('ada', outgoing())
  let wasFull = false
  const server = createServer((_request, response) => {
    unsent.of('ada', response).hold(50_000_000)
    wasFull = isFull()
    response.end(Buffer.alloc(50_000_000))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: sheaf\r\n\r\n')
  await expect.poll(() => wasFull).toBe(true)
  await expect.poll(isFull, { timeout: 20_000 }).toBe(false)
  socket.destroy()
  await new Promise((closed) => server.close(closed))
})

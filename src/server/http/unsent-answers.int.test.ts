import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { startTestServer } from '@test/server'
import { expect, test } from 'vitest'
import { UnsentAnswers } from './unsent-answers'

test('R67 who takes an answer slowly, for much longer than nothing may be taken, is sent all of it', async () => {
  const unsent = new UnsentAnswers(100, 1_500)
  const size = 24_000_000
  const server = createServer((_request, response) => {
    unsent.of('ada', response).hold(size)
    response.end(Buffer.alloc(size))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let taken = 0
  let pauses = 0
  socket.on('data', (data) => {
    taken += data.byteLength
    if (taken < (pauses + 1) * 600_000) return
    pauses++
    socket.pause()
    setTimeout(() => socket.resume(), 100)
  })
  socket.write('GET / HTTP/1.1\r\nhost: sheaf\r\nconnection: close\r\n\r\n')
  await new Promise<void>((ended, failed) => socket.on('end', ended).on('error', failed))
  expect(taken).toBeGreaterThan(size)
  expect(pauses).toBe(40)
  await new Promise((closed) => server.close(closed))
})

test('R67 who asks for much on one connection before anything is answered is given up, and others are answered', async () => {
  const server = await startTestServer()
  try {
    const batch = `GET /api/trpc/${Array(50).fill('document.list').join(',')}?batch=1 HTTP/1.1\r\nhost: sheaf\r\n\r\n`
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let isEnded = false
    socket
      .on('error', () => undefined)
      .on('close', () => {
        isEnded = true
      })
    socket.resume().write(`GET /fonts/emoji.woff2 HTTP/1.1\r\nhost: sheaf\r\n\r\n${batch.repeat(70)}`)
    await expect.poll(() => isEnded, { timeout: 10_000 }).toBe(true)
    const face = await fetch(`${server.url}/fonts/emoji.woff2`)
    expect((await face.arrayBuffer()).byteLength).toBe(Number(face.headers.get('content-length')))
  } finally {
    await server.close()
  }
})

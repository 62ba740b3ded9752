import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HttpListener, listen } from './listen'

/** As in the product, a hundred times quicker. */
const PATIENCE = { stalled: 1_000, whole: 1_500, wholeFile: 60_000 }
const PIECE_MS = 100

describe('how long a request may take to arrive', () => {
  let door: HttpListener
  beforeAll(async () => {
    door = await listen({ host: '127.0.0.1', port: 0 }, PATIENCE)
    door.open(async (request, response) => {
      let size = 0
      try {
        for await (const chunk of request) size += chunk.length
      } catch {
        return
      }
      response.end(`received ${size}`)
    })
  })
  afterAll(() => door.close())

  /** Sends the head of a request of `length` bytes, of which `pieces` come, one by one; resolves with all that was answered. */
  function send(path: string, length: number, pieces: number): Promise<string> {
    const { port } = new URL(door.url)
    const socket: Socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`,
    )
    let left = pieces
    const timer = setInterval(() => {
      if (left-- > 0) socket.write('x')
    }, PIECE_MS)
    return new Promise((resolve) => {
      let answer = ''
      socket.on('data', (data) => {
        answer += data
      })
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(timer)
        resolve(answer)
      })
    })
  }

  it('what stands still, or drips for too long, is cut off; a file may take its time', async () => {
    const [stalled, stalledFile, dripping, file, imported, quick] = await Promise.all([
      send('/api/trpc/x', 100, 2),
      send('/api/files?page=x', 100, 2),
      send('/api/filesystem', 10_000, 10_000),
      send('/api/files?page=x', 40, 40),
      send('/api/import', 40, 40),
      send('/api/trpc/x', 3, 3),
    ])
    expect([stalled, stalledFile, dripping]).toEqual(['', '', ''])
    expect(file).toContain('received 40')
    expect(imported).toContain('received 40')
    expect(quick).toContain('received 3')
  })

  it.each([
    ['two', 'Host: localhost\r\nhost: evil.test'],
    ['the same twice', 'Host: localhost\r\nHost: localhost'],
    ['none', 'X-Host: localhost'],
  ])('S12 a request that names %s is refused', async (_what, hosts) => {
    const socket = connect(Number(new URL(door.url).port), '127.0.0.1')
    socket.end(`GET / HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`)
    let answer = ''
    for await (const data of socket) answer += data
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('requests of one connection that wait for their answers', () => {
  let door: HttpListener
  let asked = 0
  /** Ends each answer that was asked for so far. */
  let answerAll = () => {}
  beforeAll(async () => {
    door = await listen({ host: '127.0.0.1', port: 0 })
    door.open((_request, response) => {
      asked += 1
      const before = answerAll
      answerAll = () => {
        before()
        response.end('done')
      }
    })
  })
  afterAll(() => door.close())
  beforeEach(() => {
    asked = 0
    answerAll = () => {}
  })

  /** A connection, all that is answered on it, and whether it has been ended. */
  function open() {
    const socket = connect(Number(new URL(door.url).port), '127.0.0.1')
    const seen = { answer: '', isEnded: false }
    socket.on('data', (data) => {
      seen.answer += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      seen.isEnded = true
    })
    return { socket, seen }
  }
  const GET = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const answersIn = (text: string) => text.split('HTTP/1.1 200').length - 1

  it('R67 a few are answered in their order', async () => {
    const { socket, seen } = open()
    socket.write(GET.repeat(8))
    await expect.poll(() => asked).toBe(8)
    answerAll()
    await expect.poll(() => answersIn(seen.answer)).toBe(8)
    expect(seen.isEnded).toBe(false)
    socket.destroy()
  })

  it('R67 any number are answered one after the other', async () => {
    const { socket, seen } = open()
    for (let count = 1; count <= 50; count++) {
      socket.write(GET)
      await expect.poll(() => asked, { interval: 1 }).toBe(count)
      answerAll()
      await expect.poll(() => answersIn(seen.answer), { interval: 1 }).toBe(count)
    }
    expect(seen.isEnded).toBe(false)
    socket.destroy()
  })

  it.each([
    ['plain', GET],
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['with what it expects', 'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: wonders\r\n\r\n'],
  ])('R67 many end their connection, and are not looked at: %s', async (_what, request) => {
    const { socket, seen } = open()
    socket.write(GET + request.repeat(500))
    await expect.poll(() => seen.isEnded).toBe(true)
    expect(asked).toBeLessThanOrEqual(8)
    asked = 0
    const next = open()
    next.socket.write(GET)
    await expect.poll(() => asked).toBe(1)
    next.socket.destroy()
  })

  it('a request that expects anything but to go on is refused', async () => {
    const { socket, seen } = open()
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nexpect: wonders\r\n\r\n')
    await expect.poll(() => seen.answer).toMatch(/^HTTP\/1\.1 417 /)
    expect(asked).toBe(0)
    socket.destroy()
  })
})

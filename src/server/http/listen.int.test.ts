import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    const [stalled, stalledFile, dripping, file, quick] = await Promise.all([
      send('/api/trpc/x', 100, 2),
      send('/api/files?page=x', 100, 2),
      send('/api/filesystem', 10_000, 10_000),
      send('/api/files?page=x', 40, 40),
      send('/api/trpc/x', 3, 3),
    ])
    expect([stalled, stalledFile, dripping]).toEqual(['', '', ''])
    expect(file).toContain('received 40')
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

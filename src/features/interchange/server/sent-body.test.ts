import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SentBody } from './sent-body'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('what is put in at once comes out in pieces: what is not taken stays in the body', async () => {
  const bytes = Buffer.from('0123456789'.repeat(50_000))
  const body = new SentBody()
  body.end(bytes)
  const reader = (Readable.toWeb(body) as ReadableStream<Uint8Array>).getReader()
  const pieces: Uint8Array[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (pieces.length === 0) expect(body.readableLength).toBeGreaterThan(bytes.length / 2)
    pieces.push(next.value)
  }
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  await expect.poll(() => body.closed).toBe(true)
})

it('a body of which nothing is taken for a minute is given up, and its clock stops', async () => {
  const body = new SentBody()
  body.write(Buffer.alloc(500_000))
  const ended = once(body, 'close')
  vi.advanceTimersByTime(2 * MINUTE)
  await expect(ended).rejects.toThrow('The receiver takes no more of a file.')
  await expect.poll(() => body.closed).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('one that is taken slowly, or for which nothing has come yet, is not', async () => {
  const body = new SentBody()
  vi.advanceTimersByTime(10 * MINUTE)
  body.write(Buffer.alloc(500_000))
  for (let minutes = 0; minutes < 5; minutes++) {
    vi.advanceTimersByTime(MINUTE)
    expect(body.read(1)).not.toBeNull()
  }
  body.end()
  body.resume()
  await once(body, 'end')
  expect(body.errored).toBeNull()
})

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

/** Minutes until a body is given up of which so much is taken in each; at most an hour. */
function minutesAt(bytesPerMinute: number): number {
  const body = new SentBody()
  body.on('error', () => undefined)
  body.write(Buffer.alloc(60 * bytesPerMinute + 1))
  let minutes = 0
  for (; minutes < 60 && !body.destroyed; minutes++) {
    vi.advanceTimersByTime(MINUTE)
    for (let left = bytesPerMinute; left > 0 && !body.destroyed; left -= 16_384)
      body.read(Math.min(left, 16_384))
  }
  body.destroy()
  return minutes
}

it('R67 one of which only a little is taken for long is given up, one on a slow line is not', () => {
  expect(minutesAt(64 * 1024)).toBeLessThan(15)
  expect(minutesAt(5 * 1024 * 60)).toBe(60)
})

it('R67 one of which all is taken now and then goes on, as it is not the receiver who is slow', () => {
  const body = new SentBody()
  for (let minutes = 0; minutes < 40; minutes++) {
    if (minutes % 5 < 4) body.write(Buffer.alloc(1_000))
    vi.advanceTimersByTime(MINUTE)
    if (minutes % 5 < 3) body.read(1)
    else body.read()
  }
  expect(body.destroyed).toBe(false)
  body.destroy()
})

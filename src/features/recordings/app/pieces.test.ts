import { expect, it } from 'vitest'
import { Pieces } from './pieces'

const WORDS = ['one ', 'two ', 'three ', 'four']
const never = new AbortController().signal
const text = async (blob: Blob | null) => blob && (await blob.text())

it('4.7 what is recorded is given from any place on, as soon as there is some, until it ends', async () => {
  const pieces = new Pieces(async (count) => WORDS[count]!)
  const first = pieces.from(0, 100, never)
  pieces.add(4)
  expect(await text(await first)).toBe('one ')
  pieces.add(4)
  pieces.add(6)
  expect(pieces.size).toBe(14)
  for (const [offset, most, expected] of [
    [0, 100, 'one two three '],
    [0, 3, 'one'],
    [2, 4, 'e tw'],
    [4, 4, 'two '],
    [13, 9, ' '],
  ] as const)
    expect(await text(await pieces.from(offset, most, never))).toBe(expected)
  const last = pieces.from(14, 100, never)
  pieces.add(4)
  pieces.end()
  expect(await text(await last)).toBe('four')
  expect(await pieces.from(18, 100, never)).toBeNull()
})

it('4.7 who waits for the next second can be told to stop', async () => {
  const pieces = new Pieces(async () => '')
  const stop = new AbortController()
  const waiting = pieces.from(0, 1, stop.signal)
  stop.abort('enough')
  await expect(waiting).rejects.toBe('enough')
})

import { expect, test } from 'vitest'
import { alignedFrames } from './align'

test('each token covers the frames that it looks at, in order', () => {
  const looks = (from: number, to: number) =>
    Float32Array.from({ length: 9 }, (_, frame) => (frame >= from && frame <= to ? 0.3 : 0.01))
  expect(alignedFrames([looks(0, 2), looks(3, 4), looks(5, 8)])).toEqual([
    { first: 0, last: 2 },
    { first: 3, last: 4 },
    { first: 5, last: 8 },
  ])
})

test('more tokens than frames share them; none has none', () => {
  const found = alignedFrames(Array.from({ length: 4 }, () => Float32Array.of(0.5, 0.5)))
  expect(found).toHaveLength(4)
  for (const { first, last } of found) expect(last).toBeGreaterThanOrEqual(first)
})

test('nothing is aligned with nothing', () => {
  expect(alignedFrames([])).toEqual([])
  expect(alignedFrames([new Float32Array()])).toEqual([])
})

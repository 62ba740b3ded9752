import { expect, test } from 'vitest'
import { speechParts } from './speech-parts'

const FRAME = 512
/** How likely it is that somebody speaks, for segments of the given seconds. */
const likely = (...segments: [seconds: number, likelihood: number][]) =>
  Float32Array.from(
    segments.flatMap(([seconds, value]) => Array(Math.round((seconds * 16_000) / FRAME)).fill(value)),
  )
const seconds = (frames: Float32Array) =>
  speechParts(frames, frames.length * FRAME).map(({ start, end }) =>
    [start, end].map((at) => Math.round(at / 1_600) / 10),
  )

test('speech is found between pauses, with a little around it', () => {
  expect(seconds(likely([2, 0], [3, 0.9], [1, 0], [2, 0.9], [2, 0]))).toEqual([
    [1.7, 5.3],
    [5.7, 8.3],
  ])
})

test('a short stop is no pause, and silence alone is nothing', () => {
  expect(seconds(likely([1, 0.9], [0.2, 0], [1, 0.9]))).toEqual([[0, 2.2]])
  expect(seconds(likely([10, 0.1]))).toEqual([])
})

test('speech without a pause is cut where it is quietest, and nothing is heard twice', () => {
  const parts = speechParts(likely([22, 0.9], [0.1, 0.45], [20, 0.9]), 42.1 * 16_000)
  expect(parts).toHaveLength(2)
  expect(Math.round(parts[0]!.end / 16_000)).toBe(22)
  expect(parts[1]!.start).toBeGreaterThanOrEqual(parts[0]!.end)
  for (const { start, end } of parts) expect(end - start).toBeLessThanOrEqual(28 * 16_000)
})

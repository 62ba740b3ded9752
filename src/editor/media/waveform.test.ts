import { expect, test } from 'vitest'
import { PEAKS, peaksIn } from '@/blocks/media/media-facts'
import { waveformPath } from './waveform'

const kept = (values: readonly number[]) => btoa(String.fromCharCode(...values))
const heights = (path: string) => [...path.matchAll(/v(\d+)/g)].map(([, high]) => Number(high))

test('a quiet sound is drawn as high as a loud one, and silence as a line', () => {
  const parts = Array.from({ length: PEAKS }, (_, at) => (at < PEAKS / 2 ? 10 : 20))
  const drawn = heights(waveformPath(peaksIn(kept(parts))))
  expect(drawn).toHaveLength(200)
  expect(new Set(drawn.slice(0, 100))).toEqual(new Set([20]))
  expect(new Set(drawn.slice(100))).toEqual(new Set([40]))
  expect(new Set(heights(waveformPath(peaksIn(kept(parts.map(() => 0))))))).toEqual(new Set([2]))
})

test('more or fewer parts than are kept are drawn too', () => {
  expect(heights(waveformPath([0.5, 1]))).toHaveLength(200)
  expect(peaksIn(kept(Array.from({ length: 5_000 }, () => 255)))).toHaveLength(PEAKS)
  expect(heights(waveformPath([]))).toHaveLength(200)
})

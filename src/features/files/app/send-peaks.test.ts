import { expect, test } from 'vitest'
import { PEAKS } from '@/blocks/media/media-facts'
import { isHeardHereAlone, peaksOf } from './send-peaks'

test('4.8 of a sound the loudest moment of each part counts, of whichever channel', () => {
  const left = new Float32Array(PEAKS * 10)
  const right = new Float32Array(PEAKS * 10)
  left[5] = -0.5
  right[15] = 1.5
  const peaks = peaksOf([left, right])
  expect([...peaks.slice(0, 3)]).toEqual([128, 255, 0])
  expect(peaks).toHaveLength(PEAKS)
  expect(peaksOf([new Float32Array(3).fill(1)]).filter((loud) => loud === 255)).toHaveLength(3)
})

test('4.8 the browser listens to what the server cannot decode, and to nothing too large', () => {
  expect(isHeardHereAlone({ type: 'audio/x-m4a', size: 1000 })).toBe(true)
  expect(isHeardHereAlone({ type: 'audio/flac', size: 1000 })).toBe(true)
  expect(isHeardHereAlone({ type: 'audio/mpeg', size: 1000 })).toBe(false)
  expect(isHeardHereAlone({ type: 'audio/x-m4a', size: 40 * 1024 * 1024 })).toBe(false)
})

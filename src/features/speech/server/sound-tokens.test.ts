import { expect, test } from 'vitest'
import { guessedSeconds, soundTokens } from './sound-tokens'

const sound = (length: number, type: string) => ({ bytes: new Uint8Array(length), type })

test('an hour of silence counts as an hour, and the shortest sound counts too', () => {
  expect(soundTokens(3_600)).toBe(36_000)
  expect(soundTokens(0.001)).toBe(soundTokens(0.1))
  expect(soundTokens(0)).toBeGreaterThan(0)
  expect(soundTokens(Number.MAX_VALUE)).toBeLessThan(2 ** 31)
})

test('a sound of which nothing tells how long it is counts by its bytes, up to the longest part', () => {
  expect(guessedSeconds(sound(8_000 * 600, 'audio/webm'))).toBe(600)
  expect(guessedSeconds(sound(32_000 * 600, 'audio/wav'))).toBe(600)
  expect(guessedSeconds(sound(20 * 1024 * 1024, 'video/mp4'))).toBe(1_200)
})

import { expect, test } from 'vitest'
import { soundTokens } from './sound-tokens'

const sound = (length: number, type: string) => ({ bytes: new Uint8Array(length), type })

test('an hour of silence counts as an hour, as the service says or by its bytes, and the shortest sound counts too', () => {
  expect(soundTokens(sound(1_000, 'audio/webm'), 3_600)).toBe(36_000)
  expect(soundTokens(sound(8_000 * 600, 'audio/webm'))).toBe(6_000)
  expect(soundTokens(sound(32_000 * 600, 'audio/wav'))).toBe(6_000)
  expect(soundTokens(sound(10, 'audio/webm'))).toBe(soundTokens(sound(10, 'audio/webm'), 0.1))
  expect(soundTokens(sound(10, 'audio/webm'))).toBeGreaterThan(0)
})

import { quietWav } from '@test/speech-provider'
import { expect, test } from 'vitest'
import { CannotCut, openSound } from './cut-sound'

/** A minute of silence as MP3: frames of 26 ms. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(100)])
const mp3 = Buffer.concat(Array.from({ length: 2_300 }, () => frame))

test.each([
  ['wav', quietWav(60_000), 'audio/wav', 60 * 16_000],
  ['mp3', mp3, 'audio/mpeg', mp3.length],
] as const)('9.9 a %s is cut into parts that together are the whole', async (_name, bytes, type, size) => {
  const sound = await openSound(new Blob([new Uint8Array(bytes)]), 25)
  expect(sound.parts).toBe(3)
  const parts = [await sound.part(0), await sound.part(1), await sound.part(2)]
  sound.close()
  expect(parts.map((part) => part.type)).toEqual([type, type, type])
  for (const [at, { start }] of parts.entries()) expect(Math.abs(start - at * 25)).toBeLessThan(0.5)
  const total = parts.reduce((sum, part) => sum + part.bytes.length, 0)
  expect(total).toBeGreaterThan(size)
  expect(total).toBeLessThan(size * 1.05)
})

test('what holds no sound cannot be cut', async () => {
  for (const text of ['', 'not a recording', 'RIFF0000WAVE'])
    await expect(openSound(new Blob([text]), 25)).rejects.toThrow(CannotCut)
})

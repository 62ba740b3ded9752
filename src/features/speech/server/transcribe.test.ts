import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import { soundOf } from './transcribe'

test('R67 a text of many megabytes that is called a sound is refused by its beginning', async () => {
  /** The least time of several. */
  const timeFor = async (megabytes: number) => {
    const bytes = new Uint8Array(megabytes * 1024 * 1024).fill(0x61)
    const times: number[] = []
    for (let round = 0; round < 4; round++) {
      const begun = cpuTime()
      await expect(soundOf(bytes)).rejects.toMatchObject({ code: 'bad-input' })
      times.push(cpuTime() - begun)
    }
    return Math.min(...times)
  }
  const little = await timeFor(1)
  expect(await timeFor(100)).toBeLessThan(8 * little + 5)
})

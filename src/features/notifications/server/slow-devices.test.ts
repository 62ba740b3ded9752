import { expect, test } from 'vitest'
import { noteSpeed, patienceWith } from './slow-devices'

const MINUTE = 60_000

test('R67 a service that was slow once is given all the time again after a while, however often it was too slow for the shorter one', () => {
  const full = patienceWith('steady', 0)
  noteSpeed('steady', 'slow', 0)
  for (let at = 1; at < 10; at++) {
    expect(patienceWith('steady', at * MINUTE)).toBeLessThan(full / 3)
    noteSpeed('steady', 'slow', at * MINUTE)
  }
  expect(patienceWith('steady', 11 * MINUTE)).toBe(full)
  noteSpeed('steady', 'in time', 11 * MINUTE)
  expect(patienceWith('steady', 12 * MINUTE)).toBe(full)
})

test('R67 one that is slow with all the time too is given less again', () => {
  const full = patienceWith('lazy', 0)
  for (const begun of [0, 11, 22]) {
    expect(patienceWith('lazy', begun * MINUTE)).toBe(full)
    noteSpeed('lazy', 'slow', begun * MINUTE)
    expect(patienceWith('lazy', (begun + 9) * MINUTE)).toBeLessThan(full / 3)
  }
})

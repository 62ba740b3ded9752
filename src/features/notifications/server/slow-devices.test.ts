import { expect, test } from 'vitest'
import { SlowDevices } from './slow-devices'

const MINUTE = 60_000

test('R67 a service that was slow once is given all the time again after a while, however often it was too slow for the shorter one', () => {
  const devices = new SlowDevices()
  const full = devices.patienceWith('steady', 0)
  devices.note('steady', 'slow', 0)
  for (let at = 1; at < 10; at++) {
    expect(devices.patienceWith('steady', at * MINUTE)).toBeLessThan(full / 3)
    devices.note('steady', 'slow', at * MINUTE)
  }
  expect(devices.patienceWith('steady', 11 * MINUTE)).toBe(full)
  devices.note('steady', 'in time', 11 * MINUTE)
  expect(devices.patienceWith('steady', 12 * MINUTE)).toBe(full)
})

test('R67 one that is slow with all the time too is given less again', () => {
  const devices = new SlowDevices()
  const full = devices.patienceWith('lazy', 0)
  for (const begun of [0, 11, 22]) {
    expect(devices.patienceWith('lazy', begun * MINUTE)).toBe(full)
    devices.note('lazy', 'slow', begun * MINUTE)
    expect(devices.patienceWith('lazy', (begun + 9) * MINUTE)).toBeLessThan(full / 3)
  }
})

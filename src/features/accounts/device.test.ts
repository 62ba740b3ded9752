import { expect, test } from 'vitest'
import { deviceOf } from './device'

test('a session is named after its browser and system', () => {
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toEqual({
    name: 'Firefox on Linux',
    isPhone: false,
  })
  expect(
    deviceOf(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    ).name,
  ).toBe('Edge on Windows')
  expect(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    ),
  ).toEqual({ name: 'Safari on iPhone', isPhone: true })
  expect(deviceOf('curl/8').name).toBe('Unknown browser')
  expect(deviceOf(null).name).toBe('Unknown browser')
})

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createLog } from './log'
import { createPlaces } from './places'

const silent = createLog('silent')
const installed = createPlaces({ countriesFile: null }, silent)

test.each([
  ['8.8.8.8', 'US'],
  ['193.99.144.80', 'DE'],
  ['133.11.0.1', 'JP'],
  ['::ffff:193.99.144.80', 'DE'],
  ['2003:c0::1', 'DE'],
  ['2a02:908:1:2::', 'DE'],
])('%s is in %s', async (address, country) => {
  expect(await installed.of(address)).toBe(country)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.17.0.1',
  '192.168.1.20',
  '169.254.3.4',
  '::1',
  'fd00::1',
  'fe80::1',
])('%s is in the local network', async (address) => {
  expect(await installed.of(address)).toBe('local')
})

test('what is no address of somebody is in no country', async () => {
  for (const address of [
    null,
    '',
    'localhost',
    '0.0.0.0',
    '203.0.113.7',
    '224.0.0.1',
    '::',
    '300.1.1.1',
    '<b>',
  ])
    expect(await installed.of(address)).toBeNull()
})

test('a file that cannot be read is told once, and costs nothing else', async () => {
  const lines: string[] = []
  const places = createPlaces(
    { countriesFile: fileURLToPath(import.meta.url) },
    createLog('info', { write: (line) => lines.push(line) }),
  )
  expect(await Promise.all(['8.8.8.8', '2003:c0::1', '8.8.4.4'].map((one) => places.of(one)))).toEqual([
    null,
    null,
    null,
  ])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('COUNTRIES_FILE')
  expect(await places.of('127.0.0.1')).toBe('local')
})

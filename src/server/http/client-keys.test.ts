import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { countedAs } from './client-address.ts'

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))
/** An address in a key of its own, or in the place of somebody's id. */
const WHOLE_ADDRESS = /\$\{(?:[^{}]*\.)?ip\}|\?\?\s*(?:[\w.]+\.)?ip\b/

test('R22 nobody is counted by a whole address: a subscriber has as many of IPv6 as they like', () => {
  const files = globSync('**/server/**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((file) => WHOLE_ADDRESS.test(readFileSync(`${SOURCES}/${file}`, 'utf8')))
  expect(found).toEqual([])
})

test('R22 a visitor is counted with all of their network, a person as themselves', () => {
  const visitor = (ip: string) => countedAs({ user: null, ip })
  expect(visitor('2001:db8:1:2:aaaa::1')).toBe(visitor('2001:db8:1:2:bbbb::1'))
  expect(countedAs({ user: { id: 'ada' }, ip: '2001:db8::1' })).toBe('ada')
})

import { expect, test } from 'vitest'
import { migrations } from '.'
import { isOfThisVersion } from './migrate'

test('a database is of this version when it has every step, whichever came first, and no other', () => {
  const names = migrations.map(({ name }) => name)
  expect(isOfThisVersion(names)).toBe(true)
  expect(isOfThisVersion([...names].sort())).toBe(true)
  expect(isOfThisVersion([...names].reverse())).toBe(true)
  expect(isOfThisVersion(names.slice(1))).toBe(false)
  expect(isOfThisVersion([...names, '9999-later'])).toBe(false)
  expect(isOfThisVersion([...names.slice(1), '9999-later'])).toBe(false)
  expect(isOfThisVersion([])).toBe(false)
})

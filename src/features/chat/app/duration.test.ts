import { expect, test } from 'vitest'
import { durationWords } from './duration'

test('3.16 how long a call took is shown in ms, s or m', () => {
  expect([0, 999, 1_000, 59_949, 60_000, 90_000].map(durationWords)).toEqual([
    '0ms',
    '999ms',
    '1.0s',
    '59.9s',
    '1.0m',
    '1.5m',
  ])
})

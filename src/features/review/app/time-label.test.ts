import { expect, test } from 'vitest'
import { timeLabel } from './time-label'

const NOW = Date.UTC(2026, 2, 9, 12)

test.each([
  [0, '0m'],
  [-5_000, '0m'],
  [59 * 60_000, '59m'],
  [60 * 60_000, '1h'],
  [23 * 3_600_000, '23h'],
  [24 * 3_600_000, '1d'],
  [47 * 3_600_000, '1d'],
  [72 * 3_600_000, '03/06/2026'],
])('2.34 what is %d milliseconds old is labeled %s', (ago, label) =>
  expect(timeLabel(NOW - ago, NOW, 'en-US')).toBe(label),
)

import { expect, it } from 'vitest'
import { createFormats, LIKE_DEVICE } from '@/shared/formats'
import { timeLabel } from './time-label'

const now = new Date(2026, 2, 9, 12, 0, 0)
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

it.each([
  [-5, '0m'],
  [0.5, '0m'],
  [59.9, '59m'],
  [60, '1h'],
  [23 * 60 + 59, '23h'],
  [24 * 60, '1d'],
  [48 * 60 - 1, '1d'],
  [48 * 60, '03/07/2026'],
  [400 * 24 * 60, '02/02/2025'],
])('2.34 a comment of %f minutes ago says %s', (minutes, label) => {
  expect(timeLabel(before(minutes), now, createFormats(LIKE_DEVICE))).toBe(label)
})

it('2.34 the date is in the order that was chosen', () => {
  const formats = createFormats({ ...LIKE_DEVICE, dateFormat: 'yyyy-MM-dd' })
  expect(timeLabel(before(48 * 60), now, formats)).toBe('2026-03-07')
})

import { expect, test } from 'vitest'
import { fieldTime, momentOfField } from './formats-apart'

test.each([
  ['Europe/Berlin', '2026-07-01T08:30', '2026-07-01T06:30:00.000Z'],
  ['Europe/Berlin', '2026-12-01T08:30', '2026-12-01T07:30:00.000Z'],
  ['America/St_Johns', '2026-01-01T00:00', '2026-01-01T03:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01T10:00', '2025-12-31T20:00:00.000Z'],
  // The clocks are put forward at two: half past two is after it.
  ['Europe/Berlin', '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
])('2.26 a field for date and time is in the zone that was chosen: %s', (zone, field, iso) => {
  expect(momentOfField(field, zone).toISOString()).toBe(iso)
  expect(fieldTime(new Date(iso), zone)).toBe(field)
})

test('a time that the change of clocks leaves out is one of that day', () => {
  expect(momentOfField('2026-03-29T02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
})

test('without a chosen zone it is that of the device', () => {
  const at = new Date(2026, 5, 7, 9, 5)
  expect(fieldTime(at, null)).toBe('2026-06-07T09:05')
  expect(momentOfField('2026-06-07T09:05', null)).toEqual(at)
})

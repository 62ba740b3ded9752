import { describe, expect, test } from 'vitest'
import {
  createFormats,
  DATE_FORMATS,
  type FormatChoice,
  isTimeZone,
  LIKE_DEVICE,
  readChoice,
} from './formats'

const EVENING = '2026-11-03T23:05:00.000Z'
const written = (choice: Partial<FormatChoice>, locale = 'en-US') =>
  createFormats({ ...LIKE_DEVICE, timeZone: 'UTC', ...choice }, locale)
/** The space before AM and PM is a narrow one. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

describe('dates as a person has chosen them', () => {
  test.each([
    ['dd/MM/yyyy', '03/11/2026'],
    ['MM/dd/yyyy', '11/03/2026'],
    ['MMM dd, yyyy', 'Nov 03, 2026'],
    ['yyyy-MM-dd', '2026-11-03'],
  ] as const)('2.26 %s is %s, wherever a date stands', (dateFormat, date) => {
    const formats = written({ dateFormat, hourFormat: '24' })
    expect([formats.date(EVENING), formats.shortDate(EVENING)]).toEqual([date, date])
    expect(formats.day(EVENING, '2026-12-24T12:00:00.000Z')).toBe(date)
    expect(formats.calendarDate('2026-11-03')).toBe(date)
    expect(formats.dateTime(EVENING)).toBe(`${date}, 23:05`)
  })

  test('9.6 where nothing is chosen a date is as the device writes it', () => {
    expect(plain(written({}).dateTime(EVENING))).toBe('Nov 3, 2026, 11:05 PM')
    expect(written({ timeZone: null }).calendarDate('2026-11-03')).toBe('Nov 3, 2026')
    expect(written({}).shortDate(EVENING)).toBe('11/03/2026')
    expect(written({}, 'de').dateTime(EVENING)).toBe('03.11.2026, 23:05')
  })

  test('2.26 hours are of 12 or 24, midnight and noon too', () => {
    const at = (hourFormat: '12' | '24', iso: string) => plain(written({ hourFormat }, 'en-US').time(iso))
    expect([at('24', '2026-11-03T00:00:00Z'), at('24', '2026-11-03T12:00:00Z')]).toEqual(['00:00', '12:00'])
    expect([at('12', '2026-11-03T00:00:00Z'), at('12', '2026-11-03T12:00:00Z')]).toEqual([
      '12:00 AM',
      '12:00 PM',
    ])
    expect(plain(written({ hourFormat: '12' }, 'de').dateTime(EVENING))).toMatch(/11:05 PM$/)
  })

  test('the day is that of the chosen zone, on both sides of midnight and of a change of clocks', () => {
    const day = (timeZone: string, iso: string) =>
      written({ timeZone, dateFormat: 'yyyy-MM-dd' }).dateTime(iso)
    expect(plain(day('Asia/Tokyo', EVENING))).toMatch(/^2026-11-04, /)
    expect(written({ timeZone: 'Pacific/Kiritimati' }).calendarDate('2026-11-03')).toBe('Nov 3, 2026')
    const berlin = written({ timeZone: 'Europe/Berlin', hourFormat: '24' })
    expect([berlin.time('2026-10-25T00:30:00Z'), berlin.time('2026-10-25T01:30:00Z')]).toEqual([
      '02:30',
      '02:30',
    ])
  })

  test('a day is called by its distance, then by its name', () => {
    const in2026 = (timeZone: string, now: string) => written({ timeZone }).day(EVENING, now)
    expect(in2026('UTC', '2026-11-03T00:00:00Z')).toBe('Today')
    expect(in2026('Asia/Tokyo', '2026-11-03T14:00:00Z')).toBe('Wednesday, November 4')
    expect(in2026('Asia/Tokyo', '2026-11-03T16:00:00Z')).toBe('Today')
    expect(in2026('UTC', '2026-11-04T23:59:00Z')).toBe('Yesterday')
    expect(in2026('UTC', '2026-11-05T00:00:00Z')).toBe('Tuesday, November 3')
    expect(in2026('UTC', '2027-01-01T00:00:00Z')).toBe('November 3, 2026')
    // A day of 25 hours: half past eleven in its evening, and the evening before.
    const berlin = written({ timeZone: 'Europe/Berlin' })
    expect(berlin.day('2026-10-24T20:00:00Z', '2026-10-25T22:30:00Z')).toBe('Yesterday')
  })

  test('a week begins on the chosen day, else on that of the region', () => {
    expect([written({}, 'en-US').weekStart(), written({}, 'de').weekStart()]).toEqual([0, 1])
    expect(written({ weekStart: 'saturday' }, 'de').weekStart()).toBe(6)
    expect(written({ timeZone: 'Asia/Tokyo' }).isoDay(EVENING)).toBe('2026-11-04')
  })

  test('what is stored and unknown counts as not chosen', () => {
    expect(['Europe/Berlin', 'UTC', 'Asia/Kolkata'].every(isTimeZone)).toBe(true)
    expect(['', 'Mars/Olympus', 'Europe/Berlin; drop', '../etc'].some(isTimeZone)).toBe(false)
    expect(
      readChoice({ timeZone: 'Mars/Olympus', dateFormat: 'yy', hourFormat: 25, weekStart: 'now' }),
    ).toEqual(LIKE_DEVICE)
    const choice = { timeZone: 'UTC', dateFormat: DATE_FORMATS[0], hourFormat: '24', weekStart: 'sunday' }
    expect(readChoice(choice)).toEqual(choice)
  })
})

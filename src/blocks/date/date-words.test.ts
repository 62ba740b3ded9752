import { describe, expect, it } from 'vitest'
import { createFormats, type FormatChoice, LIKE_DEVICE } from '@/shared/formats'
import { addDays, dateWords, isIsoDate, isoDateOf, longDate } from './date-words'

const today = '2026-11-21'

describe('dates', () => {
  it('9.12 say Today, Yesterday, Tomorrow, else the long date', () => {
    expect(dateWords('2026-11-21', today)).toBe('Today')
    expect(dateWords('2026-11-20', today)).toBe('Yesterday')
    expect(dateWords('2026-11-22', today)).toBe('Tomorrow')
    expect(dateWords('2026-11-23', today)).toBe('November 23, 2026')
    expect(dateWords('2027-01-01', '2026-12-31')).toBe('Tomorrow')
    expect(dateWords('', today)).toBe('No date')
  })

  it('follow the language and the choice of who reads', () => {
    const read = (choice: Partial<FormatChoice>) => createFormats({ ...LIKE_DEVICE, ...choice }, 'de')
    expect(longDate('2026-01-05', read({}))).toBe('5. Januar 2026')
    expect(longDate('2026-01-05', read({ dateFormat: 'yyyy-MM-dd', timeZone: 'Asia/Tokyo' }))).toBe(
      '2026-01-05',
    )
    expect(dateWords('2026-11-21', today, read({ dateFormat: 'yyyy-MM-dd' }))).toBe('Today')
  })

  it('are days of the calendar, whatever the clock does', () => {
    expect(isIsoDate('2028-02-29')).toBe(true)
    expect(['2026-02-29', '2026-13-01', '2026-1-5', 'today', ''].filter(isIsoDate)).toEqual([])
    expect(isoDateOf(new Date(2026, 2, 29, 23, 59))).toBe('2026-03-29')
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})

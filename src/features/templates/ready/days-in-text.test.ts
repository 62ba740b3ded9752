import { describe, expect, it } from 'vitest'
import { withDays } from './days-in-text'

const days = (text: string, today: string) =>
  [...withDays(text, today).matchAll(/data-date="([^"]+)"/g)].map(([, day]) => day)

describe('the days in a ready template', () => {
  it('are counted from today, over the ends of months and years', () => {
    expect(days('{{today}} {{today+7}} {{today-14}}', '2026-12-28')).toEqual([
      '2026-12-28',
      '2027-01-04',
      '2026-12-14',
    ])
  })
  it('begin with the Monday of this week, at the weekend with the next', () => {
    expect(days('{{monday}}', '2026-11-23')).toEqual(['2026-11-23'])
    expect(days('{{monday}} {{monday+4}}', '2026-11-27')).toEqual(['2026-11-23', '2026-11-27'])
    expect(days('{{monday}}', '2026-11-28')).toEqual(['2026-11-30'])
    expect(days('{{monday}}', '2026-11-29')).toEqual(['2026-11-30'])
  })
  it('are bare in a table, and other braces stay as they are', () => {
    expect(withDays('"{{iso+1}}" {{other}}', '2026-02-28')).toBe('"2026-03-01" {{other}}')
  })
})

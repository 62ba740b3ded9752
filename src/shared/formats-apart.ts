import { locale as currentLocale } from './i18n'

/* What few screens write, apart from `formats.ts`, which is in every first load. */

/** A day of the calendar that is shown, given as midnight on this device, in words of the language that is spoken. */
export const writeDay = (day: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLocale(), options).format(day)

/** What languages are called in the one that is spoken, or in another; a code that the system does not know stands for itself. */
export function languageNames(of = currentLocale()): (code: string) => string {
  const names = new Intl.DisplayNames(of, { type: 'language' })
  return (code) => names.of(code) ?? code
}

/** What a country is called (`DE`), in the language that is spoken; `null` for what is none. */
export const countryName = (code: string): string | null =>
  new Intl.DisplayNames(currentLocale(), { type: 'region', fallback: 'none' }).of(code) ?? null

/** How far a zone is from Greenwich: "GMT+9"; `null` where the system does not say. */
export const offsetOf = (timeZone: string, now: Date): string | null =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? null

/** A moment as a field for date and time has it (`2026-11-03T16:05`), in a zone; `null`: that of this device. */
export function fieldTime(at: Date, timeZone: string | null): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === null ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/** The moment that such a field says. One that a change of clocks leaves out is the one just after it. */
export function momentOfField(field: string, timeZone: string | null): Date {
  const wanted = Date.parse(`${field}Z`)
  const aheadAt = (at: number) => Date.parse(`${fieldTime(new Date(at), timeZone)}Z`) - at
  const near = wanted - aheadAt(wanted)
  return new Date(wanted - aheadAt(near))
}

/** The signs between thousands, and before a fraction, as numbers are written in the language that is spoken. */
export function numberSigns(): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(currentLocale(), { useGrouping: 'always' }).formatToParts(12345.5)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: of('group'), decimal: of('decimal') }
}

/** The zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the parts of a date are called in a language. */
export interface DateNames {
  /** From Sunday on: the long name and the short one. */
  weekdays: readonly string[][]
  /** From January on: alone, and as it stands in a date, long and short. */
  months: readonly string[][]
  /** Does a date in figures begin with the month? */
  isMonthFirst: boolean
  /** Such as "in 3 days". */
  inDistance(value: number, unit: 'day' | 'week'): string
}

/** `of`: the tag of a language. */
export function dateNames(of: string): DateNames {
  const part = (date: Date, type: 'weekday' | 'month', options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(of, { ...options, timeZone: 'UTC' })
      .formatToParts(date)
      .find((one) => one.type === type)?.value ?? ''
  // The first of November 2026 is a Sunday.
  const days = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 10, 1 + at)))
  const months = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, 1)))
  const figures = new Intl.DateTimeFormat(of, { day: 'numeric', month: 'numeric' }).formatToParts(months[0])
  const relative = new Intl.RelativeTimeFormat(of, { numeric: 'always' })
  return {
    weekdays: days.map((date) => [
      part(date, 'weekday', { weekday: 'long' }),
      part(date, 'weekday', { weekday: 'short' }),
    ]),
    months: months.map((date) => [
      part(date, 'month', { month: 'long' }),
      part(date, 'month', { day: 'numeric', month: 'long' }),
      part(date, 'month', { day: 'numeric', month: 'short' }),
    ]),
    isMonthFirst: figures.find(({ type }) => type === 'month' || type === 'day')?.type === 'month',
    inDistance: (value, unit) => relative.format(value, unit),
  }
}

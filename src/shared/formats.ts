import { t } from './i18n'

/**
 * How moments are written for a person: their time zone, the order of a date, hours of 12 or 24. Every date that a person reads is
 * written by one of the functions of {@link Formats}.
 */

/** The choices of product.md 2.26, in its letters. */
export const DATE_FORMATS = ['dd/MM/yyyy', 'MM/dd/yyyy', 'MMM dd, yyyy', 'yyyy-MM-dd'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]
export const HOUR_FORMATS = ['12', '24'] as const
export type HourFormat = (typeof HOUR_FORMATS)[number]

/** What somebody has chosen; `null`: as their device has it. `timeZone` is a name such as `Europe/Berlin`. */
export interface FormatChoice {
  timeZone: string | null
  dateFormat: DateFormat | null
  hourFormat: HourFormat | null
}

export const LIKE_DEVICE: FormatChoice = { timeZone: null, dateFormat: null, hourFormat: null }

/** Does the system know a zone of this name? */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}

/** The choice that is meant by what was stored: what is unknown here counts as not chosen. */
export function readChoice(stored: Readonly<Record<keyof FormatChoice, unknown>>): FormatChoice {
  const { timeZone, dateFormat, hourFormat } = stored
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : null,
    dateFormat: DATE_FORMATS.find((one) => one === dateFormat) ?? null,
    hourFormat: HOUR_FORMATS.find((one) => one === hourFormat) ?? null,
  }
}

/** A moment: ISO 8601, milliseconds since 1970, or a date. */
type Moment = string | number | Date

/** Writes moments as somebody has chosen. */
export interface Formats {
  /** "3 Nov 2026", or in the order that was chosen. */
  date(at: Moment): string
  /** A date that has no time and belongs to no zone, given as `2026-11-03`. */
  calendarDate(day: string): string
  /** A heading over a day: "Today", "Yesterday", "Monday, 3 March", "3 March 2025", or the date as it was chosen. */
  day(at: Moment, now: Moment): string
  /** The date in figures, which takes little room: "11/03/2026" (product.md 2.34), or as it was chosen. */
  shortDate(at: Moment): string
  /** "16:05" or "4:05 PM". */
  time(at: Moment): string
  /** Date and time: "Nov 3, 2026, 4:05 PM" (product.md 9.6). */
  dateTime(at: Moment): string
}

/** `locale`: whose words and order count where nothing is chosen; by default the device's. */
export function createFormats({ timeZone, dateFormat, hourFormat }: FormatChoice, locale?: string): Formats {
  const zone = timeZone === null ? {} : { timeZone }
  const hours =
    hourFormat === null ? {} : { hourCycle: hourFormat === '12' ? ('h12' as const) : ('h23' as const) }
  const writer = (options: Intl.DateTimeFormatOptions, of = locale) => {
    // Made when it is first needed: most screens need one of them.
    let format: Intl.DateTimeFormat | null = null
    return () => (format ??= new Intl.DateTimeFormat(of, { ...options, ...zone }))
  }
  const figures = writer({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-US')
  const monthName = writer({ month: 'short' })
  const medium = writer({ dateStyle: 'medium' })
  const withoutYear = writer({ weekday: 'long', day: 'numeric', month: 'long' })
  const long = writer({ dateStyle: 'long' })
  const times = writer({ timeStyle: 'short', ...hours })
  const both = writer({ dateStyle: 'medium', timeStyle: 'short', ...hours })

  const inOrder = (at: Moment, order: DateFormat) => {
    const moment = new Date(at)
    const parts = Object.fromEntries(
      figures()
        .formatToParts(moment)
        .map(({ type, value }) => [type, value]),
    )
    const words = {
      MMM: () => monthName().format(moment),
      MM: () => parts.month,
      dd: () => parts.day,
      yyyy: () => parts.year,
    }
    return order.replace(/MMM|MM|dd|yyyy/g, (part) => words[part as keyof typeof words]() ?? '')
  }
  const time = (at: Moment) => times().format(new Date(at))
  const date = (at: Moment) => (dateFormat ? inOrder(at, dateFormat) : medium().format(new Date(at)))
  const dayOf = (at: Moment) => inOrder(at, 'yyyy-MM-dd')
  return {
    date,
    calendarDate: (day) =>
      createFormats({ timeZone: 'UTC', dateFormat, hourFormat }, locale).date(`${day}T00:00:00Z`),
    day(at, now) {
      const [day, today] = [dayOf(at), dayOf(now)]
      if (day === today) return t('Today')
      const yesterday = new Date(Date.parse(today) - 86_400_000)
      if (day === yesterday.toISOString().slice(0, 10)) return t('Yesterday')
      if (dateFormat) return date(at)
      return (day.slice(0, 4) === today.slice(0, 4) ? withoutYear() : long()).format(new Date(at))
    },
    shortDate: (at) => inOrder(at, dateFormat ?? 'MM/dd/yyyy'),
    time,
    dateTime: (at) => (dateFormat ? `${date(at)}, ${time(at)}` : both().format(new Date(at))),
  }
}

import { locale as currentLocale, t } from './i18n'

/**
 * How moments are written for a person: their time zone, the order of a date, hours of 12 or 24. Every date that a person reads is
 * written by one of the functions of {@link Formats}.
 */

/** The choices of product.md 2.26, in its letters. */
export const DATE_FORMATS = ['dd/MM/yyyy', 'MM/dd/yyyy', 'MMM dd, yyyy', 'yyyy-MM-dd'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]
export const HOUR_FORMATS = ['12', '24'] as const
export type HourFormat = (typeof HOUR_FORMATS)[number]
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

/** What somebody has chosen; `null`: as their device has it. `timeZone` is a name such as `Europe/Berlin`. */
export interface FormatChoice {
  timeZone: string | null
  dateFormat: DateFormat | null
  hourFormat: HourFormat | null
  weekStart: WeekStart | null
}

export const LIKE_DEVICE: FormatChoice = {
  timeZone: null,
  dateFormat: null,
  hourFormat: null,
  weekStart: null,
}

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
  const { timeZone, dateFormat, hourFormat, weekStart } = stored
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : null,
    dateFormat: DATE_FORMATS.find((one) => one === dateFormat) ?? null,
    hourFormat: HOUR_FORMATS.find((one) => one === hourFormat) ?? null,
    weekStart: WEEK_STARTS.find((one) => one === weekStart) ?? null,
  }
}

/** A moment: ISO 8601, milliseconds since 1970, or a date. */
type Moment = string | number | Date

/** Writes moments as somebody has chosen. */
export interface Formats {
  /** "3 Nov 2026", or in the order that was chosen. */
  date(at: Moment): string
  /** The day that it is in the person's zone, as `2026-11-03`. */
  isoDay(at: Moment): string
  /** The hour that it is in the person's zone, 0 to 23. */
  hour(at: Moment): number
  /** The day on which a week begins: 0 is Sunday. */
  weekStart(): number
  /** "November 3, 2026", or in the order that was chosen, for a day that is given as `2026-11-03`. */
  longDate(day: string): string
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

/** `locale`: whose words and order count where nothing is chosen; by default those of the language that is spoken. */
export function createFormats(choice: FormatChoice, locale?: string): Formats {
  const { timeZone, dateFormat, hourFormat, weekStart } = choice
  const zone = timeZone === null ? {} : { timeZone }
  const hours =
    hourFormat === null ? {} : { hourCycle: hourFormat === '12' ? ('h12' as const) : ('h23' as const) }
  const writer = (options: Intl.DateTimeFormatOptions, of = locale) => {
    // Made when it is first needed: most screens need one of them.
    let format: Intl.DateTimeFormat | null = null
    return () => (format ??= new Intl.DateTimeFormat(of ?? currentLocale(), { ...options, ...zone }))
  }
  const hourOfDay = writer({ hour: 'numeric', hourCycle: 'h23' }, 'en-US')
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
    calendarDate: (day) => createFormats({ ...choice, timeZone: 'UTC' }, locale).date(`${day}T00:00:00Z`),
    isoDay: dayOf,
    hour: (at) => Number(hourOfDay().format(new Date(at))),
    weekStart: () =>
      weekStart === null
        ? firstDayIn(locale ?? currentLocale())
        : { sunday: 0, monday: 1, saturday: 6 }[weekStart],
    longDate(day) {
      const at = `${day}T00:00:00Z`
      if (dateFormat) return createFormats({ ...choice, timeZone: 'UTC' }, locale).date(at)
      const written = { dateStyle: 'long', timeZone: 'UTC' } as const
      return new Intl.DateTimeFormat(locale ?? currentLocale(), written).format(new Date(at))
    },
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

/** The day on which weeks begin in a region, where the system knows it. */
function firstDayIn(tag: string): number {
  const of = new Intl.Locale(tag) as Intl.Locale & { getWeekInfo?(): { firstDay: number } }
  const day = of.getWeekInfo?.().firstDay ?? (/^(en(-US)?|ja)$/.test(tag) ? 7 : 1)
  return day % 7
}

const figures = new Map<string, Intl.NumberFormat>()

/** A number as it is written in the language that is spoken: "1,250", "1.250". */
export function inFigures(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = `${currentLocale()} ${JSON.stringify(options)}`
  const format = figures.get(key) ?? new Intl.NumberFormat(currentLocale(), options)
  figures.set(key, format)
  return format.format(value)
}

/** "Ada, Bob and Cleo", in the language that is spoken. */
export const inList = (parts: readonly string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(parts)

/** How far away a moment is: "5 minutes ago", "yesterday". */
export const inDistance = (value: number, unit: Intl.RelativeTimeFormatUnit, of = currentLocale()): string =>
  new Intl.RelativeTimeFormat(of, { numeric: 'auto' }).format(value, unit)

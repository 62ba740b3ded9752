import { createFormats, type Formats, LIKE_DEVICE } from '@/shared/formats'
import { t } from '@/shared/i18n'

/** Is this a day that the calendar has, as `2026-01-05`? */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The day that a clock shows where it stands, as `2026-01-05`. */
export const isoDateOf = (now: Date): string =>
  `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

/** Whole days from one day to another; negative for one before it. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** The day `days` after (or before) another. */
export const addDays = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** What is stored of a page's words is English, no matter who writes it. */
let stored: Pick<Formats, 'longDate'> = createFormats(LIKE_DEVICE, 'en-US')

/** From now on this thread writes days so where nothing else is said: one that writes a file for somebody. */
export function writeDaysAs(formats: Pick<Formats, 'longDate'>): void {
  stored = formats
}

/** `January 5, 2026`, or as the person who reads has chosen. */
export const longDate = (iso: string, formats: Pick<Formats, 'longDate'> = stored): string =>
  isIsoDate(iso) ? formats.longDate(iso) : t('No date')

/** Today, Yesterday or Tomorrow, else the long date (product.md 9.12), seen from `today`. */
export function dateWords(iso: string, today: string, formats: Pick<Formats, 'longDate'> = stored): string {
  const near = { '-1': () => t('Yesterday'), 0: () => t('Today'), 1: () => t('Tomorrow') }
  const days = isIsoDate(iso) ? daysBetween(today, iso) : null
  return near[days as keyof typeof near]?.() ?? longDate(iso, formats)
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** A year that was not said is the one that brings the day closest. */
function closest(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const found = [year - 1, year, year + 1]
    .map((candidate) => `${String(candidate).padStart(4, '0')}-${two(month)}-${two(day)}`)
    .filter(isIsoDate)
    .sort((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)))
  return found[0] ?? null
}

/**
 * The day that somebody means who writes `tomorrow`, `friday` (the next one), `in 3 days`, `jan 5`, `5 january 2027` or
 * `2026-01-05`; `null` when it is none of these.
 */
export function readDate(text: string, today: string): string | null {
  const words = text.trim().toLowerCase().replace(/,/g, ' ').replace(/\s+/g, ' ')
  const offset = { today: 0, now: 0, tomorrow: 1, yesterday: -1 }[words]
  if (offset !== undefined) return addDays(today, offset)
  if (isIsoDate(words)) return words
  const inDays = /^in (\d{1,4}) (day|week)s?$/.exec(words)
  if (inDays) return addDays(today, Number(inDays[1]) * (inDays[2] === 'week' ? 7 : 1))
  const weekday = WEEKDAYS.findIndex(
    (name) => words.length >= 3 && name.startsWith(words.replace(/^next /, '')),
  )
  if (weekday >= 0) {
    const now = new Date(`${today}T00:00:00Z`).getUTCDay()
    return addDays(today, ((weekday - now + 6) % 7) + 1)
  }
  const named = /^(?:([a-z]{3,9}) (\d{1,2})|(\d{1,2})\.? ([a-z]{3,9}))(?: (\d{4}))?$/.exec(words)
  if (!named) return null
  const name = named[1] ?? named[4]!
  const month = MONTHS.findIndex((full) => full.startsWith(name)) + 1
  const day = Number(named[2] ?? named[3])
  if (month === 0) return null
  if (!named[5]) return closest(month, day, today)
  const iso = `${named[5]}-${two(month)}-${two(day)}`
  return isIsoDate(iso) ? iso : null
}

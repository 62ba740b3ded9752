import { createFormats, type Formats, LIKE_DEVICE } from '@/shared/formats'
import { t } from '@/shared/i18n'

/** Is this a day that the calendar has, as `2026-01-05`? */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

export const two = (number: number): string => String(number).padStart(2, '0')

/** The day that a clock shows where it stands, as `2026-01-05`. */
export const isoDateOf = (now: Date): string =>
  `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

/** Whole days from one day to another; negative for one before it. */
export const daysBetween = (from: string, to: string): number =>
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

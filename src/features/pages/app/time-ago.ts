import { type Formats, inDistance } from '@/shared/formats'

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
]
/** From here on the date itself says more. */
const DATE_AFTER_DAYS = 7

/** How long ago a moment (ISO 8601) was, in the person's language: "now", "5 minutes ago", "yesterday", then the date. */
export function timeAgo(iso: string, now: Date, formats: Pick<Formats, 'date'>, locale?: string): string {
  const then = new Date(iso)
  // A clock that is a little behind must not speak of the future.
  const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000)
  if (seconds < 60) return inDistance(0, 'second', locale)
  if (seconds >= DATE_AFTER_DAYS * 86_400) return formats.date(then)
  const [unit, size] = STEPS.findLast(([, step]) => seconds >= step) ?? ['minute', 60]
  return inDistance(-Math.floor(seconds / size), unit, locale)
}

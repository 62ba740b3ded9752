import type { Formats } from '@/shared/formats'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long ago something was said (`then`, ISO 8601 or milliseconds since 1970), in little room: minutes, hours, one day, else its date
 * (product.md 2.34): `5m`, `3h`, `1d`, `03/09/2026`.
 */
export function timeLabel(then: string | number, now: Date, formats: Pick<Formats, 'shortDate'>): string {
  // A clock that is a little behind must not speak of the future.
  const ago = Math.max(0, now.getTime() - new Date(then).getTime())
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)}m`
  if (ago < DAY) return `${Math.floor(ago / HOUR)}h`
  if (ago < 2 * DAY) return `${Math.floor(ago / DAY)}d`
  return formats.shortDate(then)
}

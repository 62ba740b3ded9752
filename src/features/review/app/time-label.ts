const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago `then` (milliseconds since 1970) was: minutes, hours, one day, else its date (product.md 2.34): `5m`, `3h`, `1d`. */
export function timeLabel(then: number, now: number, locale?: string): string {
  // A clock that is a little behind must not speak of the future.
  const ago = Math.max(0, now - then)
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)}m`
  if (ago < DAY) return `${Math.floor(ago / HOUR)}h`
  if (ago < 2 * DAY) return `${Math.floor(ago / DAY)}d`
  return new Date(then).toLocaleDateString(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
}

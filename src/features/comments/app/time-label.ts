const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago a comment was written: minutes, hours, one day, else its date (product.md 2.34): `5m`, `3h`, `1d`, `03/09/2026`. */
export function timeLabel(iso: string, now: Date): string {
  const then = new Date(iso)
  // A clock that is a little behind must not speak of the future.
  const ago = Math.max(0, now.getTime() - then.getTime())
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)}m`
  if (ago < DAY) return `${Math.floor(ago / HOUR)}h`
  if (ago < 2 * DAY) return `${Math.floor(ago / DAY)}d`
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(then.getMonth() + 1)}/${two(then.getDate())}/${then.getFullYear()}`
}

import { Cron } from 'croner'
import type { Preferences } from '../model'

/** When nothing is to be sent, in the person's zone (R54). */
export type QuietHours = Pick<Preferences, 'quietHours' | 'quietStart' | 'quietEnd'> & { timeZone: string }

/** The clock of the zone, as `23:05`. */
const clockOf = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now,
  )

/** The next moment at which the clock of the zone shows this hour, or the first after it on a day that has no such hour. */
export function nextHour(now: Date, hour: number, timeZone: string): Date {
  const next = new Cron(`0 ${hour} * * *`, { timezone: timeZone, paused: true }).nextRun(now)
  if (next === null) throw new Error(`There is no next ${hour}:00 in ${timeZone}`)
  return next
}

/** The end of the quiet hours in which this moment falls; null when it falls in none. Equal ends mean no quiet hours. */
export function quietUntil(
  now: Date,
  { quietHours, quietStart, quietEnd, timeZone }: QuietHours,
): Date | null {
  if (!quietHours || quietStart === quietEnd) return null
  const clock = clockOf(now, timeZone)
  const isInside =
    quietStart < quietEnd ? quietStart <= clock && clock < quietEnd : quietStart <= clock || clock < quietEnd
  return isInside ? nextHour(now, Number(quietEnd.slice(0, 2)), timeZone) : null
}

/** Everything of a moment waits for the first one after it that is not quiet. */
export const outsideQuiet = (at: Date, quiet: QuietHours): Date => quietUntil(at, quiet) ?? at

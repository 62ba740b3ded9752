import type { Formats } from '@/shared/formats'

/** Entries under the days on which they were made, in their order; the days have names that a person reads. */
export function byDay<Entry extends { createdAt: string }>(
  entries: readonly Entry[],
  now: Date,
  formats: Formats,
): { day: string; entries: Entry[] }[] {
  return [...Map.groupBy(entries, ({ createdAt }) => formats.day(createdAt, now))].map(([day, all]) => ({
    day,
    entries: all,
  }))
}

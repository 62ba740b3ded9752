import { t } from '@/shared/i18n'

/** Entries under the days on which they were made, in their order; the days have names that a person reads. */
export function byDay<Entry extends { createdAt: string }>(
  entries: readonly Entry[],
  now: Date,
): { day: string; entries: Entry[] }[] {
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  const nameOf = ({ createdAt }: Entry) => {
    const at = new Date(createdAt)
    if (at.toDateString() === now.toDateString()) return t('Today')
    if (at.toDateString() === yesterday.toDateString()) return t('Yesterday')
    return at.toLocaleDateString(undefined, { dateStyle: 'long' })
  }
  return [...Map.groupBy(entries, nameOf)].map(([day, all]) => ({ day, entries: all }))
}

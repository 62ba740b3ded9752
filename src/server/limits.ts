import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** Counters that slow down guessing and floods. They live in the database, so a restart does not reset them. */
export interface Limits {
  /**
   * Counts one use of `key`, or several together, and throws `AppError('rate-limited')` from the `max`-plus-first use on, until
   * `windowSeconds` after the first one. One atomic statement: it holds under any number of concurrent uses (R22).
   */
  take(key: string, max: number, windowSeconds: number, uses?: number): Promise<void>
  /** Counts one use less, where it turned out to be none of those that are counted. */
  giveBack(key: string): Promise<void>
  /** Forgets the counter, as when a new code replaces the one that was guessed at. */
  clear(key: string): Promise<void>
}

export function createLimits(db: Db, now: () => number = Date.now): Limits {
  return {
    async take(key, max, windowSeconds, uses = 1) {
      const time = now()
      const at = new Date(time).toISOString()
      const ends = new Date(time + windowSeconds * 1000).toISOString()
      // Who is over the limit already costs a read, not a write on the disk.
      const known = await db
        .selectFrom('rate_limit')
        .select('window_ends_at')
        .where('key', '=', key)
        .where('count', '>', max - (uses - 1))
        .where('window_ends_at', '>', at)
        .executeTakeFirst()
      if (known) throw tooOften(Date.parse(known.window_ends_at) - time)
      const row = await db
        .insertInto('rate_limit')
        .values({ key, count: uses, window_ends_at: ends })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when rate_limit.window_ends_at <= ${at} then ${uses} else rate_limit.count + ${uses} end`,
            window_ends_at: sql<string>`case when rate_limit.window_ends_at <= ${at} then ${ends} else rate_limit.window_ends_at end`,
          }),
        )
        .returning(['count', 'window_ends_at'])
        .executeTakeFirstOrThrow()
      if (row.count > max) throw tooOften(Date.parse(row.window_ends_at) - time)
    },
    async giveBack(key) {
      await db
        .updateTable('rate_limit')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', key)
        .where('count', '>', 0)
        .execute()
    },
    async clear(key) {
      await db.deleteFrom('rate_limit').where('key', '=', key).execute()
    },
  }
}

function tooOften(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const minutes = Math.ceil(seconds / 60)
  const words =
    seconds < 60
      ? t('Rate limit exceeded. Please try again in {seconds, plural, one {# second} other {# seconds}}.', {
          seconds,
        })
      : t('Rate limit exceeded. Please try again in {minutes, plural, one {# minute} other {# minutes}}.', {
          minutes,
        })
  return new AppError('rate-limited', words)
}

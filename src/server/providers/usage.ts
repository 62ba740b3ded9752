import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** What a request took. */
export interface Usage {
  inputTokens: number
  outputTokens: number
  milliseconds: number
}

export type PaidBy = 'server' | 'person'

/** The day that is counted, in UTC. */
const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * Counts a request before it is made, with the tokens that its prompt is estimated to have. Throws `rate-limited` when the day's
 * tokens are used up; a person's own key has no limit. One atomic statement: requests at the same time cannot pass together.
 * Answers how the request is to be counted when it has ended.
 */
export async function beginUsage(
  db: Db,
  {
    userId,
    paidBy,
    estimated,
    daily,
  }: { userId: string; paidBy: PaidBy; estimated: number; daily: number | null },
): Promise<(usage: Usage) => Promise<void>> {
  const key = { user_id: userId, day: today(), paid_by: paidBy }
  const most = paidBy === 'server' ? (daily ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER
  const row =
    estimated > most
      ? undefined
      : await db
          .insertInto('ai_usage')
          .values({ ...key, requests: 1, input_tokens: estimated, output_tokens: 0, milliseconds: 0 })
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'day', 'paid_by'])
              .doUpdateSet({
                requests: sql<number>`ai_usage.requests + 1`,
                input_tokens: sql<number>`ai_usage.input_tokens + ${estimated}`,
              })
              .where(sql<number>`ai_usage.input_tokens + ai_usage.output_tokens + ${estimated}`, '<=', most),
          )
          .returning('requests')
          .executeTakeFirst()
  if (!row) throw new AppError('rate-limited', await whyNot(db, key, estimated, most))
  return async (usage) => {
    await db
      .updateTable('ai_usage')
      .set({
        input_tokens: sql<number>`input_tokens + ${usage.inputTokens - estimated}`,
        output_tokens: sql<number>`output_tokens + ${usage.outputTokens}`,
        milliseconds: sql<number>`milliseconds + ${usage.milliseconds}`,
      })
      .where('user_id', '=', key.user_id)
      .where('day', '=', key.day)
      .where('paid_by', '=', key.paid_by)
      .execute()
  }
}

/** What hinders a request: it is larger than what a person has in a day, or than what is left of today's. */
async function whyNot(
  db: Db,
  key: { user_id: string; day: string; paid_by: PaidBy },
  estimated: number,
  most: number,
): Promise<string> {
  if (estimated > most)
    return t(
      'This is more than you may ask the AI of this server in a day. Ask something smaller, or select less.',
    )
  const row = await db
    .selectFrom('ai_usage')
    .select(['input_tokens', 'output_tokens'])
    .where('user_id', '=', key.user_id)
    .where('day', '=', key.day)
    .where('paid_by', '=', key.paid_by)
    .executeTakeFirst()
  const used = Number(row?.input_tokens ?? 0) + Number(row?.output_tokens ?? 0)
  return used < most
    ? t('This needs more of today’s AI tokens than you have left. Ask something smaller, or go on tomorrow.')
    : t('You have used today’s AI tokens of this server. You can go on tomorrow.')
}

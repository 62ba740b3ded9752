import type { Db } from '@/server/db/db'
import type { AccountType, DayOfAi } from '../model'

/** The plan that an account has; null when there is no such account. */
export async function findAccountType(db: Db, userId: string): Promise<AccountType | null> {
  const row = await db.selectFrom('user').select('accountType').where('id', '=', userId).executeTakeFirst()
  return row ? (row.accountType ?? 'free') : null
}

/** What a person has asked of language models since a day (YYYY-MM-DD), that day included. */
export const listAiUse = (db: Db, userId: string, since: string): Promise<DayOfAi[]> =>
  db
    .selectFrom('ai_usage')
    .select(['day', 'paid_by', 'requests', 'input_tokens', 'output_tokens', 'milliseconds'])
    .where('user_id', '=', userId)
    .where('day', '>=', since)
    .execute()

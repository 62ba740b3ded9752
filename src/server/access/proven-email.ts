import type { Db } from '@/server/db/db'

/** The address of a person, in lower case; null until they have shown that it is theirs. */
export async function provenEmail(db: Db, userId: string): Promise<string | null> {
  const found = await db
    .selectFrom('user')
    .select('email')
    .where('id', '=', userId)
    .where('emailVerified', '=', 1)
    .executeTakeFirst()
  return found?.email.toLowerCase() ?? null
}

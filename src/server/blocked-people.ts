import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '@/server/db/db'

/** Has this person (`blocker`) blocked that one? */
export async function hasBlocked(db: Db, blocker: string, blocked: string): Promise<boolean> {
  const row = await db
    .selectFrom('person_block')
    .select('blocker_id')
    .where('blocker_id', '=', blocker)
    .where('blocked_id', '=', blocked)
    .executeTakeFirst()
  return row !== undefined
}

/** Is this address that of somebody who has blocked the person (`blocked`)? Then no letter of theirs goes there. */
export async function addressHasBlocked(db: Db, email: string, blocked: string): Promise<boolean> {
  const row = await db
    .selectFrom('person_block')
    .innerJoin('user', 'user.id', 'person_block.blocker_id')
    .select('user.id')
    .where('user.email', '=', email)
    .where('person_block.blocked_id', '=', blocked)
    .executeTakeFirst()
  return row !== undefined
}

/** Has either of the two blocked the other? Then neither reaches the other. */
export const areApart = async (db: Db, one: string, other: string): Promise<boolean> =>
  (await hasBlocked(db, one, other)) || hasBlocked(db, other, one)

/** As a condition of statements: neither the person in `column` nor `userId` has blocked the other. */
export const notApartFrom = (userId: string, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} not in (
    select blocked_id from person_block where blocker_id = ${userId}
    union all select blocker_id from person_block where blocked_id = ${userId})`

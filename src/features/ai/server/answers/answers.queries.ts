import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { AiAnswerRow, SuggestionLogRow } from '@/server/db/schema'
import { hasEnded } from '@/server/server-lease'

/** False: there is one of this name already. */
export async function insertAnswer(db: Db, row: AiAnswerRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ai_answer')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Of a person's answers the newest stay. */
export async function forgetOlderAnswers(db: Db, userId: string, most: number): Promise<void> {
  await db
    .deleteFrom('ai_answer')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('ai_answer')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(1_000)
        .offset(most),
    )
    .where('status', '!=', 'answering')
    .execute()
}

/** Those of before a moment. */
export async function forgetAnswers(db: Db, before: string): Promise<void> {
  await db.deleteFrom('ai_answer').where('created_at', '<', before).execute()
}

/** A person's answer, and whether the server that was writing it has ended. */
export async function findAnswer(
  db: Db,
  id: string,
  userId: string,
): Promise<(AiAnswerRow & { isLeft: boolean }) | null> {
  const found = await db
    .selectFrom('ai_answer')
    .selectAll()
    .select(
      sql<number>`case when ${hasEnded('ai_answer.server_id', new Date())} then 1 else 0 end`.as('left'),
    )
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!found) return null
  const { left, ...row } = found
  return { ...row, isLeft: Number(left) === 1 }
}

/** Adds words to an answer that is being written. */
export async function appendWords(db: Db, id: string, words: string): Promise<void> {
  await db
    .updateTable('ai_answer')
    .set({ content: sql<string>`content || ${words}` })
    .where('id', '=', id)
    .where('status', '=', 'answering')
    .execute()
}

/** Changes an answer that is being written. */
export async function endAnswer(
  db: Db,
  id: string,
  set: Partial<Pick<AiAnswerRow, 'content' | 'status' | 'error' | 'is_cut'>>,
): Promise<void> {
  await db.updateTable('ai_answer').set(set).where('id', '=', id).where('status', '=', 'answering').execute()
}

/** Puts on record what nobody else decided about: its author has put it into the page. */
export async function logAccepted(db: Db, row: SuggestionLogRow): Promise<void> {
  await db.insertInto('suggestion_log').values(row).execute()
}

/** Changes a decision that {@link logAccepted} put on record for this person. False: there is none. */
export async function changeAccepted(
  db: Db,
  { documentId, sid, userId }: { documentId: string; sid: string; userId: string },
  set: Pick<SuggestionLogRow, 'state' | 'decided_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('suggestion_log')
    .set(set)
    .where('document_id', '=', documentId)
    .where('sid', '=', sid)
    .where('author_id', '=', userId)
    .where('decided_by', '=', userId)
    .where('state', 'in', ['accepted', 'withdrawn'])
    // Of suggestions there is a trace in the page, or nothing is known of what they would have done.
    .where('trace', 'is', null)
    .where('summary', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

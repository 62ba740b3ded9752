import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { ChatMessageRow, ChatRow, ChatToolCallRow } from '@/server/db/schema'
import { hasEnded } from '@/server/server-lease'

/** Locks a person's own chat until the end of the transaction and says that something was asked; null when it is not theirs. */
export async function lockChat(
  trx: Db,
  { id, userId }: { id: string; userId: string },
  now: string,
): Promise<ChatRow | null> {
  const query = trx
    .updateTable('chat')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
  return (await query.returningAll().executeTakeFirst()) ?? null
}

export async function insertChat(trx: Db, row: ChatRow): Promise<void> {
  await trx.insertInto('chat').values(row).execute()
}

export async function insertMessage(trx: Db, row: ChatMessageRow): Promise<void> {
  await trx.insertInto('chat_message').values(row).execute()
}

/** Adds words to an answer that is being written. */
export async function appendWords(db: Db, id: string, words: string): Promise<void> {
  await db
    .updateTable('chat_message')
    .set({ content: sql<string>`content || ${words}` })
    .where('id', '=', id)
    .where('status', '=', 'answering')
    .execute()
}

/** Changes an answer that is being written. */
export async function changeAnswering(
  db: Db,
  id: string,
  set: Partial<
    Pick<
      ChatMessageRow,
      'content' | 'content_folded' | 'status' | 'error' | 'is_cut' | 'is_sample' | 'model' | 'sources'
    >
  >,
): Promise<void> {
  await db
    .updateTable('chat_message')
    .set(set)
    .where('id', '=', id)
    .where('status', '=', 'answering')
    .execute()
}

/** Keeps something that is looked up for an answer, in the state that it is in. */
export async function saveToolCall(db: Db, row: ChatToolCallRow): Promise<void> {
  const { status, result, error, completed_at } = row
  await db
    .insertInto('chat_tool_call')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ status, result, error, completed_at }))
    .execute()
}

/** Answers that servers which have ended were writing keep what was stored of them, and are said to be interrupted. */
export async function noteInterrupted(db: Db): Promise<void> {
  const now = new Date()
  const interrupted = db
    .selectFrom('chat_message')
    .select('id')
    .where('status', '=', 'answering')
    .where(hasEnded('chat_message.server_id', now))
  await db
    .updateTable('chat_tool_call')
    .set({ status: 'failed', completed_at: now.toISOString() })
    .where('status', '=', 'running')
    .where('message_id', 'in', interrupted)
    .execute()
  await db.updateTable('chat_message').set({ status: 'interrupted' }).where('id', 'in', interrupted).execute()
}

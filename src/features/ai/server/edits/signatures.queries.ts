import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { SuggestionSignatureRow } from '@/server/db/schema'

const ROWS_AT_ONCE = 100

export async function insertSignatures(db: Db, rows: readonly SuggestionSignatureRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await db
      .insertInto('suggestion_signature')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(['document_id', 'sid']).doNothing())
      .execute()
}

export async function deleteSignatures(db: Db, documentId: string, sids: readonly string[]): Promise<void> {
  await inChunks(sids, (some) =>
    db
      .deleteFrom('suggestion_signature')
      .where('document_id', '=', documentId)
      .where('sid', 'in', some)
      .execute(),
  )
}

/** With the names of those who asked. */
export const listSignatures = (db: Db, documentId: string, sids: readonly string[]) =>
  db
    .selectFrom('suggestion_signature')
    .leftJoin('user', 'user.id', 'suggestion_signature.asked_by')
    .select(['sid', 'model', 'prompt', 'reason', 'asked_at', 'asked_by', 'user.name as asked_by_name'])
    .where('document_id', '=', documentId)
    .where('sid', 'in', sids)
    .execute()

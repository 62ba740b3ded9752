import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { SuggestionLogRow } from '@/server/db/schema'

/** A row of the log with the names of those concerned. */
export type NamedRow = Omit<SuggestionLogRow, 'trace' | 'document_id'> & {
  author_name: string | null
  author_image: string | null
  decider_name: string | null
  decider_image: string | null
}

const named = (db: Db, documentId: string) =>
  db
    .selectFrom('suggestion_log')
    .leftJoin('user as author', 'author.id', 'suggestion_log.author_id')
    .leftJoin('user as decider', 'decider.id', 'suggestion_log.decided_by')
    .select([
      'suggestion_log.sid',
      'suggestion_log.author_id',
      'suggestion_log.model',
      'suggestion_log.first_seen_at',
      'suggestion_log.summary',
      'suggestion_log.state',
      'suggestion_log.decided_by',
      'suggestion_log.decided_at',
      'author.name as author_name',
      'author.image as author_image',
      'decider.name as decider_name',
      'decider.image as decider_image',
    ])
    .where('suggestion_log.document_id', '=', documentId)

/** What waits for a decision, by name, behind the one with the name `after`. */
export function listPending(
  db: Db,
  documentId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<NamedRow[]> {
  let query = named(db, documentId).where('state', '=', 'pending')
  if (after !== null) query = query.where('sid', '>', after)
  return query.orderBy('sid').limit(limit).execute()
}

/** Those whose suggestions wait for a decision; `name` is null for a deleted account. */
export const listAuthors = (
  db: Db,
  documentId: string,
  limit: number,
): Promise<{ id: string; name: string | null }[]> =>
  db
    .selectFrom('suggestion_log')
    .leftJoin('user', 'user.id', 'suggestion_log.author_id')
    .select(['suggestion_log.author_id as id', 'user.name'])
    .distinct()
    .where('document_id', '=', documentId)
    // Written out: the partial index serves no other statement.
    .where(sql<boolean>`state = 'pending'`)
    .orderBy('suggestion_log.author_id')
    .limit(limit)
    .execute()

/** A place in the history, the newest decision first. */
export interface Place {
  decidedAt: string
  sid: string
}

/** What was decided before a place; with `since`, from then on. */
export function listDecided(
  db: Db,
  documentId: string,
  { before, since, limit }: { before: Place | null; since: string | null; limit: number },
): Promise<NamedRow[]> {
  let query = named(db, documentId).where('state', '<>', 'pending')
  if (since !== null) query = query.where('suggestion_log.first_seen_at', '>=', since)
  if (before !== null)
    query = query.where((eb) =>
      eb.or([
        eb('decided_at', '<', before.decidedAt),
        eb.and([eb('decided_at', '=', before.decidedAt), eb('sid', '<', before.sid)]),
      ]),
    )
  return query.orderBy('decided_at', 'desc').orderBy('sid', 'desc').limit(limit).execute()
}

/** Of decisions of which nobody knows who made them: it was this person. */
export async function noteDecider(
  db: Db,
  documentId: string,
  sids: readonly string[],
  userId: string,
): Promise<void> {
  await inChunks(sids, async (some) => {
    await db
      .updateTable('suggestion_log')
      .set({ decided_by: userId })
      .where('document_id', '=', documentId)
      .where('sid', 'in', some)
      .where('state', '<>', 'pending')
      .where('decided_by', 'is', null)
      .execute()
  })
}

export async function setHidesReview(db: Db, documentId: string, isHidden: boolean): Promise<void> {
  await db
    .updateTable('document')
    .set({ hides_review: isHidden ? 1 : 0 })
    .where('id', '=', documentId)
    .execute()
}

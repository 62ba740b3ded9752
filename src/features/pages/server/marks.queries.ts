/* What a person marked as a favourite, opened, and may have missed since. */

import { visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import { isNoTemplate } from './no-template'

export async function setFavorite(
  db: Db,
  userId: string,
  id: string,
  on: boolean,
  now: string,
): Promise<void> {
  if (on) {
    await db
      .insertInto('favorite')
      .values({ user_id: userId, document_id: id, created_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'document_id']).doNothing())
      .execute()
  } else {
    await db.deleteFrom('favorite').where('user_id', '=', userId).where('document_id', '=', id).execute()
  }
}

export async function isFavorite(db: Db, userId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('favorite').select('document_id')
  const row = await query.where('user_id', '=', userId).where('document_id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function saveVisit(db: Db, userId: string, id: string, now: string): Promise<void> {
  await db
    .insertInto('visit')
    .values({ user_id: userId, document_id: id, visited_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'document_id']).doUpdateSet({ visited_at: now }))
    .execute()
}

const visited = (db: Db, userId: string) =>
  db
    .selectFrom('visit')
    .innerJoin('document', 'document.id', 'visit.document_id')
    .leftJoin('user as editor', 'editor.id', 'document.updated_by')
    .select([
      'document.id',
      'document.title',
      'document.icon',
      'document.updated_at',
      'visit.visited_at',
      'editor.name as updatedBy',
    ])
    .where('visit.user_id', '=', userId)
    .where(visiblePages(userId))
    .where('document.archived_at', 'is', null)
    .where(isNoTemplate)

/** The pages the person opened last. */
export const listRecent = (db: Db, userId: string, limit: number) =>
  visited(db, userId).orderBy('visit.visited_at', 'desc').orderBy('document.id').limit(limit).execute()

/** The pages that somebody else changed since the person last opened them, newest first. */
export const listChanged = (db: Db, userId: string, limit: number) =>
  visited(db, userId)
    .whereRef('document.updated_at', '>', 'visit.visited_at')
    .where('document.updated_by', '<>', userId)
    .orderBy('document.updated_at', 'desc')
    .orderBy('document.id')
    .limit(limit)
    .execute()

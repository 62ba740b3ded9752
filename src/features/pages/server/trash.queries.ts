/* What is in the trash, whose it is, and since when. */

import { visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { TrashPlace } from '../inputs'

/** The pages in the trash that the person may bring back, newest first. */
const trashOf = (db: Db, userId: string) =>
  db
    .selectFrom('document')
    .where(visiblePages(userId, { level: 'manage' }))
    .where('archived_at', 'is not', null)
    .orderBy('archived_at', 'desc')
    .orderBy('id')

/** All of the person's trash. */
export const listTrash = (db: Db, userId: string) =>
  trashOf(db, userId).select(['id', 'title', 'icon', 'archived_at', 'created_by']).execute()

/**
 * Of the person's trash what stands in its list: what was put there itself, and what went there with a page of somebody
 * else's, without what lies in that again.
 */
const trashTops = (db: Db, userId: string) =>
  trashOf(db, userId).where((eb) =>
    eb.or([
      eb('document.archived_root', '=', eb.ref('document.id')),
      eb.not(
        eb.exists(
          eb
            .selectFrom('document as around')
            .select('around.id')
            .whereRef('around.archived_root', '=', 'document.archived_root')
            .where(({ or, eb: is, ref }) =>
              or([
                is('around.id', '=', ref('document.archived_root')),
                is('around.id', '=', ref('document.parent_id')),
              ]),
            )
            .where(visiblePages(userId, { page: 'around', level: 'manage' })),
        ),
      ),
    ]),
  )

/** What stands in the list of the person's trash. */
export const listTrashTops = (db: Db, userId: string) =>
  trashTops(db, userId).select(['id', 'title', 'icon', 'archived_at', 'created_by']).execute()

/** Of that list what comes from a place in it on. */
export const listTrashFrom = (db: Db, userId: string, from: TrashPlace, limit: number) =>
  trashTops(db, userId)
    .select(['id', 'pod_id', 'archived_at'])
    .where((eb) =>
      eb.or([
        eb('archived_at', '<', from.archivedAt),
        eb.and([eb('archived_at', '=', from.archivedAt), eb('id', '>=', from.id)]),
      ]),
    )
    .limit(limit)
    .execute()

/** The pods and the trashed pages, of everybody, that went to the trash before a moment. */
export function listExpired(db: Db, before: string): Promise<{ id: string; pod_id: string }[]> {
  return db.selectFrom('document').select(['id', 'pod_id']).where('archived_at', '<', before).execute()
}

/** Narrows ids to those that are (still) in the trash since before a moment. */
export async function keepExpired(db: Db, ids: readonly string[], before: string): Promise<string[]> {
  const kept: string[] = []
  await inChunks(ids, async (chunk) => {
    const rows = await db
      .selectFrom('document')
      .select('id')
      .where('id', 'in', chunk)
      .where('archived_at', '<', before)
      .execute()
    kept.push(...rows.map((row) => row.id))
  })
  return kept
}

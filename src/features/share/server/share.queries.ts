/* Who has a page: its people, its link, requests for it. Who may ask is decided by `page-access`. */

import { rankOf } from '@/server/access/level-rank'
import { visiblePages } from '@/server/access/page-access'
import { notApartFrom } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { AccessRequestRow, DocumentLinkRow } from '@/server/db/schema'
import type { Level } from '@/shared/permissions'

export interface GrantRow {
  document_id: string
  user_id: string
  level: Level
  name: string
  username: string | null
  image: string | null
}

/** The people of these pages, by name. */
export async function listGrants(db: Db, documentIds: readonly string[]): Promise<GrantRow[]> {
  if (documentIds.length === 0) return []
  const rows = await db
    .selectFrom('document_share')
    .innerJoin('user', 'user.id', 'document_share.user_id')
    .select(['document_share.document_id', 'document_share.user_id', 'document_share.level'])
    .select(['user.name', 'user.username', 'user.image'])
    .where('document_share.document_id', 'in', documentIds)
    .execute()
  return rows.sort((a, b) => a.name.localeCompare(b.name) || (a.user_id < b.user_id ? -1 : 1))
}

export async function findGrant(db: Db, documentId: string, userId: string): Promise<Level | null> {
  const row = await db
    .selectFrom('document_share')
    .select('level')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.level ?? null
}

/** Gives somebody a page, or another level on it; since when they have it stays. */
export async function saveGrant(
  db: Db,
  grant: { documentId: string; userId: string; level: Level; by: string },
): Promise<void> {
  const { documentId, userId, level, by } = grant
  await db
    .insertInto('document_share')
    .values({
      document_id: documentId,
      user_id: userId,
      level,
      granted_by: by,
      created_at: new Date().toISOString(),
    })
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'user_id']).doUpdateSet({ level, granted_by: by }),
    )
    .execute()
}

export async function deleteGrant(db: Db, documentId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('document_share')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .execute()
  // Who is taken off a page does not come back by the link that they have opened before.
  await db
    .deleteFrom('document_link_use')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .execute()
}

/** Has the person come to the page by its link? */
export async function hasUsedLink(db: Db, documentId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_link_use')
    .select('user_id')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** What a page says and inherits of sharing. */
export async function findSharing(db: Db, id: string) {
  const row = await db
    .selectFrom('document')
    .select(['pod_id', 'is_restricted', 'is_closed', 'archived_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    podId: row.pod_id,
    isRestricted: row.is_restricted === 1,
    isClosed: row.is_closed === 1,
    isInTrash: row.archived_at !== null,
  }
}

export async function setRestricted(db: Db, id: string, isRestricted: boolean): Promise<void> {
  await db
    .updateTable('document')
    .set({ is_restricted: Number(isRestricted) })
    .where('id', '=', id)
    .execute()
}

/** The pages among these that are closed and that nobody owns. */
export async function listOwnerless(db: Db, ids: readonly string[]): Promise<string[]> {
  const ownerless: string[] = []
  await inChunks(ids, async (chunk) => {
    const rows = await db
      .selectFrom('document')
      .select('id')
      .where('id', 'in', chunk)
      .where('is_closed', '=', 1)
      .whereRef('access_from', '=', 'id')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('share_access')
              .select('share_access.user_id')
              .whereRef('share_access.document_id', '=', 'document.id')
              .where('share_access.rank', '=', rankOf('manage')),
          ),
        ),
      )
      .execute()
    ownerless.push(...rows.map(({ id }) => id))
  })
  return ownerless
}

export const findLink = async (db: Db, documentId: string): Promise<DocumentLinkRow | null> =>
  (await db
    .selectFrom('document_link')
    .selectAll()
    .where('document_id', '=', documentId)
    .executeTakeFirst()) ?? null

export const findLinkByToken = async (db: Db, tokenHash: string): Promise<DocumentLinkRow | null> =>
  (await db.selectFrom('document_link').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()) ??
  null

export async function saveLink(db: Db, row: DocumentLinkRow): Promise<void> {
  const { document_id: _, ...changes } = row
  await db
    .insertInto('document_link')
    .values(row)
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(changes))
    .execute()
}

export async function deleteLink(db: Db, documentId: string): Promise<void> {
  await db.deleteFrom('document_link').where('document_id', '=', documentId).execute()
}

/** Somebody has opened the link. */
export async function saveLinkUse(db: Db, documentId: string, userId: string): Promise<void> {
  await db
    .insertInto('document_link_use')
    .values({ document_id: documentId, user_id: userId, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doNothing())
    .execute()
}

/** Forgets everybody who has opened the link. */
export async function deleteLinkUses(db: Db, documentId: string): Promise<void> {
  await db.deleteFrom('document_link_use').where('document_id', '=', documentId).execute()
}

/** Pages whose link has ended by then while people still have them by it. */
export async function listEndedLinks(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_link')
    .innerJoin('document_link_use as used', 'used.document_id', 'document_link.document_id')
    .select('document_link.document_id')
    .distinct()
    .where('document_link.ends_at', '<=', now)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

export async function saveRequest(db: Db, row: AccessRequestRow): Promise<void> {
  const { id: _, document_id: __, user_id: ___, ...changes } = row
  await db
    .insertInto('access_request')
    .values(row)
    .onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doUpdateSet(changes))
    .execute()
}

export const findRequest = async (db: Db, id: string): Promise<AccessRequestRow | null> =>
  (await db.selectFrom('access_request').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export async function deleteRequest(
  db: Db,
  { documentId, userId }: { documentId: string; userId: string },
): Promise<void> {
  await db
    .deleteFrom('access_request')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .execute()
}

export async function countRequests(db: Db, documentId: string): Promise<number> {
  const row = await db
    .selectFrom('access_request')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Requests for the pages that the person manages, or for one of them; the newest first. */
export function listRequests(db: Db, userId: string, documentId: string | undefined, limit: number) {
  return db
    .selectFrom('access_request')
    .innerJoin('document', 'document.id', 'access_request.document_id')
    .innerJoin('user', 'user.id', 'access_request.user_id')
    .select([
      'access_request.id',
      'access_request.document_id',
      'access_request.level',
      'access_request.message',
      'access_request.created_at',
      'document.title',
      'user.name',
      'user.username',
    ])
    .where(visiblePages(userId, { level: 'manage', each: true }))
    .where(notApartFrom(userId, 'access_request.user_id'))
    .$if(documentId !== undefined, (query) => query.where('document.id', '=', documentId as string))
    .orderBy('access_request.created_at', 'desc')
    .orderBy('access_request.id')
    .limit(limit)
    .execute()
}

/* Pages themselves: read, made, changed, deleted. */

import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { NewDocumentRow } from '@/server/db/schema'
import { inheritedFrom, keepInherited } from './inherited-access'

/** The words of a page as they were stored last; null when there is no such page. */
export async function findText(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('document').select('plain_text').where('id', '=', id).executeTakeFirst()
  return row?.plain_text ?? null
}

/**
 * Lets one transaction at a time change the shape of these pods' trees. An update that changes nothing locks the
 * row on PostgreSQL and takes the one writer's place on SQLite; always in id order, so that two cannot wait for
 * each other.
 */
export async function lockPods(trx: Db, podIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(podIds)].sort()) {
    await trx
      .updateTable('pod')
      .set((eb) => ({ is_personal: eb.ref('is_personal') }))
      .where('id', '=', id)
      .execute()
  }
}

/** Inserts a page, with what it inherits from the one it lies in. */
export async function insertPage(db: Db, row: NewDocumentRow): Promise<void> {
  await db
    .insertInto('document')
    .values({ ...row, ...(await inheritedFrom(db, row.parent_id)) })
    .execute()
}

/** A page that is whole from its first moment: its content, packed, and what follows from it. */
export async function insertWholePage(db: Db, row: NewDocumentRow, packed: Uint8Array): Promise<void> {
  await insertPage(db, row)
  await db
    .insertInto('document_snapshot')
    .values({ document_id: row.id, up_to: 0, state: packed, created_at: row.created_at })
    .execute()
}

/** Changes columns of pages. */
export async function updatePages(
  db: Db,
  ids: readonly string[],
  set: Partial<Omit<NewDocumentRow, 'id'>>,
): Promise<void> {
  await inChunks(ids, (chunk) => db.updateTable('document').set(set).where('id', 'in', chunk).execute())
}

/**
 * Deletes pages; their edits, favourites and visits go with them, and pages that lay inside and stay are left without
 * a parent (both by the tables' own rules).
 */
export async function deletePages(db: Db, ids: readonly string[]): Promise<void> {
  // What stays is not opened to anybody by losing the page that it lay in.
  await keepInherited(db, ids)
  await inChunks(ids, (chunk) => db.deleteFrom('document').where('id', 'in', chunk).execute())
}

/** The names of people by id. */
export async function findNames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.selectFrom('user').select(['id', 'name']).where('id', 'in', userIds).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

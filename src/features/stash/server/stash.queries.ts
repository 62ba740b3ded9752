import { mayGive } from '@/features/files/server/file-pages'
import { contains } from '@/server/db/contains'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { StashRow } from '@/server/db/schema'

/** A place in the list, which is ordered by time and then by id, the newest first. */
export interface Place {
  createdAt: string
  id: string
}

/** The person's own items that hold these words (in small letters), older than a place. */
export function listItems(
  db: Db,
  userId: string,
  { words, before, limit }: { words: string; before: Place | null; limit: number },
): Promise<StashRow[]> {
  let query = db.selectFrom('stash').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null)
  if (words !== '') query = query.where(contains(db, 'words', words))
  if (before !== null) {
    query = query.where((eb) =>
      eb.or([
        eb('created_at', '<', before.createdAt),
        eb.and([eb('created_at', '=', before.createdAt), eb('id', '<', before.id)]),
      ]),
    )
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/**
 * Lets one transaction at a time put something into a person's stash. Writes the person's row as it is: SQLite has one
 * writer at a time and PostgreSQL one for each row.
 */
export async function lockStash(transaction: Db, userId: string): Promise<void> {
  await transaction
    .updateTable('user')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', userId)
    .execute()
}

/** How many items the person has, and how large they are. */
export async function measureItems(db: Db, userId: string): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('stash')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('size').as('bytes')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  // PostgreSQL counts in numbers that JavaScript is given as text.
  return { count: Number(row.count), bytes: Number(row.bytes ?? 0) }
}

export async function insertItem(db: Db, row: StashRow): Promise<void> {
  await db.insertInto('stash').values(row).execute()
}

export async function findItem(db: Db, userId: string, id: string): Promise<StashRow | null> {
  const query = db.selectFrom('stash').selectAll().where('user_id', '=', userId).where('id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

/** Marks an item as deleted, or brings it back (null); answers whether there is one of that person. */
export async function setDeleted(
  db: Db,
  userId: string,
  id: string,
  deletedAt: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stash')
    .set({ deleted_at: deletedAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Forgets for good all but the items that were deleted last. */
export async function forgetDeleted(db: Db, userId: string, keep: number): Promise<void> {
  const kept = db
    .selectFrom('stash')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .limit(keep)
  await db
    .deleteFrom('stash')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where('id', 'not in', kept)
    .execute()
}

/** The files of these that the person may see are kept with what they stash, also when their pages go. */
export async function keepFiles(
  db: Db,
  { userId, stashId }: { userId: string; stashId: string },
  ids: Iterable<string>,
): Promise<void> {
  await inChunks([...ids], (chunk) =>
    db
      .insertInto('file_stash')
      .columns(['file_id', 'stash_id'])
      .expression((eb) =>
        eb
          .selectFrom('file')
          .select((of) => ['file.id', of.val(stashId).as('stash_id')])
          .where('file.id', 'in', chunk)
          .where((of) => mayGive(userId)(of as Parameters<ReturnType<typeof mayGive>>[0])),
      )
      .execute(),
  )
}

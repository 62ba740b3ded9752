import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { VersionRow } from '@/server/db/schema'

/** A version without its content. */
export type VersionFacts = Omit<VersionRow, 'content' | 'undo_state'> & { canUndo: boolean }

/** A place in the list, which is ordered by time and then by id, the newest first. */
export interface Place {
  createdAt: string
  id: string
}

const facts = (db: Db) =>
  db
    .selectFrom('version')
    .select([
      'version.id',
      'version.document_id',
      'version.title',
      'version.hash',
      'version.name',
      'version.reason',
      'version.authors',
      'version.created_at',
      'version.current_at',
      'version.undone_at',
    ])
    .select((eb) => eb('version.undo_state', 'is not', null).as('canUndo'))

/** SQLite has no truth values of its own. */
const factsOf = <Row extends { canUndo: unknown }>(row: Row): Row & { canUndo: boolean } => ({
  ...row,
  canUndo: Boolean(row.canUndo),
})

/** The page's versions that are older than a place, the newest first; with `since`, those saved from then on. */
export async function listVersions(
  db: Db,
  documentId: string,
  { before, limit, since = null }: { before: Place | null; limit: number; since?: string | null },
): Promise<VersionFacts[]> {
  let query = facts(db).where('document_id', '=', documentId)
  if (since !== null) query = query.where('created_at', '>=', since)
  if (before !== null) {
    query = query.where((eb) =>
      eb.or([
        eb('created_at', '<', before.createdAt),
        eb.and([eb('created_at', '=', before.createdAt), eb('id', '<', before.id)]),
      ]),
    )
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(factsOf)
}

export async function findVersion(db: Db, id: string): Promise<VersionRow | null> {
  return (await db.selectFrom('version').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findFacts(db: Db, id: string): Promise<VersionFacts | null> {
  const row = await facts(db).where('id', '=', id).executeTakeFirst()
  return row ? factsOf(row) : null
}

export async function findLatest(db: Db, documentId: string): Promise<VersionFacts | null> {
  return (await listVersions(db, documentId, { before: null, limit: 1 }))[0] ?? null
}

export async function insertVersion(db: Db, row: VersionRow): Promise<void> {
  await db.insertInto('version').values(row).execute()
}

export async function updateVersion(
  db: Db,
  id: string,
  set: Partial<Omit<VersionRow, 'id' | 'document_id'>>,
): Promise<void> {
  await db.updateTable('version').set(set).where('id', '=', id).execute()
}

/** Keeps how the restore after this version is undone, and forgets it for all others of the page. */
export async function keepUndo(db: Db, id: string, documentId: string, state: Uint8Array): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('version')
      .set({ undo_state: null })
      .where('document_id', '=', documentId)
      .where('id', '<>', id)
      .where('undo_state', 'is not', null)
      .execute()
    await updateVersion(trx, id, { undo_state: state, undone_at: null })
  })
}

/** An undo that was begun this long ago and keeps what it needs never ended: the server was killed meanwhile. */
const UNDO_MS = 10 * 60_000

/** Is the restore after a version being undone, or was it? `undoneAt` as the row has it. */
export const isUndone = (undoneAt: string | null, now: Date): boolean =>
  undoneAt !== null && Date.parse(undoneAt) > now.getTime() - UNDO_MS

/** Marks the restore after a version as undone, once; answers whether this was the time. */
export async function claimUndo(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('version')
    .set({ undone_at: at.toISOString() })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('undone_at', 'is', null),
        eb('undone_at', '<', new Date(at.getTime() - UNDO_MS).toISOString()),
      ]),
    )
    .where('undo_state', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteVersion(db: Db, id: string): Promise<void> {
  await db.deleteFrom('version').where('id', '=', id).execute()
}

/**
 * Deletes what has no name and was followed by another version before a moment, and forgets how older restores are undone. The last version
 * before that moment says how the page read from then on, so it stays: also a page that nobody has touched for a year can be brought back.
 */
export async function deleteExpired(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('version')
    .where('created_at', '<', before)
    .where('name', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('version as later')
          .select('later.id')
          .whereRef('later.document_id', '=', 'version.document_id')
          .where('later.created_at', '<', before)
          .where(sql<boolean>`(later.created_at, later.id) > (version.created_at, version.id)`),
      ),
    )
    .executeTakeFirst()
  await db
    .updateTable('version')
    .set({ undo_state: null })
    .where('created_at', '<', before)
    .where('undo_state', 'is not', null)
    .execute()
  return Number(numDeletedRows)
}

/** Those who have edited the page since a moment, the last first. */
export async function listEditors(db: Db, documentId: string, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_editor')
    .select('user_id')
    .where('document_id', '=', documentId)
    .where('edited_at', '>', since)
    .orderBy('edited_at', 'desc')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/**
 * Pages that were last edited between two moments, say something or have said it, and are not known to a version as they
 * read now. The oldest edit first.
 */
export async function listResting(
  db: Db,
  { since, until, limit }: { since: string; until: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select('document.id')
    .where('updated_at', '>', since)
    .where('updated_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('version')
            .select('version.id')
            .whereRef('version.document_id', '=', 'document.id')
            .whereRef('version.current_at', '>=', 'document.updated_at'),
        ),
      ),
    )
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('content_rich', '<>', '[]'),
        exists(
          selectFrom('version').select('version.id').whereRef('version.document_id', '=', 'document.id'),
        ),
      ]),
    )
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** What lists and the search know of a page: as it read when it was last edited. */
export async function findProjection(db: Db, documentId: string) {
  const row = await db
    .selectFrom('document')
    .select(['title', 'content_rich', 'updated_at', 'updated_by'])
    .where('id', '=', documentId)
    .executeTakeFirst()
  return row ?? null
}

/** What people are called and look like, by id. */
export async function findPeople(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, { name: string; image: string | null }>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name', 'image'])
    .where('id', 'in', userIds)
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}

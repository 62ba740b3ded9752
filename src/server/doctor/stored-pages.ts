import type { Db, OpenDatabase } from '@/server/db/db'
import type { DocumentRow, DocumentSnapshotRow, DocumentUpdateRow } from '@/server/db/schema'

/** Everything that is stored of one page's content, of one moment. */
export interface StoredPage {
  page: Pick<DocumentRow, 'id' | 'title' | 'content_rich' | 'plain_text' | 'word_count' | 'updated_at'>
  snapshot: Omit<DocumentSnapshotRow, 'document_id'> | null
  /** In the order of their numbers. */
  updates: (Omit<DocumentUpdateRow, 'id' | 'document_id' | 'is_review'> & { id: number })[]
}

/** How many pages are in memory at once. */
const AT_ONCE = 25

/** Every page by id, some at a time; an error instead of a page whose rows the database cannot read. */
export async function* storedPages(
  database: OpenDatabase,
): AsyncGenerator<{ id: string; stored: StoredPage } | { id: string; error: unknown }> {
  for (let last = ''; ; ) {
    const rows = await database.db
      .selectFrom('document')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const ids = rows.map(({ id }) => id)
    try {
      for (const stored of await readPages(database, ids)) yield { id: stored.page.id, stored }
    } catch {
      // One of them is damaged: one by one, the others are checked all the same.
      for (const id of ids) {
        try {
          const [stored] = await readPages(database, [id])
          if (stored) yield { id, stored }
        } catch (error) {
          yield { id, error }
        }
      }
    }
    if (ids.length < AT_ONCE) return
    last = ids.at(-1) as string
  }
}

/** Reads these pages as they are at one moment; those that do not exist are left out. */
export function readPages({ db, dialect }: OpenDatabase, ids: readonly string[]): Promise<StoredPage[]> {
  if (ids.length === 0) return Promise.resolve([])
  const transaction = db.transaction()
  const consistent =
    dialect === 'postgres'
      ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
      : transaction
  return consistent.execute((reading) => read(reading, ids))
}

async function read(db: Db, ids: readonly string[]): Promise<StoredPage[]> {
  const pages = await db
    .selectFrom('document')
    .select(['id', 'title', 'content_rich', 'plain_text', 'word_count', 'updated_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const updates = await db
    .selectFrom('document_update')
    .selectAll()
    .where('document_id', 'in', ids)
    .orderBy('id')
    .execute()
  const snapshots = await db
    .selectFrom('document_snapshot')
    .selectAll()
    .where('document_id', 'in', ids)
    .execute()
  const updatesOf = Map.groupBy(updates, (row) => row.document_id)
  const snapshotOf = new Map(snapshots.map((row) => [row.document_id, row]))
  return pages.map((page) => ({
    page,
    snapshot: snapshotOf.get(page.id) ?? null,
    updates: updatesOf.get(page.id) ?? [],
  }))
}

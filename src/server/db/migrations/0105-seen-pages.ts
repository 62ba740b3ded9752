import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * Who sees which pages, from indexes alone (`visibleIds`, and `visiblePages` where pages are found in another way). SQLite keeps these
 * columns behind the text of a page and would read all of that for each.
 */
export const seenPages: Migration = {
  name: '0105-seen-pages',
  async up(db) {
    await sql`create index document_in_pod on document (pod_id, is_closed, id) where archived_at is null`.execute(
      db,
    )
    await sql`create index document_shared on document (access_from, is_closed, pod_id, id)
      where archived_at is null and access_from is not null`.execute(db)
    await sql`create index document_seen on document (id, archived_at, pod_id, is_closed, access_from)`.execute(
      db,
    )
  },
}

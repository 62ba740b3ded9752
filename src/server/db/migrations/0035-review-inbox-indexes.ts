import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** The inbox finds what waits in these indexes alone, without reading the rows and their long summaries. */
export const reviewInboxIndexes: Migration = {
  name: '0035-review-inbox-indexes',
  async up(db) {
    await sql`drop index suggestion_pending`.execute(db)
    await sql`drop index suggestion_pending_by_author`.execute(db)
    await sql`create index suggestion_pending on suggestion_log (document_id, first_seen_at, sid, author_id)
      where state = 'pending'`.execute(db)
    await sql`create index suggestion_pending_by_author on suggestion_log
      (author_id, first_seen_at, document_id, sid) where state = 'pending'`.execute(db)
  },
}

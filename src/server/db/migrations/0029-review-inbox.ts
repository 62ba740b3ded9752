import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Finds what waits for somebody among everything that was ever suggested and discussed. */
export const reviewInbox: Migration = {
  name: '0029-review-inbox',
  async up(db) {
    const open = sql`resolved_at is null and removed_at is null`
    await sql`create index suggestion_pending on suggestion_log (document_id, first_seen_at)
      where state = 'pending'`.execute(db)
    await sql`create index suggestion_pending_by_author on suggestion_log (author_id, first_seen_at)
      where state = 'pending'`.execute(db)
    await sql`create index discussion_open_by_created_by on discussion (created_by, created_at)
      where ${open}`.execute(db)
    await sql`create index discussion_open_by_assignee on discussion (assignee_id, created_at)
      where ${open} and done_at is null`.execute(db)
  },
}

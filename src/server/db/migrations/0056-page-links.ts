import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * Which pages mention or link to which. All of it follows from `document` and is in no backup: what is missing here is filled in by the
 * running server (`server/links/fill-links`). A page that is linked to need not exist.
 */
export const pageLinks: Migration = {
  name: '0056-page-links',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await sql`
      create table link_page (
        document_id ${text} primary key references document (id) on delete cascade,
        digest ${text} not null
      )`.execute(db)
    await sql`
      create table page_link (
        from_id ${text} not null references document (id) on delete cascade,
        to_id ${text} not null,
        primary key (from_id, to_id)
      )`.execute(db)
    await sql`create index page_link_by_to_id on page_link (to_id, from_id)`.execute(db)
  },
}

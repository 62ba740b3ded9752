import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * What pages say as vectors, a row for each piece of text. All of it follows from `document` and is in no backup: what is missing here is
 * made by the running server (`server/meaning/keep-chunks`).
 */
export const chunks: Migration = {
  name: '0043-chunks',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const bytes = name === 'postgres' ? sql`bytea` : sql`blob`
    await sql`
      create table chunk_page (
        document_id ${text} primary key references document (id) on delete cascade,
        digest ${text} not null,
        model ${text} not null
      )`.execute(db)
    await sql`
      create table chunk (
        document_id ${text} not null references document (id) on delete cascade,
        number integer not null,
        block_id ${text},
        digest ${text} not null,
        model ${text} not null,
        vector ${bytes} not null,
        primary key (document_id, number)
      )`.execute(db)
  },
}

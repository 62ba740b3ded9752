import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * Who is mentioned in the text of which block. They follow from `document` and are filled in with the links (`server/links/fill-links`),
 * but for `gone_at`, which remembers for a while what was taken away, and `told_at`, when its person was told of it.
 */
export const pageMentions: Migration = {
  name: '0073-page-mentions',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await sql`
      create table page_mention (
        document_id ${text} not null references document (id) on delete cascade,
        block_id ${text} not null,
        person_id ${text} not null,
        words ${text} not null,
        actor_id ${text} references "user" (id) on delete set null,
        since ${text} not null,
        told_at ${text},
        gone_at ${text},
        primary key (document_id, block_id, person_id)
      )`.execute(db)
    await sql`create index page_mention_by_person on page_mention (person_id, told_at)`.execute(db)
    await sql`create index page_mention_by_actor on page_mention (actor_id)`.execute(db)
    await sql`create index page_mention_by_gone on page_mention (gone_at)`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * To-dos with a day that are not done, a row for each person whom one mentions, or one for nobody (''). They follow from `document`, as the
 * links do, and are filled in with them (`server/links/fill-links`).
 */
export const dueTodos: Migration = {
  name: '0059-due-todos',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await sql`
      create table due_todo (
        document_id ${text} not null references document (id) on delete cascade,
        block_id ${text} not null,
        person_id ${text} not null,
        due ${text} not null,
        words ${text} not null,
        primary key (document_id, block_id, person_id)
      )`.execute(db)
    await sql`create index due_todo_by_person on due_todo (person_id, due)`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What was ever suggested in a page, and what became of it; and whether its viewers are told of any of that. */
export const suggestionLog: Migration = {
  name: '0023-suggestion-log',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const { schema } = db
    await schema
      .alterTable('document')
      .addColumn('hides_review', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('suggestion_log')
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('sid', text, (c) => c.notNull())
      .addColumn('author_id', text, (c) => c.notNull())
      .addColumn('model', text)
      .addColumn('first_seen_at', text, (c) => c.notNull())
      .addColumn('summary', text)
      .addColumn('trace', text)
      .addColumn('state', text, (c) =>
        c.notNull().check(sql`state in ('pending', 'accepted', 'rejected', 'withdrawn')`),
      )
      .addColumn('decided_by', text)
      .addColumn('decided_at', text)
      .addPrimaryKeyConstraint('suggestion_log_key', ['document_id', 'sid'])
      .execute()
    await schema
      .createIndex('suggestion_log_by_state')
      .on('suggestion_log')
      .columns(['document_id', 'state', 'decided_at'])
      .execute()
    await schema.createIndex('suggestion_log_by_author_id').on('suggestion_log').column('author_id').execute()
  },
}

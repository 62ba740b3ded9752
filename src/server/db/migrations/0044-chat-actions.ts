import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What a model wants to do for a person who decides about it. */
export const chatActions: Migration = {
  name: '0044-chat-actions',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await schema
      .createTable('chat_action')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('message_id', text, (c) => c.notNull().references('chat_message.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('create_page', 'propose_edits')`))
      .addColumn('status', text, (c) =>
        c.notNull().defaultTo('pending').check(sql`status in ('pending', 'done', 'declined')`),
      )
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      // Ids of pages and pods that may be gone, and of a page that is yet to be made.
      .addColumn('document_id', text, (c) => c.notNull())
      .addColumn('parent_id', text)
      .addColumn('pod_id', text)
      .addColumn('result', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('decided_at', text)
      .addUniqueConstraint('chat_action_number', ['message_id', 'number'])
      .execute()
  },
}

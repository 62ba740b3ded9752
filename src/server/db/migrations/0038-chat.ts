import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What people have asked models about their pages, and what they were answered. */
export const chat: Migration = {
  name: '0038-chat',
  async up(db, { name }) {
    const { schema } = db
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await schema
      .createTable('chat')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('document_id', text, (c) => c.references('document.id').onDelete('set null'))
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('title_folded', text, (c) => c.notNull())
      .addColumn('is_shared', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .execute()
    await schema.createIndex('chat_by_user_id').on('chat').columns(['user_id', 'updated_at']).execute()
    await schema.createIndex('chat_by_document_id').on('chat').column('document_id').execute()
    await schema
      .createTable('chat_message')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('chat_id', text, (c) => c.notNull().references('chat.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('parent_id', text, (c) => c.references('chat_message.id').onDelete('cascade'))
      .addColumn('role', text, (c) => c.notNull().check(sql`role in ('user', 'assistant')`))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('content_folded', text, (c) => c.notNull())
      .addColumn('model', text)
      .addColumn('status', text, (c) =>
        c.notNull().check(sql`status in ('answering', 'done', 'stopped', 'failed', 'interrupted')`),
      )
      .addColumn('error', text)
      .addColumn('is_cut', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('is_sample', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('feedback', text, (c) =>
        c.notNull().defaultTo('none').check(sql`feedback in ('like', 'dislike', 'none')`),
      )
      .addColumn('is_bookmarked', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('scope', text, (c) => c.notNull().check(sql`scope in ('selected', 'everything')`))
      .addColumn('sources', text, (c) => c.notNull())
      .addColumn('server_id', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addUniqueConstraint('chat_message_number', ['chat_id', 'number'])
      .execute()
    await schema.createIndex('chat_message_by_parent_id').on('chat_message').column('parent_id').execute()
    await sql`create index chat_message_answering on chat_message (server_id) where status = 'answering'`.execute(
      db,
    )
    await schema
      .createTable('chat_tool_call')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('message_id', text, (c) => c.notNull().references('chat_message.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('tool_name', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull().check(sql`status in ('running', 'done', 'failed')`))
      .addColumn('parameters', text, (c) => c.notNull())
      .addColumn('result', text)
      .addColumn('error', text)
      .addColumn('started_at', text, (c) => c.notNull())
      .addColumn('completed_at', text)
      .addUniqueConstraint('chat_tool_call_number', ['message_id', 'number'])
      .execute()
  },
}

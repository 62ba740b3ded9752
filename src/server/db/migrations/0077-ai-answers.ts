import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What models have answered in the AI menu, for as long as somebody may come back to it. */
export const aiAnswers: Migration = {
  name: '0077-ai-answers',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('ai_answer')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('document_id', text, (c) => c.references('document.id').onDelete('cascade'))
      .addColumn('asked', text, (c) => c.notNull())
      .addColumn('about', text, (c) => c.notNull())
      .addColumn('model', text)
      .addColumn('status', text, (c) =>
        c.notNull().check(sql`status in ('answering', 'done', 'stopped', 'failed', 'interrupted')`),
      )
      .addColumn('error', text)
      .addColumn('is_cut', 'integer', (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('server_id', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('ai_answer_by_user_id')
      .on('ai_answer')
      .columns(['user_id', 'created_at'])
      .execute()
    await db.schema.createIndex('ai_answer_by_document_id').on('ai_answer').column('document_id').execute()
  },
}

import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What models suggest in pages: how each suggestion came about, and reviews of whole pages with the edits that are not applied yet. */
export const aiEdits: Migration = {
  name: '0045-ai-edits',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await schema
      .createTable('suggestion_signature')
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('sid', text, (c) => c.notNull())
      .addColumn('asked_by', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('model', text, (c) => c.notNull())
      .addColumn('prompt', text, (c) => c.notNull())
      .addColumn('reason', text, (c) => c.notNull())
      .addColumn('sources', text, (c) => c.notNull())
      .addColumn('asked_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('suggestion_signature_pk', ['document_id', 'sid'])
      .execute()
    await schema
      .createTable('page_review')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('looks_for', text, (c) => c.notNull())
      .addColumn('prompt', text, (c) => c.notNull())
      .addColumn('model', text)
      .addColumn('state', text, (c) =>
        c
          .notNull()
          .check(
            sql`state in ('reading', 'stopped', 'failed', 'interrupted', 'read', 'applied', 'discarded')`,
          ),
      )
      .addColumn('error', text)
      .addColumn('sections', text, (c) => c.notNull())
      .addColumn('sections_read', 'integer', (c) => c.notNull())
      .addColumn('blocks', 'integer', (c) => c.notNull())
      .addColumn('server_id', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .execute()
    await schema
      .createIndex('page_review_by_page')
      .on('page_review')
      .columns(['document_id', 'user_id', 'created_at'])
      .execute()
    await schema.createIndex('page_review_by_user').on('page_review').column('user_id').execute()
    await schema
      .createTable('page_review_edit')
      .addColumn('review_id', text, (c) => c.notNull().references('page_review.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('block_id', text)
      .addColumn('operation', text)
      .addColumn('reason', text, (c) => c.notNull())
      .addColumn('before', text, (c) => c.notNull())
      .addColumn('after', text, (c) => c.notNull())
      .addColumn('set_aside', text)
      .addColumn('sid', text)
      .addPrimaryKeyConstraint('page_review_edit_pk', ['review_id', 'number'])
      .execute()
    await schema
      .createIndex('suggestion_signature_by_person')
      .on('suggestion_signature')
      .column('asked_by')
      .execute()
  },
}

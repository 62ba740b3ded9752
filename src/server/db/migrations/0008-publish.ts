import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** How published pages are shown to everybody; whether one is published stands in `document`. */
export const publish: Migration = {
  name: '0008-publish',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('publication')
      .addColumn('document_id', text, (column) =>
        column.primaryKey().references('document.id').onDelete('cascade'),
      )
      .addColumn('slug', text, (column) => column.unique())
      .addColumn('password_hash', text)
      .addColumn('access_key', text, (column) => column.notNull())
      .addColumn('expires_at', text)
      .addColumn('noindex', 'integer', (column) => column.notNull())
      .addColumn('sub_pages', 'integer', (column) => column.notNull())
      .addColumn('published_at', text)
      .addColumn('published_by', text, (column) => column.references('user.id').onDelete('set null'))
      .execute()
    await db.schema
      .createIndex('publication_by_published_by')
      .on('publication')
      .column('published_by')
      .execute()
    // The few pages that are published, among all.
    await sql`create index document_published on document (pod_id) where is_published = 1`.execute(db)
  },
}

import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Pages as they once read, and who has edited a page when, so that a version can say whose work it is. */
export const versions: Migration = {
  name: '0007-versions',
  async up(db, { name }) {
    const isPostgres = name === 'postgres'
    const text = isPostgres ? sql`text collate "C"` : sql`text`
    const bytes = isPostgres ? sql`bytea` : sql`blob`
    const required = (column: ColumnDefinitionBuilder) => column.notNull()
    const ofDocument = (column: ColumnDefinitionBuilder) =>
      column.notNull().references('document.id').onDelete('cascade')
    await db.schema
      .createTable('version')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('document_id', text, ofDocument)
      .addColumn('title', text, required)
      .addColumn('content', bytes, required)
      .addColumn('hash', text, required)
      .addColumn('name', text)
      .addColumn('reason', text, required)
      .addColumn('authors', text, required)
      .addColumn('created_at', text, required)
      .addColumn('current_at', text, required)
      .addColumn('undo_state', bytes)
      .addColumn('undone_at', text)
      .execute()
    await db.schema
      .createIndex('version_by_document_id')
      .on('version')
      .columns(['document_id', 'created_at', 'id'])
      .execute()
    await db.schema.createIndex('version_by_created_at').on('version').column('created_at').execute()
    await db.schema
      .createTable('document_editor')
      .addColumn('document_id', text, ofDocument)
      .addColumn('user_id', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('edited_at', text, required)
      .addPrimaryKeyConstraint('document_editor_primary', ['document_id', 'user_id'])
      .execute()
    // Every minute it is asked which pages have come to rest; a page's row is long.
    await db.schema.createIndex('document_by_updated_at').on('document').column('updated_at').execute()
  },
}

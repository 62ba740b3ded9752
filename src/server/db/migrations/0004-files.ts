import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Files that are kept with pages. Their bytes are in the file store, under the row's id. */
export const files: Migration = {
  name: '0004-files',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const number = name === 'postgres' ? 'bigint' : 'integer'
    const required = (column: ColumnDefinitionBuilder) => column.notNull()
    await db.schema
      .createTable('file')
      .addColumn('id', text, (column) => column.primaryKey())
      // Stays when its page goes, until the bytes are gone too.
      .addColumn('document_id', text, (column) => column.references('document.id').onDelete('set null'))
      .addColumn('pod_id', text, required)
      .addColumn('uploaded_by', text, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('name', text, required)
      .addColumn('name_folded', text, required)
      .addColumn('type', text, required)
      .addColumn('size', number, required)
      .addColumn('state', text, (column) => column.notNull().check(sql`state in ('processing', 'ready')`))
      .addColumn('created_at', text, required)
      .addColumn('let_go_at', text)
      .execute()
    await db.schema
      .createIndex('file_by_document_id')
      .on('file')
      .columns(['document_id', 'created_at'])
      .execute()
    await db.schema.createIndex('file_by_uploaded_by').on('file').column('uploaded_by').execute()
  },
}

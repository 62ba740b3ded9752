import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Who writes under which client id of a page, and when a backup was last brought back. */
export const documentClient: Migration = {
  name: '0013-document-client',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const required = (column: ColumnDefinitionBuilder) => column.notNull()
    await db.schema
      .createTable('document_client')
      .addColumn('document_id', text, (column) =>
        column.notNull().references('document.id').onDelete('cascade'),
      )
      .addColumn('client', name === 'postgres' ? 'bigint' : 'integer', required)
      .addColumn('user_id', text, required)
      .addColumn('claimed_at', text, required)
      .addPrimaryKeyConstraint('document_client_primary', ['document_id', 'client'])
      .execute()
    // In no backup: it tells what happened to this database, not what is in it.
    await db.schema.createTable('restoration').addColumn('restored_at', text, required).execute()
  },
}

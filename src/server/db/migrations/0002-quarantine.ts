import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Where the doctor puts stored content that cannot be read. */
export const quarantine: Migration = {
  name: '0002-quarantine',
  async up(db, { name }) {
    const isPostgres = name === 'postgres'
    const text = isPostgres ? sql`text collate "C"` : sql`text`
    const number = isPostgres ? 'bigint' : 'integer'
    const required = (column: ColumnDefinitionBuilder) => column.notNull()
    await db.schema
      .createTable('document_quarantine')
      .addColumn('id', number, (column) =>
        isPostgres ? column.generatedByDefaultAsIdentity().primaryKey() : column.primaryKey().autoIncrement(),
      )
      .addColumn('document_id', text, required)
      .addColumn('kind', text, required)
      .addColumn('update_id', number)
      .addColumn('user_id', text)
      .addColumn('data', isPostgres ? sql`bytea` : sql`blob`, required)
      .addColumn('created_at', text, required)
      .addColumn('reason', text, required)
      .addColumn('put_aside_at', text, required)
      .execute()
    await db.schema
      .createIndex('document_quarantine_by_document_id')
      .on('document_quarantine')
      .column('document_id')
      .execute()
  },
}

import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * Pages that are made together are hidden by small rows beside them, so that they are shown without writing the large rows of
 * `document` anew. Pages that an ended server left half made were hidden in the trash until now.
 */
export const preparedPages: Migration = {
  name: '0016-prepared-pages',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('preparation')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('prepared_page')
      .addColumn('document_id', text, (column) =>
        column.primaryKey().references('document.id').onDelete('cascade'),
      )
      .addColumn('preparation_id', text, (column) =>
        column.notNull().references('preparation.id').onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('prepared_page_by_preparation_id')
      .on('prepared_page')
      .column('preparation_id')
      .execute()
    await sql`insert into preparation (id, created_at)
      select archived_root, min(archived_at) from document where archived_root like 'batch-%'
      group by archived_root`.execute(db)
    await sql`insert into prepared_page (document_id, preparation_id)
      select id, archived_root from document where archived_root like 'batch-%'`.execute(db)
  },
}

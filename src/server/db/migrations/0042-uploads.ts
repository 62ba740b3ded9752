import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Files that come in parts. Each has its row in `file` from the beginning; what has come of it is in the file store, under the same id. */
export const uploads: Migration = {
  name: '0042-uploads',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const number = name === 'postgres' ? 'bigint' : 'integer'
    const required = (column: ColumnDefinitionBuilder) => column.notNull()
    await schema
      .createTable('upload')
      .addColumn('id', text, (c) => c.primaryKey().references('file.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      // Stays when the page goes: what is sent to it is then refused.
      .addColumn('document_id', text)
      .addColumn('action', text, (c) => c.check(sql`action in ('edit', 'comment')`))
      .addColumn('length', number)
      .addColumn('expires_at', text, required)
      .execute()
    await schema.createIndex('upload_by_expires_at').on('upload').column('expires_at').execute()
    await schema.createIndex('upload_by_user_id').on('upload').column('user_id').execute()
    await schema
      .createTable('upload_part')
      .addColumn('upload_id', text, (c) => c.notNull().references('upload.id').onDelete('cascade'))
      .addColumn('start', number, required)
      .addColumn('size', number, required)
      .addColumn('sha256', text, required)
      .addPrimaryKeyConstraint('upload_part_key', ['upload_id', 'start'])
      .execute()
  },
}

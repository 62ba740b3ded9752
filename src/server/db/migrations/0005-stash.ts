import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Blocks that people have moved aside, each person's their own. */
export const stash: Migration = {
  name: '0005-stash',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('stash')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('user_id', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('blocks', text, (column) => column.notNull())
      .addColumn('words', text, (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('from_path', text, (column) => column.notNull())
      .addColumn('from_title', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('deleted_at', text)
      .execute()
    await db.schema
      .createIndex('stash_by_user_id')
      .on('stash')
      .columns(['user_id', 'created_at', 'id'])
      .execute()
  },
}

import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What a person has recorded. The bytes are a file, which is kept with its row here and needs no page. */
export const recordings: Migration = {
  name: '0041-recordings',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await schema
      .createTable('recording')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('file_id', text, (c) => c.notNull().unique().references('file.id').onDelete('cascade'))
      .addColumn('type', text, (c) =>
        c.notNull().check(sql`type in ('audio', 'camera', 'screen', 'screenshot')`),
      )
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('title_folded', text, (c) => c.notNull())
      .addColumn('duration', 'integer', (c) => c.notNull())
      .addColumn('resolution', text)
      .addColumn('thumbnail', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await schema
      .createIndex('recording_by_user_id')
      .on('recording')
      .columns(['user_id', 'created_at'])
      .execute()
  },
}

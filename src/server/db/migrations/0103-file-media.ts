import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What is known of films and sound, once somebody has looked at them: how long they are, how they are encoded, and how loud. It goes with the file. */
export const fileMedia: Migration = {
  name: '0103-file-media',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await schema
      .createTable('file_media')
      .addColumn('file_id', text, (c) => c.primaryKey().references('file.id').onDelete('cascade'))
      .addColumn('facts', text, (c) => c.notNull())
      .execute()
  },
}

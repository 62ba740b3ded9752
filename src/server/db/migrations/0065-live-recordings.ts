import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Recordings that are sent while they are made: what has come is an upload of unknown length. */
export const liveRecordings: Migration = {
  name: '0065-live-recordings',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const required = (column: ColumnDefinitionBuilder) => column.notNull()
    await schema
      .createTable('live_recording')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('upload_id', text, (c) => c.notNull().unique().references('upload.id').onDelete('cascade'))
      .addColumn('type', text, (c) => c.notNull().check(sql`type in ('audio', 'camera', 'screen')`))
      .addColumn('title', text, required)
      .addColumn('duration', 'integer', required)
      .addColumn('resolution', text)
      .addColumn('thumbnail', text)
      .addColumn('has_ended', 'integer', required)
      .addColumn('started_at', text, required)
      .addColumn('heard_at', text, required)
      .execute()
    // What had come of a recording when it was made of it; null for one that was sent whole.
    await schema
      .alterTable('recording')
      .addColumn('sent_bytes', name === 'postgres' ? 'bigint' : 'integer')
      .execute()
    await schema.createIndex('live_recording_by_user_id').on('live_recording').column('user_id').execute()
    await schema.createIndex('live_recording_by_heard_at').on('live_recording').column('heard_at').execute()
  },
}

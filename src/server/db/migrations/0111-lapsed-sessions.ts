import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Sessions that ran out by themselves: what was signed in them is still taken for a while. One that was ended leaves nothing. */
export const lapsedSessions: Migration = {
  name: '0111-lapsed-sessions',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('lapsed_session')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('began_at', text, (c) => c.notNull())
      .addColumn('lapsed_at', text, (c) => c.notNull())
      .execute()
    for (const column of ['user_id', 'lapsed_at'])
      await db.schema.createIndex(`lapsed_session_by_${column}`).on('lapsed_session').column(column).execute()
  },
}

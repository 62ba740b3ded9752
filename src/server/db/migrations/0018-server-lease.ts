import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * Which servers run, each until when it is known to, and which of them receives a file: what another server is receiving is
 * nobody's to clear away. `server` is in no backup: it tells of this database, not what is in it.
 */
export const serverLease: Migration = {
  name: '0018-server-lease',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('server')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('alive_until', text, (column) => column.notNull())
      .execute()
    await db.schema.alterTable('file').addColumn('received_by', text).execute()
  },
}

import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** When it was decided who somebody is in a pod or on a page: invitations from before open nothing any more. */
export const placeDecisions: Migration = {
  name: '0110-place-decisions',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('place_decision')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('place_id', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('address_hash', text)
      .addColumn('covers_pages', 'integer', (c) => c.notNull())
      .addColumn('decided_at', text, (c) => c.notNull())
      .execute()
    for (const column of ['place_id', 'user_id'])
      await db.schema.createIndex(`place_decision_by_${column}`).on('place_decision').column(column).execute()
  },
}

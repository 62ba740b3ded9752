import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Pages that new ones are made from: since when a page is such a template of its pod; null for all others. */
export const templates: Migration = {
  name: '0011-templates',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema.alterTable('document').addColumn('template_at', text).execute()
  },
}

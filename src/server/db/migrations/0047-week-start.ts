import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** The day on which a person's weeks begin; null is that of their region. */
export const weekStart: Migration = {
  name: '0047-week-start',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await schema.alterTable('user').addColumn('weekStart', text).execute()
  },
}

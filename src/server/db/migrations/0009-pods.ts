import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Which page lists the others of a pod. It may be gone, or in the trash: then the next refresh makes another. */
export const pods: Migration = {
  name: '0009-pods',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema.alterTable('pod').addColumn('index_document_id', text).execute()
  },
}

import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Work that is done later, once, by one server of however many, and again when it fails (`server/jobs`). */
export const jobs: Migration = {
  name: '0025-jobs',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const { schema } = db
    await schema
      .createTable('job')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.references('user.id').onDelete('cascade'))
      .addColumn('run_at', text, (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('lease_owner', text)
      .addColumn('lease_until', text)
      .addColumn('last_error', 'text')
      .addColumn('dead_at', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await sql`create index job_due on job (run_at) where dead_at is null`.execute(db)
    await schema.createIndex('job_by_user_id').on('job').column('user_id').execute()
  },
}

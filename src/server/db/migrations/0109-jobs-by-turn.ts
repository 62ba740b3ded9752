import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Whose turn it is, is found without looking through the jobs of those who wait for many. */
export const jobsByTurn: Migration = {
  name: '0109-jobs-by-turn',
  async up(db) {
    await sql`create index job_by_turn on job (user_id, run_at) where dead_at is null`.execute(db)
  },
}

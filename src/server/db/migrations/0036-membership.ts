import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Which plan an account has (null is free), and how many requests each person has sent in each month. */
export const membership: Migration = {
  name: '0036-membership',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const count = name === 'postgres' ? sql`bigint` : sql`integer`
    await schema
      .alterTable('user')
      .addColumn('accountType', text, (c) => c.check(sql`"accountType" in ('free', 'premium')`))
      .execute()
    await schema
      .createTable('api_usage')
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('month', text, (c) => c.notNull())
      .addColumn('requests', count, (c) => c.notNull())
      .addPrimaryKeyConstraint('api_usage_key', ['user_id', 'month'])
      .execute()
  },
}

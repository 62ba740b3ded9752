import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What each person has asked of language models on each day. */
export const aiUsage: Migration = {
  name: '0033-ai-usage',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const count = name === 'postgres' ? sql`bigint` : sql`integer`
    await schema
      .createTable('ai_usage')
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('day', text, (c) => c.notNull())
      .addColumn('paid_by', text, (c) => c.notNull().check(sql`paid_by in ('server', 'person')`))
      .addColumn('requests', count, (c) => c.notNull())
      .addColumn('input_tokens', count, (c) => c.notNull())
      .addColumn('output_tokens', count, (c) => c.notNull())
      .addColumn('milliseconds', count, (c) => c.notNull())
      .addPrimaryKeyConstraint('ai_usage_key', ['user_id', 'day', 'paid_by'])
      .execute()
  },
}

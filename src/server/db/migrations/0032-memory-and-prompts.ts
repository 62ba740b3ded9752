import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What a person wants language models to know of them, and to be told. */
export const memoryAndPrompts: Migration = {
  name: '0032-memory-and-prompts',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const { schema } = db
    await schema
      .createTable('memory')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('memory', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull().check(sql`status in ('active', 'inactive')`))
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await schema
      .createTable('prompt')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('display', text, (c) =>
        c.notNull().check(sql`display in ('generate', 'edit', 'chat', 'instructionsAttachment')`),
      )
      .addColumn('icon', text, (c) => c.notNull())
      .addColumn('prompt', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull().check(sql`status in ('active', 'inactive')`))
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    for (const table of ['memory', 'prompt'])
      await schema.createIndex(`${table}_by_user_id`).on(table).columns(['user_id', 'created_at']).execute()
  },
}

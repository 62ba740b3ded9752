import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Who is friends with whom or has asked to be, and who wants to hear nothing of whom. */
export const friends: Migration = {
  name: '0026-friends',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const { schema } = db
    await schema
      .createTable('friendship')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('pair', text, (c) => c.notNull().unique())
      .addColumn('requester_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('receiver_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('status', text, (c) => c.notNull().check(sql`status in ('pending', 'accepted', 'declined')`))
      .addColumn('declined', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .execute()
    for (const column of ['requester_id', 'receiver_id'])
      await schema
        .createIndex(`friendship_by_${column}`)
        .on('friendship')
        .columns([column, 'status'])
        .execute()
    await schema
      .createTable('person_block')
      .addColumn('blocker_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('blocked_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('person_block_key', ['blocker_id', 'blocked_id'])
      .execute()
    await schema.createIndex('person_block_by_blocked_id').on('person_block').column('blocked_id').execute()
  },
}

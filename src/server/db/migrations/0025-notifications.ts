import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * What people are told, how they want to be told, and where pushes go. What happened before stays in the outbox: nobody
 * waits for it any more.
 */
export const notifications: Migration = {
  name: '0025-notifications',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const { schema } = db
    await schema
      .createTable('notification')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('actor_id', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('document_id', text, (c) => c.references('document.id').onDelete('cascade'))
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('read_at', text)
      .addColumn('mail_due_at', text)
      .addColumn('push_due_at', text)
      .execute()
    await schema
      .createTable('notification_preference')
      .addColumn('user_id', text, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('choices', 'text', (c) => c.notNull())
      .addColumn('time_zone', text, (c) => c.notNull())
      .addColumn('mail_epoch', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('notification_page')
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('level', text, (c) => c.notNull().check(sql`level in ('mentions', 'none')`))
      .addPrimaryKeyConstraint('notification_page_key', ['user_id', 'document_id'])
      .execute()
    await schema
      .createTable('push_device')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('endpoint', text, (c) => c.notNull().unique())
      .addColumn('p256dh', text, (c) => c.notNull())
      .addColumn('auth', text, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    const indexes: [string, string[]][] = [
      ['notification', ['user_id', 'created_at']],
      ['notification', ['actor_id']],
      ['notification', ['document_id']],
      ['notification_page', ['document_id']],
      ['push_device', ['user_id']],
    ]
    for (const [table, columns] of indexes)
      await schema
        .createIndex(`${table}_by_${columns.join('_and_')}`)
        .on(table)
        .columns(columns)
        .execute()
    for (const channel of ['mail', 'push'])
      await sql`create index ${sql.raw(`notification_${channel}_due`)} on notification (user_id)
        where ${sql.raw(`${channel}_due_at`)} is not null`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * Pictures that people have uploaded of themselves, second factors and passkeys, and to which sign-in a browser with pushes
 * belongs: they end with it. The columns of `two_factor` and `twoFactorEnabled` are better-auth's.
 */
export const people: Migration = {
  name: '0046-people',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const bytes = name === 'postgres' ? sql`bytea` : sql`blob`
    await schema
      .createTable('profile_picture')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().unique().references('user.id').onDelete('cascade'))
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('bytes', bytes, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await schema.alterTable('user').addColumn('twoFactorEnabled', 'integer').execute()
    await schema
      .createTable('two_factor')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('userId', text, (c) => c.notNull().unique().references('user.id').onDelete('cascade'))
      .addColumn('secret', text, (c) => c.notNull())
      .addColumn('backupCodes', text, (c) => c.notNull())
      .addColumn('verified', 'integer')
      .addColumn('failedVerificationCount', 'integer')
      .addColumn('lockedUntil', text)
      .execute()
    await schema
      .createTable('passkey')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('credential_id', text, (c) => c.notNull().unique())
      .addColumn('public_key', bytes, (c) => c.notNull())
      .addColumn('counter', name === 'postgres' ? 'bigint' : 'integer', (c) => c.notNull())
      .addColumn('transports', text, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('last_used_at', text)
      .execute()
    await schema.createIndex('passkey_by_user_id').on('passkey').column('user_id').execute()
    await schema
      .alterTable('push_device')
      .addColumn('session_id', text, (c) => c.references('session.id').onDelete('cascade'))
      .execute()
    await schema.createIndex('push_device_by_session_id').on('push_device').column('session_id').execute()
  },
}

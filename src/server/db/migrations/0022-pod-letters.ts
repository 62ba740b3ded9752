import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Invitations to pods that went to an address, whether anybody has an account under it or not. */
export const podLetters: Migration = {
  name: '0022-pod-letters',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('pod_letter')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('pod_id', text, (c) => c.notNull().references('pod.id').onDelete('cascade'))
      .addColumn('email', text, (c) => c.notNull())
      .addColumn('role', text, (c) => c.notNull().check(sql`role in ('owner', 'member')`))
      .addColumn('token_hash', text, (c) => c.notNull().unique())
      .addColumn('invited_by', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('expires_at', text, (c) => c.notNull())
      .addColumn('ended_at', text)
      .addColumn('declined', 'integer', (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('pod_letter_of_address', ['pod_id', 'email'])
      .execute()
    for (const column of ['email', 'invited_by'])
      await db.schema.createIndex(`pod_letter_by_${column}`).on('pod_letter').column(column).execute()
  },
}

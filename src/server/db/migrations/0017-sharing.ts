import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

const LEVEL = sql`level in ('view', 'comment', 'suggest', 'edit', 'manage')`

/**
 * Who has a page besides the people of its pod: people, links and invitations; requests for access; and, worked out from
 * these, what each page inherits (`share_access`, `document.access_from`, `document.is_closed`).
 */
export const sharing: Migration = {
  name: '0017-sharing',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const { schema } = db
    for (const flag of ['is_restricted', 'is_closed'])
      await schema
        .alterTable('document')
        .addColumn(flag, 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    await schema.alterTable('document').addColumn('access_from', text).execute()
    // The few pages about which somebody has said something, among all.
    await sql`create index document_by_access_from on document (access_from) where access_from is not null`.execute(
      db,
    )

    await schema
      .createTable('document_share')
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('level', text, (c) => c.notNull().check(LEVEL))
      .addColumn('granted_by', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('document_share_key', ['document_id', 'user_id'])
      .execute()
    await schema
      .createTable('document_link')
      .addColumn('document_id', text, (c) => c.primaryKey().references('document.id').onDelete('cascade'))
      .addColumn('token_hash', text, (c) => c.notNull().unique())
      .addColumn('salt', text, (c) => c.notNull())
      .addColumn('level', text, (c) => c.notNull().check(LEVEL))
      .addColumn('created_by', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('rotated_at', text)
      .addColumn('ends_at', text)
      .execute()
    await schema
      .createTable('document_link_use')
      .addColumn('document_id', text, (c) =>
        c.notNull().references('document_link.document_id').onDelete('cascade'),
      )
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('document_link_use_key', ['document_id', 'user_id'])
      .execute()
    await schema
      .createTable('document_invite')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('email', text)
      .addColumn('user_id', text, (c) => c.references('user.id').onDelete('cascade'))
      .addColumn('level', text, (c) => c.notNull().check(LEVEL))
      .addColumn('token_hash', text, (c) => c.unique())
      .addColumn('invited_by', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('expires_at', text, (c) => c.notNull())
      .addColumn('ended_at', text)
      .addColumn('accepted', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('access_request')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('level', text, (c) => c.notNull().check(LEVEL))
      .addColumn('message', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addUniqueConstraint('access_request_of_person', ['document_id', 'user_id'])
      .execute()
    await schema
      .createTable('share_access')
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('rank', 'integer', (c) => c.notNull())
      .addColumn('since', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('share_access_key', ['document_id', 'user_id'])
      .execute()
    await schema
      .createTable('outbox')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('actor_id', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('document_id', text, (c) => c.references('document.id').onDelete('cascade'))
      .addColumn('data', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    const indexes = {
      document_share: ['user_id', 'granted_by'],
      document_link: ['ends_at', 'created_by'],
      document_link_use: ['user_id'],
      document_invite: ['document_id', 'email', 'user_id', 'invited_by'],
      access_request: ['user_id'],
      share_access: ['user_id'],
      outbox: ['user_id', 'actor_id', 'document_id', 'created_at'],
    }
    for (const [table, columns] of Object.entries(indexes))
      for (const column of columns)
        await schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  },
}

import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'
import type { Tables } from '@/server/db/schema'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** Accounts, pods, pages, the log of edits, favourites and visits. */
export const workspace: Migration = {
  name: '0001-workspace',
  async up(db, dialect) {
    // Text sorts by bytes on both databases: order keys and ids must compare alike everywhere.
    const text = dialect.name === 'postgres' ? sql`text collate "C"` : sql`text`
    const bytes = dialect.name === 'postgres' ? sql`bytea` : sql`blob`
    await createAccounts(db, text)
    await createPods(db, text)
    await createDocuments(db, text)
    await createDocumentLog(db, text, bytes, dialect.name)
    await createReading(db, text)
  },
}

type Text = ReturnType<typeof sql>
const required: Column = (column) => column.notNull()
const key: Column = (column) => column.primaryKey()
const flag =
  (value: 0 | 1): Column =>
  (column) =>
    column.notNull().defaultTo(value)
const owned =
  (target: string): Column =>
  (column) =>
    column.notNull().references(target).onDelete('cascade')

async function createAccounts(db: Kysely<Tables>, text: Text): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', text, key)
    .addColumn('name', text, required)
    .addColumn('email', text, (column) => column.notNull().unique())
    .addColumn('emailVerified', 'integer', flag(0))
    .addColumn('image', text)
    .addColumn('username', text, (column) => column.unique())
    .addColumn('createdAt', text, required)
    .addColumn('updatedAt', text, required)
    .execute()
  await db.schema
    .createTable('session')
    .addColumn('id', text, key)
    .addColumn('userId', text, owned('user.id'))
    .addColumn('token', text, (column) => column.notNull().unique())
    .addColumn('expiresAt', text, required)
    .addColumn('ipAddress', text)
    .addColumn('userAgent', text)
    .addColumn('passwordGrantUntil', text)
    .addColumn('createdAt', text, required)
    .addColumn('updatedAt', text, required)
    .execute()
  await index(db, 'session', ['userId'])
  await index(db, 'session', ['expiresAt'])
  await db.schema
    .createTable('account')
    .addColumn('id', text, key)
    .addColumn('accountId', text, required)
    .addColumn('providerId', text, required)
    .addColumn('userId', text, owned('user.id'))
    .addColumn('accessToken', text)
    .addColumn('refreshToken', text)
    .addColumn('idToken', text)
    .addColumn('accessTokenExpiresAt', text)
    .addColumn('refreshTokenExpiresAt', text)
    .addColumn('scope', text)
    .addColumn('password', text)
    .addColumn('createdAt', text, required)
    .addColumn('updatedAt', text, required)
    .addUniqueConstraint('account_provider_unique', ['providerId', 'accountId'])
    .execute()
  await index(db, 'account', ['userId'])
  await db.schema
    .createTable('verification')
    .addColumn('id', text, key)
    .addColumn('identifier', text, required)
    .addColumn('value', text, required)
    .addColumn('expiresAt', text, required)
    .addColumn('createdAt', text, required)
    .addColumn('updatedAt', text, required)
    .execute()
  await index(db, 'verification', ['identifier'])
  await index(db, 'verification', ['expiresAt'])
  await db.schema
    .createTable('rate_limit')
    .addColumn('key', text, key)
    .addColumn('count', 'integer', required)
    .addColumn('window_ends_at', text, required)
    .execute()
  await index(db, 'rate_limit', ['window_ends_at'])
}

async function createPods(db: Kysely<Tables>, text: Text): Promise<void> {
  await db.schema
    .createTable('pod')
    .addColumn('id', text, key)
    .addColumn('name', text, required)
    .addColumn('is_personal', 'integer', flag(0))
    .addColumn('created_by', text, required)
    .addColumn('created_at', text, required)
    .execute()
  await db.schema
    .createTable('pod_member')
    .addColumn('pod_id', text, owned('pod.id'))
    .addColumn('user_id', text, owned('user.id'))
    .addColumn('role', text, (column) => column.notNull().check(sql`role in ('owner', 'member', 'guest')`))
    .addColumn('created_at', text, required)
    .addPrimaryKeyConstraint('pod_member_key', ['pod_id', 'user_id'])
    .execute()
  await index(db, 'pod_member', ['user_id'])
}

async function createDocuments(db: Kysely<Tables>, text: Text): Promise<void> {
  await db.schema
    .createTable('document')
    .addColumn('id', text, key)
    .addColumn('pod_id', text, owned('pod.id'))
    .addColumn('parent_id', text)
    .addColumn('position', text, required)
    .addColumn('title', text, (column) => column.notNull().defaultTo(''))
    .addColumn('icon', text)
    .addColumn('status', text, (column) => column.notNull().defaultTo('none'))
    .addColumn('archived_at', text)
    .addColumn('archived_root', text)
    .addColumn('is_published', 'integer', flag(0))
    .addColumn('cover_image', text)
    .addColumn('cover_fit', text, (column) => column.notNull().defaultTo('cover'))
    .addColumn('background_gradient', text)
    .addColumn('text_style', text, (column) => column.notNull().defaultTo('default'))
    .addColumn('lock_page', 'integer', flag(0))
    .addColumn('small_text', 'integer', flag(0))
    .addColumn('full_width', 'integer', flag(0))
    .addColumn('toc', 'integer', flag(1))
    .addColumn('ai_summary', text)
    .addColumn('tags', text, (column) => column.notNull().defaultTo('[]'))
    .addColumn('content_rich', text, (column) => column.notNull().defaultTo('[]'))
    .addColumn('plain_text', text, (column) => column.notNull().defaultTo(''))
    .addColumn('word_count', 'integer', flag(0))
    .addColumn('created_by', text, required)
    .addColumn('created_at', text, required)
    .addColumn('updated_by', text)
    .addColumn('updated_at', text, required)
    // A page whose parent goes away surfaces at the top level (rulings 2). Deferrable, so that a restore may bring
    // pages back in any order.
    .addForeignKeyConstraint('document_parent', ['parent_id'], 'document', ['id'], (constraint) =>
      constraint.onDelete('set null').deferrable(),
    )
    .execute()
  await index(db, 'document', ['pod_id', 'parent_id', 'position', 'id'])
  await index(db, 'document', ['pod_id', 'updated_at'])
  await index(db, 'document', ['parent_id'])
  await index(db, 'document', ['archived_root'])
  await index(db, 'document', ['archived_at'])
}

async function createDocumentLog(
  db: Kysely<Tables>,
  text: Text,
  bytes: Text,
  dialect: 'sqlite' | 'postgres',
): Promise<void> {
  const rowNumber: Column =
    dialect === 'postgres'
      ? (column) => column.generatedByDefaultAsIdentity().primaryKey()
      : (column) => column.primaryKey().autoIncrement()
  await db.schema
    .createTable('document_update')
    .addColumn('id', dialect === 'postgres' ? 'bigint' : 'integer', rowNumber)
    .addColumn('document_id', text, owned('document.id'))
    .addColumn('user_id', text)
    .addColumn('data', bytes, required)
    .addColumn('created_at', text, required)
    .execute()
  await index(db, 'document_update', ['document_id', 'id'])
  await db.schema
    .createTable('document_snapshot')
    .addColumn('document_id', text, (column) =>
      column.primaryKey().references('document.id').onDelete('cascade'),
    )
    .addColumn('up_to', dialect === 'postgres' ? 'bigint' : 'integer', required)
    .addColumn('state', bytes, required)
    .addColumn('created_at', text, required)
    .execute()
}

async function createReading(db: Kysely<Tables>, text: Text): Promise<void> {
  await db.schema
    .createTable('favorite')
    .addColumn('user_id', text, owned('user.id'))
    .addColumn('document_id', text, owned('document.id'))
    .addColumn('created_at', text, required)
    .addPrimaryKeyConstraint('favorite_key', ['user_id', 'document_id'])
    .execute()
  await index(db, 'favorite', ['document_id'])
  await db.schema
    .createTable('visit')
    .addColumn('user_id', text, owned('user.id'))
    .addColumn('document_id', text, owned('document.id'))
    .addColumn('visited_at', text, required)
    .addPrimaryKeyConstraint('visit_key', ['user_id', 'document_id'])
    .execute()
  await index(db, 'visit', ['document_id'])
  await index(db, 'visit', ['user_id', 'visited_at'])
}

async function index(db: Kysely<Tables>, table: keyof Tables, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}

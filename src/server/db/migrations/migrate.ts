import { type Kysely, sql } from 'kysely'
import { migrations } from '@/server/db/migrations'
import type { Tables } from '@/server/db/schema'
import { StartupError } from '@/server/startup-error'

/** What a migration may depend on: the words in which the two databases differ. */
export interface Dialect {
  name: 'sqlite' | 'postgres'
}

/** One step forward. It runs in a transaction together with the note that it ran, so it happens wholly or not at all. */
export interface Migration {
  /** Never changes once published; migrations run in the order of the list. */
  name: string
  up(db: Kysely<Tables>, dialect: Dialect): Promise<void>
}

interface MigrationTable {
  schema_migration: { name: string; applied_at: string }
}

/** The key of the PostgreSQL advisory lock that keeps two servers from migrating at once. Any fixed number. */
const MIGRATION_LOCK = 7_243_001

/** Thrown when the database has steps that this program does not know. */
export class NewerDatabaseError extends StartupError {}

/**
 * Runs the migrations that the database has not seen, each in its own transaction: a process killed at any moment
 * leaves a database that the next start continues from (R43). Throws {@link NewerDatabaseError} and changes nothing
 * when the database was written by a newer version.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: 'sqlite' | 'postgres',
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    if (dialect === 'postgres')
      await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection)
    try {
      await migrateLocked(connection as unknown as Kysely<Tables & MigrationTable>, dialect, steps)
    } finally {
      if (dialect === 'postgres')
        await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection)
    }
  })
}

async function migrateLocked(
  db: Kysely<Tables & MigrationTable>,
  dialect: 'sqlite' | 'postgres',
  steps: readonly Migration[],
): Promise<void> {
  await db.schema
    .createTable('schema_migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute()
  const applied = new Set(
    (await db.selectFrom('schema_migration').select('name').execute()).map((row) => row.name),
  )
  const known = new Set(steps.map((step) => step.name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `This database was written by a newer version of Sheaf (it has the step "${unknown[0]}", which this version ` +
        'does not know). Nothing was changed. Start the newer version, or restore a backup made with this one.',
    )
  }
  for (const step of steps.filter(({ name }) => !applied.has(name))) {
    await db.transaction().execute(async (transaction) => {
      await step.up(transaction as unknown as Kysely<Tables>, { name: dialect })
      await transaction
        .insertInto('schema_migration')
        .values({ name: step.name, applied_at: new Date().toISOString() })
        .execute()
    })
  }
}

/** The names of the steps that a database has seen, in the order of the names; none when it is empty. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some((table) => table.name === 'schema_migration')) return []
  const rows = await (db as unknown as Kysely<MigrationTable>)
    .selectFrom('schema_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/**
 * Has a database with these steps seen all that this program knows, and nothing else? Their order does not count: a step that was
 * worked on for longer may have come after one with a greater number.
 */
export const isOfThisVersion = (steps: readonly string[]): boolean =>
  steps.length === migrations.length && migrations.every(({ name }) => steps.includes(name))

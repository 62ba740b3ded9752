import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  type AnyDb,
  BackupError,
  type BackupSummary,
  countRow,
  FORMAT,
  type Row,
  readLines,
  rowOf,
  TABLES,
  tableNames,
  VERSION,
} from '@/server/backup/format'
import type { OpenDatabase } from '@/server/db/db'
import { migrations } from '@/server/db/migrations'
import { appliedMigrations, migrate } from '@/server/db/migrations/migrate'
import type { Tables } from '@/server/db/schema'

/**
 * Brings a backup back and the tables up to this version. The rows come in one transaction, which a damaged or cut-off
 * file undoes. Throws {@link BackupError} for a bad file, for one of a newer version, and when the target holds
 * something while `force` is not set.
 */
export async function restoreBackup(
  target: OpenDatabase,
  file: string,
  options: { force?: boolean } = {},
): Promise<BackupSummary> {
  const { db, dialect } = target
  await prepareTables(target, file)
  const summary = await db.transaction().execute(async (transaction) => {
    const rows = transaction as unknown as AnyDb
    // Pages may come before their parents.
    if (dialect === 'postgres') await sql`set constraints all deferred`.execute(rows)
    else await sql`pragma defer_foreign_keys = on`.execute(rows)
    await makeEmpty(rows, options.force === true)
    const restored = await insertRows(rows, file)
    if (dialect === 'postgres') await continueNumbering(rows)
    return restored
  })
  await migrate(db, dialect)
  return summary
}

/** Gives the target the tables of the version that wrote the file; what has happened since is done to the rows later. */
async function prepareTables({ db, dialect }: OpenDatabase, file: string): Promise<void> {
  const steps = await stepsOf(file)
  const known = migrations.map(({ name }) => name)
  if (steps.some((step) => !known.includes(step))) {
    throw new BackupError(`${file} was written by a newer version of Sheaf. Restore it with that version.`)
  }
  if ((await appliedMigrations(db)).some((step) => !steps.includes(step))) {
    throw new BackupError(
      `${file} is from an older version than the target's tables. Restore it into an empty DATA_DIR or database.`,
    )
  }
  await migrate(
    db,
    dialect,
    migrations.filter(({ name }) => steps.includes(name)),
  )
}

async function stepsOf(file: string): Promise<string[]> {
  for await (const { value } of readLines(file)) {
    if (value.format !== FORMAT || !Array.isArray(value.migrations)) break
    if (value.version !== VERSION) {
      throw new BackupError(
        `${file} has the format of a newer version of Sheaf. Restore it with that version.`,
      )
    }
    return value.migrations.map(String)
  }
  throw new BackupError(`${file} is not a backup of Sheaf.`)
}

async function makeEmpty(db: AnyDb, force: boolean): Promise<void> {
  for (const table of [...tableNames].reverse()) {
    const some = await db.selectFrom(table).select(sql<number>`1`.as('one')).limit(1).executeTakeFirst()
    if (some && !force) {
      throw new BackupError(
        'The target already holds data. Restore into an empty DATA_DIR or database, or add --force to replace everything in it.',
      )
    }
    if (some) await db.deleteFrom(table).execute()
  }
}

async function insertRows(db: AnyDb, file: string): Promise<BackupSummary> {
  const summary: BackupSummary = { rows: 0, hash: '' }
  const hash = createHash('sha256')
  let table: keyof Tables | null = null
  let waiting: Row[] = []
  let hasEnded = false
  let isHeader = true
  const flush = async () => {
    if (table && waiting.length > 0) await db.insertInto(table).values(waiting).execute()
    waiting = []
  }
  for await (const { text, value } of readLines(file)) {
    if (isHeader) isHeader = false
    else if (hasEnded) throw damaged(file)
    else if ('$table' in value) {
      await flush()
      table = tableNames.find((name) => name === value.$table) ?? null
    } else if ('$end' in value) {
      await flush()
      summary.hash = hash.digest('hex')
      if (value.rows !== summary.rows || value.sha256 !== summary.hash) throw damaged(file)
      hasEnded = true
    } else {
      if (!table) throw damaged(file)
      countRow(summary, hash, table, text)
      waiting.push(rowOf(value))
      if (waiting.length >= TABLES[table].atOnce) await flush()
    }
  }
  if (!hasEnded) throw new BackupError(`${file} is cut off: its end is missing. Nothing was restored.`)
  return summary
}

const damaged = (file: string) =>
  new BackupError(`${file} is damaged: its content does not match its check sum. Nothing was restored.`)

/** The next row number comes after those that were brought back. */
async function continueNumbering(db: AnyDb): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('document_update', 'id'), greatest((select max(id) from document_update), 1))`.execute(
    db,
  )
}

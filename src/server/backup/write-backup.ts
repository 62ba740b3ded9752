import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import {
  type AnyDb,
  BackupError,
  type BackupSummary,
  countRow,
  FORMAT,
  lineOf,
  type Row,
  TABLES,
  tableNames,
  VERSION,
} from '@/server/backup/format'
import type { OpenDatabase } from '@/server/db/db'
import { migrations } from '@/server/db/migrations'
import { appliedMigrations } from '@/server/db/migrations/migrate'
import type { Tables } from '@/server/db/schema'

/**
 * Writes everything the database holds into one file, while a server goes on working with it. Everything is read in
 * one transaction, so the file shows one moment; it appears under its name only when it is whole and on the disk. Throws
 * {@link BackupError} when the tables are not there or of another version.
 */
export async function writeBackup({ db, dialect }: OpenDatabase, file: string): Promise<BackupSummary> {
  const part = `${file}.part`
  const summary: BackupSummary = { rows: 0, hash: '' }
  const transaction = db.transaction()
  const consistent =
    dialect === 'postgres'
      ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
      : transaction
  try {
    await consistent.execute(async (reading) => {
      const steps = await appliedMigrations(reading)
      if (steps.join() !== migrations.map(({ name }) => name).join()) throw otherVersion(steps)
      const lines = backupLines(reading as unknown as AnyDb, steps, summary)
      await pipeline(
        Readable.from(lines),
        createGzip(),
        createWriteStream(part, { mode: 0o600, flush: true }),
      )
    })
    await rename(part, file)
    return summary
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function otherVersion(steps: readonly string[]): BackupError {
  return new BackupError(
    steps.length === 0
      ? 'There is no Sheaf database here yet: nothing to back up. Check DATA_DIR and DATABASE_URL.'
      : 'The database is of another version than this program. Start this version once, or back up with the other.',
  )
}

async function* backupLines(db: AnyDb, migrations: string[], summary: BackupSummary): AsyncGenerator<string> {
  const hash = createHash('sha256')
  yield `${JSON.stringify({ format: FORMAT, version: VERSION, migrations, made: new Date().toISOString() })}\n`
  for (const table of tableNames) {
    yield `${JSON.stringify({ $table: table })}\n`
    for await (const row of rowsOf(db, table)) {
      const line = lineOf(row)
      countRow(summary, hash, table, line)
      yield `${line}\n`
    }
  }
  summary.hash = hash.digest('hex')
  yield `${JSON.stringify({ $end: true, rows: summary.rows, sha256: summary.hash })}\n`
}

/** Reads by key, some rows at a time: the same order on both databases, and little memory however large the table. */
async function* rowsOf(db: AnyDb, table: keyof Tables): AsyncGenerator<Row> {
  const { key, atOnce } = TABLES[table]
  let last: Row | undefined
  for (;;) {
    let query = db.selectFrom(table).selectAll().limit(atOnce)
    for (const column of key) query = query.orderBy(column)
    if (last) {
      const row = last
      const columns = sql.join(key.map((column) => sql.ref(column)))
      query = query.where(sql<boolean>`(${columns}) > (${sql.join(key.map((column) => row[column]))})`)
    }
    const rows = await query.execute()
    yield* rows
    if (rows.length < atOnce) return
    last = rows.at(-1)
  }
}

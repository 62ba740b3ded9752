import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import {
  type AnyDb,
  BackupError,
  type BackupSummary,
  countBytes,
  countFile,
  countRow,
  FORMAT,
  lineOf,
  type Row,
  TABLES,
  tableNames,
  VERSION,
} from '@/server/backup/format'
import type { OpenDatabase } from '@/server/db/db'
import { appliedMigrations, isOfThisVersion } from '@/server/db/migrations/migrate'
import type { Tables } from '@/server/db/schema'
import { whileRoom } from '@/server/files/room'
import type { FileStore } from '@/server/files/store'
import { AppError } from '@/shared/errors'

/** What a backup holds, and the files whose bytes were not to be found. */
export interface WrittenBackup extends BackupSummary {
  missing: string[]
}

/**
 * Writes everything the database and the file store hold into one file, while a server goes on working with them.
 * Everything is read in one transaction, so the file shows one moment (the bytes of a file never change); it appears
 * under its name only when it is whole and on the disk, of which `spare` bytes are left free. Throws {@link BackupError} when the tables are not
 * there or of another version, and when there is no room.
 */
export async function writeBackup(
  { db, dialect }: OpenDatabase,
  files: FileStore,
  file: string,
  { spare = 0 }: { spare?: number } = {},
): Promise<WrittenBackup> {
  const part = `${file}.part`
  const summary: WrittenBackup = { rows: 0, files: 0, hash: '', missing: [] }
  const transaction = db.transaction()
  const consistent =
    dialect === 'postgres'
      ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
      : transaction
  try {
    await consistent.execute(async (reading) => {
      const steps = await appliedMigrations(reading)
      if (!isOfThisVersion(steps)) throw otherVersion(steps)
      const lines = backupLines(reading as unknown as AnyDb, files, steps, summary)
      await pipeline(
        Readable.from(lines),
        createGzip(),
        (packed: AsyncIterable<Buffer>) => whileRoom(dirname(part), spare, packed),
        createWriteStream(part, { mode: 0o600, flush: true }),
      )
    })
    await rename(part, file)
    return summary
  } catch (error) {
    await rm(part, { force: true })
    const isFull = error instanceof AppError && error.code === 'unavailable'
    throw isFull ? new BackupError(`There is no room for the backup on the disk of ${file}.`) : error
  }
}

function otherVersion(steps: readonly string[]): BackupError {
  return new BackupError(
    steps.length === 0
      ? 'There is no Sheaf database here yet: nothing to back up. Check DATA_DIR and DATABASE_URL.'
      : 'The database is of another version than this program. Start this version once, or back up with the other.',
  )
}

async function* backupLines(
  db: AnyDb,
  files: FileStore,
  migrations: string[],
  summary: WrittenBackup,
): AsyncGenerator<string> {
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
  const come = await comeSoFar(db)
  for await (const row of rowsOf(db, 'file')) {
    const id = String(row.id)
    const isParts = row.state !== 'ready'
    const size = come.get(id) ?? 0
    // One that is copied or received in one piece, or of which nothing has come: there is nothing to bring back.
    if (isParts && size === 0) continue
    const bytes = isParts ? await files.readParts(id, size) : await files.read(id)
    if (bytes) {
      countFile(summary, hash, id)
      yield `${JSON.stringify({ $file: id, ...(isParts && { isParts }) })}\n`
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        countBytes(hash, chunk)
        yield `${JSON.stringify({ $bytes: chunk.toString('base64') })}\n`
      }
    } else summary.missing.push(id)
  }
  summary.hash = hash.digest('hex')
  const { rows, files: count, hash: sha256 } = summary
  yield `${JSON.stringify({ $end: true, rows, files: count, sha256 })}\n`
}

/** How many bytes of each file that comes in parts are there: those that follow each other from its beginning. */
async function comeSoFar(db: AnyDb): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { upload_id: id, start, size } of rowsOf(db, 'upload_part')) {
    const before = sizes.get(String(id)) ?? 0
    if (Number(start) === before) sizes.set(String(id), before + Number(size))
  }
  return sizes
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

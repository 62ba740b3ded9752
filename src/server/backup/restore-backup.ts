import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  type AnyDb,
  BackupError,
  type BackupSummary,
  countBytes,
  countFile,
  countRow,
  FORMAT,
  type Row,
  readLines,
  rowOf,
  TABLES,
  tableNames,
  VERSION,
} from '@/server/backup/format'
import { noteRestoration } from '@/server/collab/page-authors'
import type { OpenDatabase } from '@/server/db/db'
import { migrations } from '@/server/db/migrations'
import { appliedMigrations, migrate } from '@/server/db/migrations/migrate'
import type { Tables } from '@/server/db/schema'
import type { FileStore } from '@/server/files/store'

/**
 * Brings a backup back and the tables up to this version. The file is read to its end and checked before anything is
 * touched; then the rows come in one transaction, and the files before it ends. Files that were there and are in the
 * backup no more are removed at last. Throws {@link BackupError} for a bad file, for one of a newer
 * version, and when the target holds something while `force` is not set.
 */
export async function restoreBackup(
  target: OpenDatabase,
  files: FileStore,
  file: string,
  options: { force?: boolean } = {},
): Promise<BackupSummary> {
  const { db, dialect } = target
  const { steps, summary } = await checkFile(file)
  await prepareTables(target, file, steps)
  const before = await fileIds(db)
  const restored = new Set<string>()
  let isNoted = false
  try {
    await db.transaction().execute(async (transaction) => {
      const rows = transaction as unknown as AnyDb
      // Pages may come before their parents.
      if (dialect === 'postgres') await sql`set constraints all deferred`.execute(rows)
      else await sql`pragma defer_foreign_keys = on`.execute(rows)
      // The tables of the version that wrote the file: later ones are made, empty, by the migration afterwards.
      const found = new Set((await rows.introspection.getTables()).map(({ name }) => name))
      const tables = tableNames.filter((name) => found.has(name))
      await makeEmpty(rows, tables, options.force === true)
      await insertRows(rows, files, file, restored)
      if (dialect === 'postgres') await continueNumbering(rows, tables)
      // With the rows or not at all: a server that starts on them has to know.
      isNoted = found.has('restoration')
      if (isNoted) await noteRestoration(transaction)
    })
  } catch (error) {
    for (const id of restored) if (!before.has(id)) await files.remove(id)
    throw error
  }
  await migrate(db, dialect)
  // In the tables of an older version there was no place for it, and nothing that it counts for.
  if (!isNoted) await noteRestoration(db)
  for (const id of before) if (!restored.has(id)) await files.remove(id)
  return summary
}

/** The files that the target has now; none in tables of before there were any. */
async function fileIds(db: OpenDatabase['db']): Promise<Set<string>> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'file')) return new Set()
  return new Set((await db.selectFrom('file').select('id').execute()).map(({ id }) => id))
}

/** As the file store takes it. */
const FILE_ID = /^[0-9a-z]{20}$/

/** Reads the whole file; gives what it holds and the steps that its tables had taken. */
async function checkFile(file: string): Promise<{ steps: string[]; summary: BackupSummary }> {
  const summary: BackupSummary = { rows: 0, files: 0, hash: '' }
  const hash = createHash('sha256')
  let steps: string[] | null = null
  let table: string | null = null
  let hasEnded = false
  for await (const { text, value } of readLines(file)) {
    if (steps === null) steps = stepsOf(file, value)
    else if (hasEnded) throw damaged(file)
    else if ('$table' in value) table = String(value.$table)
    else if (typeof value.$file === 'string') {
      if (!FILE_ID.test(value.$file)) throw damaged(file)
      countFile(summary, hash, value.$file)
    } else if (typeof value.$bytes === 'string') countBytes(hash, Buffer.from(value.$bytes, 'base64'))
    else if ('$end' in value) {
      summary.hash = hash.digest('hex')
      const isWhole = value.rows === summary.rows && (value.files ?? 0) === summary.files
      if (!isWhole || value.sha256 !== summary.hash) throw damaged(file)
      hasEnded = true
    } else {
      if (table === null) throw damaged(file)
      countRow(summary, hash, table, text)
    }
  }
  if (steps === null) throw new BackupError(`${file} is not a backup of Sheaf.`)
  if (!hasEnded) throw new BackupError(`${file} is cut off: its end is missing. Nothing was restored.`)
  return { steps, summary }
}

function stepsOf(file: string, header: Record<string, unknown>): string[] {
  if (header.format !== FORMAT || !Array.isArray(header.migrations)) {
    throw new BackupError(`${file} is not a backup of Sheaf.`)
  }
  if (header.version !== VERSION) {
    throw new BackupError(`${file} has the format of a newer version of Sheaf. Restore it with that version.`)
  }
  return header.migrations.map(String)
}

const damaged = (file: string) =>
  new BackupError(`${file} is damaged: its content does not match its check sum. Nothing was restored.`)

/** Gives the target the tables of the version that wrote the file; what has happened since is done to the rows later. */
async function prepareTables({ db, dialect }: OpenDatabase, file: string, steps: string[]): Promise<void> {
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

async function makeEmpty(db: AnyDb, tables: readonly (keyof Tables)[], force: boolean): Promise<void> {
  for (const table of [...tables].reverse()) {
    const some = await db.selectFrom(table).select(sql<number>`1`.as('one')).limit(1).executeTakeFirst()
    if (some && !force) {
      throw new BackupError(
        'The target already holds data. Restore into an empty DATA_DIR or database, or add --force to replace everything in it.',
      )
    }
    if (some) await db.deleteFrom(table).execute()
  }
}

async function insertRows(db: AnyDb, files: FileStore, file: string, restored: Set<string>): Promise<void> {
  let table: keyof Tables | null = null
  let waiting: Row[] = []
  const flush = async () => {
    if (table && waiting.length > 0) await db.insertInto(table).values(waiting).execute()
    waiting = []
  }
  const lines = readLines(file)
  let line = await lines.next()
  /** The bytes that follow the line that names a file, up to the line after them. */
  async function* bytes() {
    for (line = await lines.next(); !line.done; line = await lines.next()) {
      const { $bytes } = line.value.value
      if (typeof $bytes !== 'string') return
      yield Buffer.from($bytes, 'base64')
    }
  }
  try {
    while (!line.done) {
      const { value } = line.value
      if (typeof value.$file === 'string') {
        restored.add(value.$file)
        await (value.isParts === true
          ? files.putPart(value.$file, 0, bytes())
          : files.put(value.$file, bytes()))
        continue
      }
      if ('$table' in value) {
        await flush()
        table = tableNames.find((name) => name === value.$table) ?? null
      } else if (table && !('$end' in value)) {
        waiting.push(rowOf(value))
        if (waiting.length >= TABLES[table].atOnce) await flush()
      }
      line = await lines.next()
    }
    await flush()
  } finally {
    await lines.return(undefined)
  }
}

/** The tables whose rows the database numbers. */
const NUMBERED = ['document_update', 'document_quarantine'] as const

/** The next row number comes after those that were brought back. */
async function continueNumbering(db: AnyDb, tables: readonly (keyof Tables)[]): Promise<void> {
  for (const table of NUMBERED.filter((name) => tables.includes(name))) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.table(table)}), 1))`.execute(
      db,
    )
  }
}

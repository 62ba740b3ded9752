import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** How many prepared statements are kept; the queries of the product are far fewer. */
const KEPT_STATEMENTS = 500

/**
 * Opens a SQLite file as the little part of a database that Kysely asks for. Every write is on the disk when it
 * returns (`synchronous=FULL`); readers do not wait for writers (WAL).
 */
export function openSqliteFile(path: string): SqliteDatabase {
  const file = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true })
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory;')
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => file.close(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      const statement = sql === 'rollback' ? rollback(file) : adapt(file.prepare(sql))
      if (prepared.size >= KEPT_STATEMENTS) prepared.delete(prepared.keys().next().value as string)
      prepared.set(sql, statement)
      return statement
    },
  }
}

/**
 * A full disk or a broken one makes SQLite roll back by itself; a second rollback would fail, and its error would hide
 * the one that says why.
 */
function rollback(file: DatabaseSync): SqliteStatement {
  const statement = adapt(file.prepare('rollback'))
  return {
    ...statement,
    run: (values) => (file.isTransaction ? statement.run(values) : { changes: 0, lastInsertRowid: 0 }),
  }
}

/** Kysely hands over values as `unknown`; SQLite itself refuses what it can not bind, with a clear error. */
function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...(values as SQLInputValue[])),
    run: (values) => statement.run(...(values as SQLInputValue[])),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  }
}

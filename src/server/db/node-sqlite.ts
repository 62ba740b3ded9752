import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** How many prepared statements are kept; the queries of the product are far fewer. */
const KEPT_STATEMENTS = 500
const CHANGES_TABLES = /^\s*(?:alter|create|drop)\s/i

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
      // What was prepared before knows the columns of before.
      if (CHANGES_TABLES.test(sql)) prepared.clear()
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

/**
 * Kysely hands over values as `unknown`; SQLite itself refuses what it cannot bind, with a clear error. Rows are made
 * objects here: those of `node:sqlite` have no shape, and every look at one of their columns is a search.
 */
function adapt(statement: StatementSync): SqliteStatement {
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  const all = (values: readonly unknown[]) =>
    statement.all(...(values as SQLInputValue[])) as unknown as Row[]
  return {
    reader: names.length > 0,
    all: (values) => all(values).map((row) => asObject(row, names)),
    run: (values) => statement.run(...(values as SQLInputValue[])),
    *iterate(values) {
      for (const row of statement.iterate(
        ...(values as SQLInputValue[]),
      ) as Iterable<unknown> as Iterable<Row>)
        yield asObject(row, names)
    },
  }
}

type Row = readonly SQLOutputValue[]

function asObject(row: Row, names: readonly string[]): Record<string, SQLOutputValue> {
  const object: Record<string, SQLOutputValue> = {}
  for (let at = 0; at < names.length; at++) object[names[at] as string] = row[at] as SQLOutputValue
  return object
}

import { PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './db'

/** Characters of what is looked for: of something longer its beginning is. */
const LONGEST = 64

/**
 * Does a column hold a text, letter for letter? Not by `like`, which tries each place one character after the other: a long text of one
 * letter would hold up everybody.
 */
export function contains(db: Db, column: string, text: string): RawBuilder<SqlBool> {
  // Half a character stands in no text.
  const sought = text
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<SqlBool>`strpos(${sql.ref(column)}, ${sought}) > 0`
    : sql<SqlBool>`instr(${sql.ref(column)}, ${sought}) > 0`
}

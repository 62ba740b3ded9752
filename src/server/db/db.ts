import { join } from 'node:path'
import { Kysely, type LogEvent, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '@/server/config'
import { migrate } from '@/server/db/migrations/migrate'
import { openSqliteFile } from '@/server/db/node-sqlite'
import type { Tables } from '@/server/db/schema'
import { readWalTail } from '@/server/db/wal-tail'
import type { Log } from '@/server/log'
import { makeDataFolderOwn, makeFileOwn } from '@/server/own-files'

/** The database of the product: one set of queries for SQLite and PostgreSQL. */
export type Db = Kysely<Tables>
export type DialectName = 'sqlite' | 'postgres'

export interface OpenDatabase {
  db: Db
  dialect: DialectName
}

interface DbOptions {
  /** Called after every statement; for tests and measurements. */
  onQuery?: (event: LogEvent) => void
  /** Told when the last write of a server that ended suddenly was cut off. */
  log?: Log
}

/** The SQLite file inside a data folder. */
export const sqlitePath = (dataDir: string): string => join(dataDir, 'sheaf.db')

/**
 * Opens the database of `config` and brings its tables up to date. Throws when it cannot be reached, or when a newer
 * version of the product has written it; the message is for the person who starts the server.
 */
export async function openDb(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: DbOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl === null && options.log) sayWhatIsTorn(sqlitePath(config.dataDir), options.log)
  const opened = connect(config, options)
  try {
    await migrate(opened.db, opened.dialect)
  } catch (error) {
    await opened.db.destroy()
    throw error
  }
  return opened
}

/** A torn end is passed over by SQLite itself; anybody who runs the server should know of it (R3). */
function sayWhatIsTorn(path: string, log: Log): void {
  const bytes = readWalTail(path)?.torn ?? 0
  if (bytes === 0) return
  log.warn(
    { bytes },
    'the server ended in the middle of a write: its last bytes are left aside, and with them only what was not confirmed as saved',
  )
}

/** Opens the database as it is, without touching its tables. */
export function connect(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: DbOptions = {},
): OpenDatabase {
  const log = options.onQuery
  if (config.databaseUrl === null) {
    makeDataFolderOwn(config.dataDir)
    // SQLite gives the files beside it the same mode.
    makeFileOwn(sqlitePath(config.dataDir))
    const database = openSqliteFile(sqlitePath(config.dataDir))
    return { db: new Kysely<Tables>({ dialect: new SqliteDialect({ database }), log }), dialect: 'sqlite' }
  }
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    // A host that is gone without a word is noticed in half a minute, and not by the first statement that nobody answers.
    ...KEEP_ALIVE,
    types: { getTypeParser: numbersAsNumbers },
  })
  // Compiling a statement takes hundreds of milliseconds and never pays for ours, which read a few rows each. Said as a
  // statement, since programs between us and the database may refuse it in the address. When it fails, so does the
  // statement that the connection was opened for, and that one is reported.
  pool.on('connect', (client) => {
    // The pool listens to idle connections alone. One that breaks in use fails its statement; told to nobody besides, it would end the server.
    client.on('error', () => undefined)
    client.query(NO_COMPILING).catch(() => undefined)
  })
  // An idle connection that breaks is replaced by the pool; the next query reports a database that is really gone.
  pool.on('error', () => undefined)
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log }), dialect: 'postgres' }
}

/** How a connection to PostgreSQL finds out that its other end is gone. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

const NO_COMPILING = "select set_config('jit', 'off', false) from pg_settings where name = 'jit'"

const INT8 = 20

/** `count(*)` and row numbers are numbers on both databases; none of ours comes near 2^53. */
const numbersAsNumbers: typeof pg.types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

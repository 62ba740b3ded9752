import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '@/server/log'
import { StartupError } from '@/server/startup-error'
import { KEEP_ALIVE } from './db'

/** The key of the PostgreSQL advisory lock that a server holds while it runs. Any fixed number. */
const SERVER_LOCK = 7_243_002
/** How long a server waits for one that is just ending, and how often it asks. */
const PATIENCE_MS = 600
const ASK_EVERY_MS = 50

/** Thrown when another server works with the same PostgreSQL database. */
export class DatabaseInUseError extends StartupError {}

/**
 * Makes this the only server of a PostgreSQL database: two that do not know each other's edits would overwrite what
 * the other folded (the lock of the data folder cannot see a server on another machine). The lock belongs to a
 * connection, so it ends with the process in any way. When the connection breaks it is taken again; when somebody
 * else has it by then, `onLost` is called, and the server has to stop. Throws {@link DatabaseInUseError}.
 */
export async function holdDatabase(
  databaseUrl: string,
  log: Log,
  onLost: () => void,
): Promise<() => Promise<void>> {
  let isReleased = false
  let client = await take(databaseUrl)
  const watch = () => {
    client.on('error', (error) => log.warn({ err: error }, 'the connection that holds the database broke'))
    client.once('end', () => void takeAgain())
  }
  const takeAgain = async () => {
    while (!isReleased) {
      try {
        client = await take(databaseUrl)
        return watch()
      } catch (error) {
        if (error instanceof DatabaseInUseError) {
          log.error({ err: error }, 'another server has taken the database')
          return onLost()
        }
        log.warn({ err: error }, 'the database cannot be reached')
        await sleep(1_000)
      }
    }
  }
  watch()
  return async () => {
    isReleased = true
    await client.end()
  }
}

async function take(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
  })
  // Told to nobody, a connection that breaks would end the server. What it was asked then fails, or `end` follows.
  client.on('error', () => undefined)
  await client.connect()
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      SERVER_LOCK,
    ])
    if (rows[0]?.taken) return client
    if (Date.now() >= deadline) break
    await sleep(ASK_EVERY_MS)
  }
  await client.end()
  throw new DatabaseInUseError(
    'Another Sheaf server is using this database. One database has one server: stop the other, or set another DATABASE_URL.',
  )
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { newId } from '@/shared/ids'

/** A server that has said nothing for so long has ended. Clocks of machines may differ by much less. */
const ALIVE_MS = 5 * 60_000
const RENEW_MS = 60_000

/** This run of the server, as others that use the same database see it. */
export interface ServerLease {
  /** What it writes beside things that it is about to finish. */
  id: string
  /** It ends: what it has left is nobody's. A database that is gone keeps no server from ending. */
  end(): Promise<void>
}

/**
 * Says that this server runs, now and every minute. The caller has the data folder for itself, so the run before of the
 * same folder has ended, no matter how.
 */
export async function holdLease(db: Db, log: Log, dataDir: string): Promise<ServerLease> {
  const id = newId()
  const note = join(dataDir, 'server.lease')
  const before = readNote(note)
  if (before !== null) await sql`delete from server where id = ${before}`.execute(db)
  writeFileSync(note, id, { mode: 0o600 })
  const renew = async () => {
    const until = new Date(Date.now() + ALIVE_MS).toISOString()
    await sql`insert into server (id, alive_until) values (${id}, ${until})
      on conflict (id) do update set alive_until = excluded.alive_until`.execute(db)
  }
  await renew()
  await sql`delete from server where alive_until < ${new Date().toISOString()}`.execute(db)
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.error({ err: error }, 'this server could not say that it runs'))
  }, RENEW_MS)
  timer.unref()
  return {
    id,
    async end() {
      clearInterval(timer)
      await sql`delete from server where id = ${id}`.execute(db).catch((error: unknown) => {
        log.error(
          { err: error },
          'this server could not say that it ends; it counts as ended in five minutes',
        )
      })
    },
  }
}

function readNote(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** As a condition of statements: the server whose id stands in this column does not run any more, or it is none. */
export const hasEnded = (column: string, now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (
    select 1 from server where server.id = ${sql.ref(column)} and server.alive_until > ${now.toISOString()}
  )`

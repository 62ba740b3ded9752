import { PostgresAdapter, sql } from 'kysely'
import type { z } from 'zod'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { JobRow } from '@/server/db/schema'
import { hasEnded } from '@/server/server-lease'
import { newId } from '@/shared/ids'

/**
 * Jobs wait for others of their lane and for nobody else, so a slow mail server holds up letters alone. `atOnce`: how many rows of
 * jobs one server works through at the same time; `taken`: how many jobs it takes for each row. While people have work for the server,
 * a row rests after each job, `rests` times as long as that took: jobs inside take the database and the thread from them.
 */
export const LANES = {
  inside: { atOnce: 1, taken: 10, rests: 2 },
  mail: { atOnce: 3, taken: 1, rests: 0 },
  push: { atOnce: 4, taken: 1, rests: 0 },
} as const
export type Lane = keyof typeof LANES

/**
 * What a job writes to the database, in the transaction that also takes the job off the list: both happen or neither. What it
 * answers is called once that is done, for what may be lost, such as word to open tabs.
 */
export type Settle = (trx: Db) => Promise<(() => void) | undefined>

/** A kind of work that is done later. Its name and payload stand in the database: a change has to read what older programs left. */
export interface JobKind<Payload> {
  name: string
  lane: Lane
  payload: z.ZodType<Payload>
  /** How often it is tried before it is left to the administrator. */
  attempts: number
  /**
   * Does the work; a throw puts it off. What it does outside the database may happen again when the server ends before `Settle` has
   * run, so it must be safe to repeat: use the job's id as the name of what is made.
   */
  run(services: Services, payload: Payload, job: { id: string; createdAt: string }): Promise<Settle>
}

interface EnqueueOptions {
  /** Its own name: a job that waits under it already is not doubled, it only runs as early as the earlier of the two. */
  id?: string
  /** ISO 8601; now by default. */
  runAt?: string
  /** Whose job it is; it goes with the account. */
  userId?: string | null
}

/** Notes work to be done later, in the transaction in which it becomes due. */
export async function enqueue<Payload>(
  trx: Db,
  kind: Pick<JobKind<Payload>, 'name'>,
  payload: Payload,
  { id = newId(), runAt, userId = null }: EnqueueOptions = {},
): Promise<void> {
  const now = new Date().toISOString()
  const at = runAt ?? now
  await trx
    .insertInto('job')
    .values({
      id,
      kind: kind.name,
      payload: JSON.stringify(payload),
      user_id: userId,
      run_at: at,
      attempts: 0,
      lease_owner: null,
      lease_until: null,
      last_error: null,
      dead_at: null,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        // One that was given up gets another chance, and one that waits for another try keeps waiting.
        run_at: sql<string>`case when job.dead_at is not null or job.run_at > ${at} and job.attempts = 0
          then ${at} else job.run_at end`,
        attempts: sql<number>`case when job.dead_at is not null then 0 else job.attempts end`,
        dead_at: null,
      }),
    )
    .execute()
}

/** A job that has not ended after this long is taken for lost, though its server runs: it is begun again. */
const LEASE_MS = 10 * 60_000

/**
 * Takes up to `count` due jobs of these kinds for one server. One statement, so of all servers exactly one gets each: SQLite
 * has one writer, PostgreSQL passes over rows that another is taking.
 */
export async function claim(
  db: Db,
  { owner, kinds, count, now }: { owner: string; kinds: readonly string[]; count: number; now: Date },
): Promise<JobRow[]> {
  const at = now.toISOString()
  const until = new Date(now.getTime() + LEASE_MS).toISOString()
  const skips =
    db.getExecutor().adapter instanceof PostgresAdapter ? sql`for update of job skip locked` : sql``
  const isFree = (table: string) => {
    const column = (name: string) => sql.ref(`${table}.${name}`)
    return sql`${column('dead_at')} is null and ${column('run_at')} <= ${at}
      and ${column('kind')} in (${sql.join(kinds)}) and (${column('lease_owner')} is null
        or ${column('lease_until')} <= ${at} or ${hasEnded(`${table}.lease_owner`, now)})`
  }
  // Everybody has a turn, and who waits for little comes first in it: ten thousand jobs of others do not stand before the one of somebody.
  const { rows } = await sql<JobRow>`
    update job set lease_owner = ${owner}, lease_until = ${until}, attempts = attempts + 1
    where id in (
      select job.id from job
      where ${isFree('job')} and job.id in (
        select queue.id from (
          select waiting.id, waiting.run_at,
            row_number() over (partition by waiting.user_id order by waiting.run_at, waiting.id) as turn,
            count(*) over (partition by waiting.user_id) as number
          from job as waiting where ${isFree('waiting')}
        ) as queue order by queue.turn, queue.number, queue.run_at, queue.id limit ${count})
      ${skips})
    returning *`.execute(db)
  return rows.sort((a, b) => (a.run_at < b.run_at ? -1 : 1))
}

/** The kinds of the jobs that are due. */
export async function nextDue(db: Db, now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('job')
    .select('kind')
    .distinct()
    .where('dead_at', 'is', null)
    .where('run_at', '<=', now.toISOString())
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** Ends a job together with what it writes. Answers false, and writes nothing, when it is another server's by now. */
export async function finish(db: Db, job: JobRow, settle: Settle): Promise<boolean> {
  const done = await db.transaction().execute(async (trx) => {
    // First: a transaction that notes the same work meanwhile either waits for this one and adds it anew, or is seen by it.
    const gone = await trx
      .deleteFrom('job')
      .where('id', '=', job.id)
      .where('lease_owner', '=', job.lease_owner)
      .where('attempts', '=', job.attempts)
      .executeTakeFirst()
    return Number(gone.numDeletedRows) === 0 ? null : { after: await settle(trx) }
  })
  done?.after?.()
  return done !== null
}

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
const LONGEST_ERROR = 500

/** Milliseconds until a job that has failed so often is tried again: from seconds to an hour, never all at once. */
export const backOff = (attempts: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20)) * (0.75 + random / 2)

/** Puts a job off, or leaves it to the administrator when it has been tried often enough. Answers whether it did the latter. */
export async function putOff(
  db: Db,
  job: JobRow,
  { error, attempts, now }: { error: unknown; attempts: number; now: Date },
): Promise<boolean> {
  const isDead = job.attempts >= attempts
  const wait = backOff(job.attempts, Math.random())
  await db
    .updateTable('job')
    .set({
      lease_owner: null,
      lease_until: null,
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR),
      run_at: new Date(now.getTime() + wait).toISOString(),
      dead_at: isDead ? now.toISOString() : null,
    })
    .where('id', '=', job.id)
    .where('lease_owner', '=', job.lease_owner)
    .where('attempts', '=', job.attempts)
    .execute()
  return isDead
}

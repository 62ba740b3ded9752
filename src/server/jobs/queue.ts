import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { JobRow } from '@/server/db/schema'
import { hasEnded } from '@/server/server-lease'
import { newId } from '@/shared/ids'

/**
 * Jobs wait for others of their lane and for nobody else, so a slow mail server holds up letters alone. `atOnce`: how many rows of
 * jobs one server works through at the same time; `taken`: how many jobs it takes for each row. While people have work for the server,
 * a row rests after each job, `rests` times as long as that took: jobs inside take the database and the thread from them. Where one is
 * taken at a time, what is outside can be slow, and each person has one row at a time.
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

/** How many people are looked at for one row of jobs; with more the next row begins behind them. */
const MOST_PEOPLE = 200

/** As many people are remembered who had a turn. */
const MOST_REMEMBERED = 10_000

/** Whose turn it is. One for each that takes jobs in turn, such as a lane of a server. */
export class Turn {
  /** Behind whom the next people are looked for, by id; empty: at the first. */
  after = ''
  /** The number of the turn that each person had last, the oldest first; `null`: the jobs that are nobody's. */
  private readonly had = new Map<string | null, number>()
  private count = 0
  private readonly served = new Set<string>()

  /** When each was served last: a greater number is later. */
  lastOf(id: string | null): number {
    return this.had.get(id) ?? -1
  }

  /** Is a job of this person being done? Of those that are nobody's, any number is done at a time. */
  isServed(id: string | null): boolean {
    return id !== null && this.served.has(id)
  }

  begin(id: string | null): void {
    this.had.delete(id)
    this.had.set(id, this.count++)
    if (id !== null) this.served.add(id)
    for (const oldest of this.had.keys()) {
      if (this.had.size <= MOST_REMEMBERED) break
      this.had.delete(oldest)
    }
  }

  end(id: string | null): void {
    if (id !== null) this.served.delete(id)
  }
}

interface Claiming {
  owner: string
  kinds: readonly string[]
  count: number
  now: Date
  turn?: Turn
}

/** Somebody whose jobs are due (`null`: jobs that are nobody's), and how many of them, counted up to the length of a row. */
interface Waiting {
  id: string | null
  number: number
  first: string
}

/**
 * Takes up to `count` due jobs of these kinds for one server. Everybody has a turn, and who waits for little comes first in it: ten
 * thousand jobs of others neither stand before the one of somebody, nor are looked through. Where one is taken at a time, it is one of
 * the person who was served longest ago, and of nobody who is being served: the caller tells the turn when that has ended. Of all servers exactly one gets each job:
 * SQLite has one writer, PostgreSQL passes over rows that another is taking.
 */
export async function claim(db: Db, claiming: Claiming): Promise<JobRow[]> {
  const { count, now, owner } = claiming
  const free = isFree(claiming)
  const { turn = new Turn() } = claiming
  const people = await peopleWaiting(db, { count, turn }, free)
  const shares = count === 1 ? nextOf(people, turn) : sharesOf(people, count)
  if (shares.length === 0) return []
  const until = new Date(now.getTime() + LEASE_MS).toISOString()
  const skips =
    db.getExecutor().adapter instanceof PostgresAdapter ? sql`for update of job skip locked` : sql``
  const taken = await db.transaction().execute(async (trx) => {
    const jobs: JobRow[] = []
    for (const { id, share } of shares) {
      const theirs = id === null ? sql`user_id is null` : sql`user_id = ${id}`
      const { rows } = await sql<JobRow>`
        update job set lease_owner = ${owner}, lease_until = ${until}, attempts = attempts + 1
        where id in (select id from job where ${theirs} and ${free} order by run_at, id limit ${share} ${skips})
        returning *`.execute(trx)
      jobs.push(...rows)
    }
    return jobs
  })
  if (count === 1) for (const { user_id } of taken) turn.begin(user_id)
  return taken.sort((a, b) => (a.run_at < b.run_at ? -1 : 1))
}

function isFree({ kinds, now }: Claiming) {
  const at = now.toISOString()
  return sql`dead_at is null and run_at <= ${at} and kind in (${sql.join(kinds)})
    and (lease_owner is null or lease_until <= ${at} or ${hasEnded('job.lease_owner', now)})`
}

/** Steps from person to person through the index, so that it costs the people and not their jobs. */
async function peopleWaiting(
  db: Db,
  { count, turn }: { count: number; turn: Turn },
  free: RawBuilder<unknown>,
): Promise<Waiting[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select user_id from job where user_id > ${after} and ${free} order by user_id limit 1)`
  const about = (theirs: RawBuilder<unknown>) => sql`
    (select count(*) from (select 1 from job where ${theirs} and ${free} limit ${count}) as few) as number,
    (select run_at from job where ${theirs} and ${free} order by run_at limit 1) as first`
  const id = sql.ref('person.id')
  const { rows } = await sql<Omit<Waiting, 'number'> & { number: number | string }>`
    with recursive person(id, place) as (
      select ${next(sql`${turn.after}`)}, 1
      union all
      select ${next(id)}, place + 1 from person where id is not null and place < ${sql.lit(MOST_PEOPLE)}
    )
    select id, ${about(sql`user_id = ${id}`)} from person where id is not null
    union all
    select null, ${about(sql`user_id is null`)}`.execute(db)
  const people = rows.map((row) => ({ ...row, number: Number(row.number) }))
  const ids = people.flatMap((one) => one.id ?? [])
  turn.after = ids.length === MOST_PEOPLE ? (ids.at(-1) ?? '') : ''
  return people.filter(({ number }) => number > 0)
}

/** The one whose turn it is. */
function nextOf(people: readonly Waiting[], turn: Turn): { id: string | null; share: number }[] {
  const [next] = people
    .filter(({ id }) => !turn.isServed(id))
    .sort((a, b) => turn.lastOf(a.id) - turn.lastOf(b.id) || (a.first < b.first ? -1 : 1))
  return next ? [{ id: next.id, share: 1 }] : []
}

/** How many jobs each of those whose turn it is gets: one each, then a second … */
function sharesOf(people: Waiting[], count: number): { id: string | null; share: number }[] {
  const inTurn = people.sort((a, b) => a.number - b.number || (a.first < b.first ? -1 : 1))
  const shares = inTurn.slice(0, count).map(({ id, number }) => ({ id, number, share: 0 }))
  for (let left = count, was = -1; left > 0 && left !== was; ) {
    was = left
    for (const one of shares) {
      if (left === 0 || one.share === one.number) continue
      one.share++
      left--
    }
  }
  return shares.filter(({ share }) => share > 0)
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

import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'

/** Counts the requests of each person in each month (UTC). */
export interface RequestCount {
  /** Notes one more request of this person. It is written within {@link WRITE_MS}, so no request waits for a write. */
  note(userId: string): void
  /** How many there were in this month so far, with those that had not been written. */
  thisMonth(userId: string): Promise<number>
  /** Writes what is left and ends. */
  close(): Promise<void>
}

/** What a server that is killed has not counted is at most what came in this time. */
const WRITE_MS = 10_000

/** Requests since the last write: by month, then by person. */
type Noted = Map<string, Map<string, number>>

export function createRequestCount(db: Db, log: Log, now: () => Date = () => new Date()): RequestCount {
  let noted: Noted = new Map()
  let writing: Promise<void> = Promise.resolve()
  const month = () => now().toISOString().slice(0, 7)
  const write = async () => {
    const taken = noted
    if (taken.size === 0) return
    noted = new Map()
    try {
      await addAll(db, taken)
    } catch (error) {
      for (const [month, people] of taken)
        for (const [userId, requests] of people) add(noted, month, userId, requests)
      throw error
    }
  }
  /** One write after the other: what is read after one holds all that was noted before it. */
  const writeInTurn = (): Promise<void> => {
    const turn = writing.then(write)
    writing = turn.catch(() => undefined)
    return turn
  }
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'the number of requests could not be written; it is tried again')
  const timer = setInterval(() => void writeInTurn().catch(failed), WRITE_MS)
  timer.unref()
  return {
    note: (userId) => add(noted, month(), userId, 1),
    async thisMonth(userId) {
      await writeInTurn()
      return readMonth(db, userId, month())
    },
    async close() {
      clearInterval(timer)
      await writeInTurn().catch(failed)
    },
  }
}

function add(noted: Noted, month: string, userId: string, requests: number): void {
  const people = noted.get(month) ?? new Map<string, number>()
  people.set(userId, (people.get(userId) ?? 0) + requests)
  noted.set(month, people)
}

/** Adds to the stored counts; a person who has deleted their account meanwhile has none. */
const addAll = (db: Db, noted: Noted): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const [month, people] of noted)
      for (const [userId, requests] of people)
        await trx
          .insertInto('api_usage')
          .columns(['user_id', 'month', 'requests'])
          .expression((eb) =>
            eb
              .selectFrom('user')
              .select([
                'user.id',
                sql<string>`cast(${month} as text)`.as('month'),
                sql<number>`cast(${requests} as integer)`.as('requests'),
              ])
              .where('user.id', '=', userId),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'month'])
              .doUpdateSet({ requests: sql<number>`api_usage.requests + excluded.requests` }),
          )
          .execute()
  })

async function readMonth(db: Db, userId: string, month: string): Promise<number> {
  const row = await db
    .selectFrom('api_usage')
    .select('requests')
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .executeTakeFirst()
  return row?.requests ?? 0
}

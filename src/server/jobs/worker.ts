import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '@/server/context'
import type { JobRow } from '@/server/db/schema'
import { claim, finish, type JobKind, LANES, type Lane, nextDue, putOff, type Settle, Turn } from './queue'

/** How long work that nobody announced waits at most before it is begun. */
const LOOK_EVERY_MS = 400

/** `JobKind` of any payload: the worker only hands on what the kind itself has checked. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds with different payloads has no other type
export type AnyJobKind = JobKind<any>

/** No rest is longer, however slow the machine was. */
const LONGEST_REST_MS = 50

/**
 * Does the jobs of these kinds beside the running server. `isWanted`: people have work for the server now. The result stops it and
 * waits for what is under way.
 */
export function startWorker(
  services: Services,
  kinds: readonly AnyJobKind[],
  isWanted: () => boolean = () => false,
): () => Promise<void> {
  const { db, log } = services
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  const running = new Map<Lane, Set<Promise<void>>>()
  const turns = new Map<Lane, Turn>()
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking = Promise.resolve()
  /** When it is looked next, as `performance.now()` counts. */
  let lookAt = Number.POSITIVE_INFINITY

  const inLane = (lane: Lane) => running.get(lane) ?? new Set()
  const turnOf = (lane: Lane): Turn => {
    const turn = turns.get(lane) ?? new Turn()
    turns.set(lane, turn)
    return turn
  }

  async function look(): Promise<void> {
    const due = await nextDue(db, new Date())
    for (const lane of Object.keys(LANES) as Lane[]) {
      const names = kinds.flatMap(({ name, lane: own }) => (own === lane && due.has(name) ? name : []))
      if (names.length === 0) continue
      for (let free = LANES[lane].atOnce - inLane(lane).size; free > 0 && !isStopped; free--) {
        const count = LANES[lane].taken
        const began = performance.now()
        const owner = services.lease.id
        const jobs = await claim(db, { owner, kinds: names, count, now: new Date(), turn: turnOf(lane) })
        if (jobs.length === 0) break
        const work = inTurn(jobs, LANES[lane].rests, began)
        running.set(lane, inLane(lane).add(work))
        void work.finally(() => {
          inLane(lane).delete(work)
          for (const job of jobs) turnOf(lane).end(job.user_id)
          lookSoon(0)
        })
      }
    }
  }

  /** Those that are not begun when the server stops are free again with its end. `taken`: when they began to be taken. */
  async function inTurn(jobs: readonly JobRow[], rests: number, taken: number): Promise<void> {
    let began = taken
    for (const job of jobs) {
      if (isStopped) return
      await perform(job)
      if (rests > 0 && isWanted()) await sleep(Math.min(LONGEST_REST_MS, rests * (performance.now() - began)))
      began = performance.now()
    }
  }

  /** Never throws: a job that cannot even be put off is free again when its lease ends. */
  async function perform(job: JobRow): Promise<void> {
    const kind = byName.get(job.kind) as AnyJobKind
    try {
      const settle: Settle = await kind.run(services, kind.payload.parse(JSON.parse(job.payload)), {
        id: job.id,
        createdAt: job.created_at,
      })
      const isOurs = await finish(db, job, settle)
      if (!isOurs) log.warn({ job: job.id, kind: job.kind }, 'a job was done by another server meanwhile')
    } catch (error) {
      await postpone(job, kind, error)
    }
  }

  async function postpone(job: JobRow, kind: AnyJobKind, error: unknown): Promise<void> {
    try {
      const { attempts } = kind
      const isDead = await putOff(db, job, { error, attempts, now: new Date() })
      const where = { err: error, job: job.id, kind: job.kind, attempts: job.attempts }
      if (isDead) log.error(where, 'a job was given up; npm run doctor lists it')
      else log.warn(where, 'a job failed; it is tried again')
    } catch (second) {
      log.error({ err: second, job: job.id }, 'a job that failed could not be put off')
    }
  }

  /** Looks after so long, or earlier where that is planned already. */
  function lookSoon(ms: number): void {
    const at = performance.now() + ms
    if (isStopped || at >= lookAt) return
    clearTimeout(timer)
    lookAt = at
    timer = setTimeout(() => {
      lookAt = Number.POSITIVE_INFINITY
      looking = looking.then(look).catch((error: unknown) => {
        if (!isStopped) log.error({ err: error }, 'the list of jobs could not be read; it is tried again')
      })
      void looking.then(() => lookSoon(LOOK_EVERY_MS))
    }, ms)
    timer.unref()
  }

  lookSoon(0)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await looking
    await Promise.all([...running.values()].flatMap((works) => [...works]))
  }
}

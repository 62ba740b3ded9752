import type { SharedWork } from '@/server/workers/job-queue'
import { type AskedWork, isUnmade, WorkerPool } from '@/server/workers/worker-pool'
import { t } from '@/shared/i18n'
import { sizeOfState } from './packed-state'
import { pageWork, type StoredBytes } from './page-work'

type Work = typeof pageWork
/** Who what the server does by itself is done for. */
const SERVER = 'server'

/** Bytes of a page's state (or characters of its blocks) up to which it is gone through at once, in about ten milliseconds. */
export const SHORT = 48 * 1024
/** About how much smaller a state is when it is packed. */
const PACKED = 4

/** More than that. */
export const LONG = SHORT + 1

/** How many bytes the state of a page has at most. */
export const sizeOf = ({ snapshot, rows }: StoredBytes): number =>
  (snapshot ? sizeOfState(snapshot) : 0) + rows.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** About the same by the bytes that are stored. */
export const sizeOfBytes = ({ snapshot, rows }: { snapshot: number; rows: number }): number =>
  rows + snapshot * PACKED

const pool = new WorkerPool<Work>({
  name: 'page-worker',
  source: 'server/collab/page-worker.ts',
  // One for what people want for themselves, one for what all wait for who have a page open, and one for whichever waits.
  atOnce: 3,
  keptForShared: 1,
  keptForOwn: 1,
  mostWaiting: 2_000,
  mostWaitingEach: 100,
  mostSharedEach: 500,
  mostMs: 120_000,
  get tooHard() {
    return t('This page is too large to be worked on.')
  },
})

/**
 * Has a page gone through, in a worker when it is long (`size` in bytes, or what it has at least), for a person (null: the server itself)
 * or for all who wait for the page. Throws `too-large` when it takes too long, `unavailable` or `rate-limited` when too many wait, and the
 * reason of `signal` when it is aborted.
 */
export async function askPage<Name extends keyof Work & string>(
  name: Name,
  job: AskedWork<Parameters<Work[Name]>[0]>,
  size: number,
  by: string | null | SharedWork,
  signal?: AbortSignal,
): Promise<Awaited<ReturnType<Work[Name]>>> {
  if (size > SHORT) return pool.run(name, job, { person: by ?? SERVER, signal })
  const made = isUnmade(job) ? await job() : job
  return (await pageWork[name](made as never)) as Awaited<ReturnType<Work[Name]>>
}

/** More people wait for a page than before: work on it may have their turn. */
export const moreAwaitPages = (): void => pool.lookAgain()

/** Work on a page that holds up all these people, done because of `person` (null: the server itself). */
export const sharedBy = (page: string, person: string | null, people: Iterable<string>): SharedWork => ({
  on: page,
  person: person ?? SERVER,
  people,
})

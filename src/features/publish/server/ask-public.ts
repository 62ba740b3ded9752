import type { SharedWork } from '@/server/workers/job-queue'
import { WorkerPool } from '@/server/workers/worker-pool'
import { t } from '@/shared/i18n'
import { publicWork } from './public-work'

type Work = typeof publicWork

/** Characters of JSON up to which a page is shown at once: asking a worker would take longer. */
const SHORT = 16_384

/** Up to which its Markdown is written at once: it is written up to five times, and read as often, and signs take longer than words. */
const SHORT_TO_WRITE = 2_048

/** What takes long to draw for its length: code, equations and notes are in languages of their own. */
const HARD = /"kind":"(?:codeBlock|equation|inlineEquation|footnote)"/

/** The length of a page as work, where it is drawn; `rich`: its blocks as JSON. What is hard is long, however short. */
export const lengthToDraw = (rich: string): number =>
  HARD.test(rich) ? Number.POSITIVE_INFINITY : rich.length

/** The same, where it is written as Markdown. */
export const lengthToWrite = (rich: string): number =>
  rich.length > SHORT_TO_WRITE ? Number.POSITIVE_INFINITY : lengthToDraw(rich)

const pool = new WorkerPool<Work>({
  name: 'public-worker',
  source: 'features/publish/server/public-worker.ts',
  atOnce: 1,
  mostWaiting: 50,
  mostWaitingEach: 10,
  mostMs: 120_000,
  get tooHard() {
    return t('This page is too large to be shown here.')
  },
})

/** The one who asked first, and all who wait for the same; more may come while it waits. */
export type Askers = Pick<SharedWork, 'person' | 'people'>

let asked = 0

/**
 * Has a page looked at, in a worker when it is a long one. `asker` is for whom: visitors, by their address, are taken in turn.
 * Throws `unavailable` or `rate-limited` when too many wait, `too-large` when it takes too long.
 */
export async function askPublic<Name extends keyof Work & string>(
  name: Name,
  job: Parameters<Work[Name]>[0],
  length: number,
  asker: string | Askers,
): Promise<Awaited<ReturnType<Work[Name]>>> {
  // All of it as shared work, since that goes before what is not.
  const { person, people } = typeof asker === 'string' ? { person: asker, people: [] } : asker
  if (length > SHORT) return pool.run(name, job, { person: { on: `${asked++}`, person, people } })
  return (await publicWork[name](job as never)) as Awaited<ReturnType<Work[Name]>>
}

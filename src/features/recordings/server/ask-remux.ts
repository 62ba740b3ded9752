import { WorkerPool } from '@/server/workers/worker-pool'
import { t } from '@/shared/i18n'
import type { Remuxed } from './remux'
import type { RemuxWork } from './remux-worker'

/** Copying a gigabyte takes seconds: what takes as long never ends. */
const MOST_MS = 5 * 60_000

const pool = new WorkerPool<RemuxWork>({
  name: 'remux-worker',
  source: 'features/recordings/server/remux-worker.ts',
  atOnce: 1,
  mostWaiting: 100,
  mostWaitingEach: 20,
  mostMs: MOST_MS,
  get tooHard() {
    return t('This recording cannot be read to its end.')
  },
})

/** See `remux`; null where that cannot be done. Throws what the pool throws. */
export const remuxFor = (person: string, files: { from: string; to: string }): Promise<Remuxed | null> =>
  pool.run('remux', files, { person })

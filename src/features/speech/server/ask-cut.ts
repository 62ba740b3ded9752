import { WorkerPool } from '@/server/workers/worker-pool'
import { t } from '@/shared/i18n'
import type { SoundPart } from '../cut-sound'
import type { CutWork } from './cut-worker'

/** Cutting copies bytes and decodes nothing: what takes as long never ends. */
const MOST_MS = 60_000

const pool = new WorkerPool<CutWork>({
  name: 'cut-worker',
  source: 'features/speech/server/cut-worker.ts',
  atOnce: 1,
  mostWaiting: 20,
  mostWaitingEach: 2,
  mostMs: MOST_MS,
  get tooHard() {
    return t('This recording is too large to be cut here.')
  },
})

/** The sound of a recording in parts of this number of seconds. Throws `bad-input` where it holds none that can be cut. */
export const cutSound = (
  job: { bytes: Uint8Array<ArrayBuffer>; seconds: number },
  asker: { person: string; signal: AbortSignal },
): Promise<SoundPart[]> => pool.run('cut', job, asker)

/** The words that were heard wait for it: where others' recordings are being cut, it is left unknown. */
const MEASURE_MS = 3_000

/** How many seconds a recording says that it has; null where it does not tell. Throws where it cannot be looked at soon. */
export const lengthOfSound = (bytes: Uint8Array<ArrayBuffer>, person: string): Promise<number | null> =>
  pool.run('length', { bytes }, { person, signal: AbortSignal.timeout(MEASURE_MS) })

import { WorkerPool } from '@/server/workers/worker-pool'
import { t } from '@/shared/i18n'
import type { Heard, transcribeWork } from './transcribe-work'

/** A model that nobody needs is put away after this. Loading takes a second or two. */
const IDLE_MS = 60_000
/** Half an hour of sound takes a few minutes of a processor, and more where everybody else goes first. */
const MOST_MS = 45 * 60_000

const pool = new WorkerPool<typeof transcribeWork>({
  name: 'transcribe-worker',
  source: 'server/transcriber/transcribe-worker.ts',
  // Another one would take as much memory again.
  atOnce: 1,
  // Each holds its recording in memory, up to 20 MB of it.
  mostWaiting: 12,
  mostWaitingEach: 3,
  mostMs: MOST_MS,
  idleMs: IDLE_MS,
  get tooHard() {
    return t('This recording takes too long to be transcribed here.')
  },
})

/**
 * What is said in a recording, in English, by the engine that is built in (Moonshine base): nothing leaves this machine. One recording
 * at a time, people in turn. Throws in words: `bad-input`, `too-large`, `rate-limited`; stops with the signal's reason.
 */
export const transcribeHere = (
  bytes: Uint8Array,
  asker: { person: string; signal: AbortSignal },
): Promise<Heard> => pool.run('transcribe', { place: import.meta.url, bytes }, asker)

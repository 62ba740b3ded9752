import { Worker } from 'node:worker_threads'
import type { Block } from '@/blocks'
import { JobQueue } from '@/server/job-queue'
import { workerFile } from '@/server/worker-file'
import { AppError } from '@/shared/errors'
import type { ExportFormatId } from '../model'
import type { ParseJob, ParseMessage, ReadFile } from './parse-job'

/** How long a worker may take, in ms that its thread really ran: a machine busy with other things fails no file. */
interface Patience {
  /** Without getting anything done (R34). */
  step: number
  /** For everything: many small steps are as good at wearing a machine out as one long one. */
  total: number
}

/** Both are several times what a file takes that holds no more than one page may be imported with. */
const STEP_MS = 1700
const TOTAL_MS = 5000
/** Every megabyte may take this much longer; HTML is taken apart in one step, so there its step may too. */
const PER_MB_MS = 1000
/** Our own blocks are written in one go: as long as it takes, within reason. */
const WRITING_MS = 180_000
/** Waiting in vain, whatever the worker did meanwhile. */
const WALL_FACTOR = 15
const LOOK_EVERY_MS = 200
const MEMORY_MB = 1024

const TOO_HARD =
  'This file could not be read: it is built in a way that would take too long, or is damaged. Nothing was imported.'
const TOO_MUCH_MEMORY = 'This file is too large to be taken apart here. Split it into several files.'

/** Few at a time, so that a core is left for everybody else. Exports do not wait for imports. */
const reading = new JobQueue({ atOnce: 2, mostWaiting: 20, mostWaitingEach: 4 })
const writing = new JobQueue({ atOnce: 2, mostWaiting: 20, mostWaitingEach: 4 })

/** For whom the work is done; it stops at once when `signal` is aborted, and the promise rejects with its reason. */
interface Asker {
  person: string
  signal: AbortSignal
}

/**
 * Reads a file's text. Throws `bad-input` when it makes the reader stop; `too-large` when it holds more than a page may
 * be imported with, or memory does not suffice.
 */
export async function readFileText(format: string, text: string, asker: Asker): Promise<ReadFile> {
  const extra = (text.length / 1024 / 1024) * PER_MB_MS
  const patience = {
    step: STEP_MS + (format === 'html' ? Math.max(0, extra - PER_MB_MS) : 0),
    total: TOTAL_MS + extra,
  }
  const message = await runJob(reading, { work: 'read', format, text }, patience, asker)
  if (message.say === 'read') return message.page
  if (message.say === 'too-large') throw new AppError('too-large', message.reason)
  throw new AppError('bad-input', TOO_HARD, { cause: message })
}

/** Writes blocks as a file of this format. */
export async function writeFileText(
  format: ExportFormatId,
  blocks: Block[],
  title: string,
  asker: Asker,
): Promise<string> {
  const patience = { step: WRITING_MS, total: WRITING_MS }
  const message = await runJob(writing, { work: 'write', format, blocks, title }, patience, asker)
  if (message.say === 'written') return message.text
  throw new Error('A page could not be written as a file.', { cause: message })
}

const runJob = (queue: JobQueue, job: ParseJob, patience: Patience, { person, signal }: Asker) =>
  queue.run(person, signal, async () =>
    inWorker(
      job,
      await workerFile('parse-worker', 'features/interchange/server/parse-worker.ts'),
      patience,
      signal,
    ),
  )

function inWorker(
  job: ParseJob,
  file: string,
  patience: Patience,
  signal: AbortSignal,
): Promise<ParseMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 8 },
      execArgv: [],
      env: {},
    })
    const watch = watchProgress(worker, patience, () =>
      settle(() => reject(new AppError('bad-input', TOO_HARD))),
    )

    const stop = () => settle(() => reject(signal.reason))
    signal.addEventListener('abort', stop, { once: true })

    function settle(done: () => void): void {
      watch.stop()
      signal.removeEventListener('abort', stop)
      void worker.terminate()
      done()
    }
    worker.on('message', (message: ParseMessage) => {
      watch.sign()
      if (message.say === 'ready') worker.postMessage(job)
      else if (message.say !== 'progress') settle(() => resolve(message))
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle(() => reject(outOfMemory ? new AppError('too-large', TOO_MUCH_MEMORY, { cause: error }) : error))
    })
    worker.on('exit', (code) => settle(() => reject(new Error(`The parse worker ended with ${code}.`))))
  })
}

/** Calls `giveUp` when the worker has run longer than `patience` allows, since its last sign or in total. */
function watchProgress(
  worker: Worker,
  patience: Patience,
  giveUp: () => void,
): { sign(): void; stop(): void } {
  let first: number | null = null
  let ranBefore: number | null = null
  let lastSign = performance.now()
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage()
    const ran = (user + system) / 1000
    first ??= ran
    ranBefore ??= ran
    const isOver = ran - ranBefore > patience.step || ran - first > patience.total
    if (isOver || performance.now() - lastSign > patience.step * WALL_FACTOR) giveUp()
  }
  // It fails once the worker has ended, which the worker's own events tell.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  return {
    sign() {
      ranBefore = null
      lastSign = performance.now()
    },
    stop: () => clearInterval(timer),
  }
}

import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { JobQueue } from '@/server/workers/job-queue'
import { workerFile } from '@/server/workers/worker-file'
import { AppError, invariant } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { WrittenFile } from '../formats/format'
import type { ImportSource } from './import-parts'
import type { ParseAnswer, ParseJob, ParseMessage, ReadPart, WriteJob } from './parse-job'
import { MOST_SENT } from './sent-file'

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
/** Every megabyte may take this much longer; HTML and Word are taken apart in one step, so there its step may too. */
const PER_MB_MS = 1000
/** A page out of a `.zip`, whose size is not known before. */
const OF_MANY: Patience = { step: 10_000, total: 30_000 }
/** All pages of a `.zip` together. */
const BUNDLE_MS = 60_000
/** Our own blocks are written in one go: as long as it takes, within reason. */
const WRITING: Patience = { step: 180_000, total: 180_000 }
/** Waiting in vain, whatever the worker did meanwhile. */
const WALL_FACTOR = 15
const LOOK_EVERY_MS = 200
const MEMORY_MB = 1024

const TOO_HARD = () =>
  t(
    'This file could not be read in the time that an import has: it is very long or deeply nested, or damaged. Split it into several files. Nothing was imported.',
  )
const TOO_MUCH_MEMORY = () => t('This file is too large to be taken apart here. Split it into several files.')

/** Few at a time, so that a core is left for everybody else. Exports do not wait for imports. */
const reading = new JobQueue({ atOnce: 2, mostWaiting: 20, mostWaitingEach: 4 })
/** Everything that waits here has been counted before it came, and holds no page yet: nothing is turned away in the middle of a file. */
const writing = new JobQueue({
  atOnce: 2,
  mostWaiting: MOST_SENT.page.all + MOST_SENT.zip.all,
  mostWaitingEach: MOST_SENT.page.each + MOST_SENT.zip.each,
})

/** For whom the work is done; it stops at once when `signal` is aborted, and the promise rejects with its reason. */
interface Asker {
  person: string
  signal: AbortSignal
}

/** What comes of a file while it is read. */
interface Reading {
  /** How many pages it is going to be, once that is known. */
  onPlan(pages: number): void
  /** Takes one page or file; the next is read when it is done with it. */
  onPart(part: ReadPart): Promise<void>
}

/**
 * Reads a file part by part. Throws `bad-input` when it makes the reader stop, `too-large` when it holds more than a page may
 * be imported with, or memory does not suffice; what the reader says of it; what `onPart` throws.
 */
export async function readFileParts(
  source: ImportSource,
  asker: Asker,
  { onPlan, onPart }: Reading,
): Promise<void> {
  const megabytes = (await stat(source.path)).size / 1024 / 1024
  const isBundle = /\.zip$/i.test(source.name)
  const extra = megabytes * PER_MB_MS
  const inOneStep = /\.(?:html?|docx)$/i.test(source.name)
  const patience = isBundle
    ? OF_MANY
    : { step: STEP_MS + (inOneStep ? Math.max(0, extra - PER_MB_MS) : 0), total: TOTAL_MS + extra }
  const budget = isBundle ? BUNDLE_MS + 4 * extra : patience.total
  await reading.run(asker.person, asker.signal, () =>
    withWorker(asker.signal, budget, async (ask) => {
      await ask({ ask: 'read', source }, patience, onPlan)
      for (;;) {
        const part = await ask({ ask: 'next' }, patience, onPlan)
        if (part.say === 'failed') throw new AppError('bad-input', TOO_HARD(), { cause: part })
        invariant(part.say === 'page' || part.say === 'file' || part.say === 'end', 'a part was read')
        await onPart(part)
        if (part.say === 'end') return
      }
    }),
  )
}

/** A page that its writer gave up. */
export class UnwrittenPage extends Error {
  override readonly name = 'UnwrittenPage'
  constructor(answer: unknown) {
    super(undefined, { cause: answer })
  }
}

/** Writes a page as files. Throws what the format says of it. */
export type WritePage = (job: WriteJob) => Promise<readonly WrittenFile[]>

/**
 * Lends a writer to `run` when it is the person's turn. Pages are read inside of it, so that those who wait hold none. Throws what `run`
 * throws; when a page could not be written, the writer may write no other.
 */
export function inWritersTurn<T>(
  { person, signal }: Asker,
  run: (write: WritePage) => Promise<T>,
): Promise<T> {
  return writing.run(person, signal, () =>
    withWorker(signal, WRITING.total, (ask) =>
      run(async (job) => {
        const answer = await ask({ ask: 'write', ...job }, WRITING)
        if (answer.say === 'written') return answer.files
        throw new UnwrittenPage(answer)
      }),
    ),
  )
}

type Ask = (job: ParseJob, patience: Patience, onPlan?: (pages: number) => void) => Promise<ParseAnswer>

/** Lends a worker to `run` and ends it afterwards; `budget` is what it may work for all it is asked. */
async function withWorker<T>(signal: AbortSignal, budget: number, run: (ask: Ask) => Promise<T>): Promise<T> {
  const file = await workerFile('parse-worker', 'features/interchange/server/parse-worker.ts')
  signal.throwIfAborted()
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 8 },
    execArgv: [],
    env: {},
  })
  const { promise: broken, reject: giveUp } = Promise.withResolvers<never>()
  // Code that waits for it is told; when nobody does, nothing is wrong.
  broken.catch(() => undefined)
  const ready = new Promise<void>((resolve) => worker.once('message', () => resolve()))
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    giveUp(outOfMemory ? new AppError('too-large', TOO_MUCH_MEMORY(), { cause: error }) : error)
  })
  worker.on('exit', (code) => giveUp(new Error(`The parse worker ended with ${code}.`)))
  const stop = () => giveUp(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  let left = budget

  const ask: Ask = async (job, patience, onPlan) => {
    await Promise.race([ready, broken])
    const watch = watchProgress(worker, { ...patience, total: Math.min(patience.total, left) }, () =>
      giveUp(new AppError('bad-input', TOO_HARD())),
    )
    const answered = new Promise<ParseAnswer>((resolve) => {
      const hear = (message: ParseMessage) => {
        watch.sign()
        if (message.say === 'ready' || message.say === 'progress') return
        if (message.say === 'plan') return onPlan?.(message.pages)
        worker.off('message', hear)
        resolve(message)
      }
      worker.on('message', hear)
    })
    try {
      worker.postMessage(job)
      const answer = await Promise.race([answered, broken])
      if (answer.say === 'refused') throw new AppError(answer.code, answer.reason)
      return answer
    } finally {
      left -= watch.stop()
    }
  }
  try {
    return await run(ask)
  } finally {
    signal.removeEventListener('abort', stop)
    void worker.terminate()
  }
}

/**
 * Calls `giveUp` when the worker has run longer than `patience` allows, since its last sign or in total. `stop` answers
 * how long it had run when that was last looked at.
 */
function watchProgress(
  worker: Worker,
  patience: Patience,
  giveUp: () => void,
): { sign(): void; stop(): number } {
  let first: number | null = null
  let ranBefore: number | null = null
  let total = 0
  let lastSign = performance.now()
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage()
    const ran = (user + system) / 1000
    first ??= ran
    ranBefore ??= ran
    total = ran - first
    const isOver = ran - ranBefore > patience.step || total > patience.total
    if (isOver || performance.now() - lastSign > patience.step * WALL_FACTOR) giveUp()
  }
  // It fails once the worker has ended, which the worker's own events tell.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  return {
    sign() {
      ranBefore = null
      lastSign = performance.now()
    },
    stop() {
      clearInterval(timer)
      return total
    },
  }
}

import { Worker } from 'node:worker_threads'
import type { Block } from '@/blocks'
import type { ReadPage } from '@/blocks/markdown'
import { AppError } from '@/shared/errors'
import type { ExportFormatId } from '../model'
import type { ParseJob, ParseMessage } from './parse-job'
import { parseWorkerFile } from './worker-file'

/**
 * A worker that works this long without getting anything done is stopped (R34). What counts is the time that it really
 * ran, so that a legitimate file is not given up on a machine that is busy with other things.
 */
const PATIENCE_MS = 1700
/** HTML is taken apart in one go: every megabyte after the first may take this much longer. */
const PATIENCE_PER_MB_MS = 1000
/** Our own blocks are written in one go: as long as it takes, within reason. */
const WRITING_MS = 180_000
/** Waiting in vain, whatever the worker did meanwhile. */
const WALL_FACTOR = 15
const LOOK_EVERY_MS = 200
const MEMORY_MB = 1024
/** Two at a time, so that a core is left for everybody else; a queue longer than this is turned away. */
const AT_ONCE = 2
const MOST_WAITING = 20

const TOO_HARD =
  'This file could not be read: it is built in a way that would take too long, or is damaged. Nothing was imported.'
const TOO_MUCH_MEMORY = 'This file is too large to be taken apart here. Split it into several files.'
const BUSY = 'Too many files are being read right now. Please try again in a moment.'

let running = 0
const waiting: (() => void)[] = []

/** Reads a file's text. Throws `bad-input` when it makes the reader stop, `too-large` when memory does not suffice. */
export async function readFileText(format: string, text: string): Promise<ReadPage> {
  const message = await runJob(
    { work: 'read', format, text },
    format === 'html' ? patienceFor(text) : PATIENCE_MS,
  )
  if (message.say === 'read') return message.page
  throw new AppError('bad-input', TOO_HARD, { cause: message })
}

/** Writes blocks as a file of this format. */
export async function writeFileText(format: ExportFormatId, blocks: Block[], title: string): Promise<string> {
  const message = await runJob({ work: 'write', format, blocks, title }, WRITING_MS)
  if (message.say === 'written') return message.text
  throw new Error('A page could not be written as a file.', { cause: message })
}

const patienceFor = (text: string): number =>
  PATIENCE_MS + Math.max(0, Math.ceil(text.length / 1024 / 1024) - 1) * PATIENCE_PER_MB_MS

async function runJob(job: ParseJob, patience: number): Promise<ParseMessage> {
  await takeTurn()
  try {
    return await inWorker(job, await parseWorkerFile(), patience)
  } finally {
    // The turn is handed on, so that nobody new slips in between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function takeTurn(): Promise<void> {
  if (running < AT_ONCE) {
    running++
    return
  }
  if (waiting.length >= MOST_WAITING) throw new AppError('unavailable', BUSY)
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function inWorker(job: ParseJob, file: string, patience: number): Promise<ParseMessage> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 8 },
      execArgv: [],
      env: {},
    })
    const watch = watchProgress(worker, patience, () =>
      settle(() => reject(new AppError('bad-input', TOO_HARD))),
    )

    function settle(done: () => void): void {
      watch.stop()
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

/** Calls `giveUp` when the worker has run for longer than `patience` (in ms) since it last gave a sign. */
function watchProgress(worker: Worker, patience: number, giveUp: () => void): { sign(): void; stop(): void } {
  let ranBefore: number | null = null
  let lastSign = performance.now()
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage()
    const ran = (user + system) / 1000
    ranBefore ??= ran
    if (ran - ranBefore > patience || performance.now() - lastSign > patience * WALL_FACTOR) giveUp()
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

import { Worker } from 'node:worker_threads'
import type { Block, ReadPage } from '@/blocks'
import { AppError } from '@/shared/errors'
import type { ExportFormatId } from '../model'
import type { ParseJob, ParseMessage } from './parse-job'
import { parseWorkerFile } from './worker-file'

/** A worker that does nothing for this long is stopped (R34). */
const PATIENCE_MS = 2000
/** HTML is taken apart in one go: every megabyte after the first may take this much longer. */
const PATIENCE_PER_MB_MS = 1500
/** Starting has nothing to do with the file. */
const START_MS = 15_000
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
  // Our own blocks: as long as it takes, within reason.
  const message = await runJob({ work: 'write', format, blocks, title }, 60_000)
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
    let lastSign = performance.now()
    let allowed = START_MS
    let timer = setTimeout(check, allowed)

    function settle(done: () => void): void {
      clearTimeout(timer)
      void worker.terminate()
      done()
    }
    /** Signs of life may be waiting to be heard while this thread was busy itself: they are heard first. */
    function check(): void {
      setImmediate(() => {
        const left = lastSign + allowed - performance.now()
        if (left > 0) timer = setTimeout(check, left)
        else settle(() => reject(new AppError('bad-input', TOO_HARD)))
      })
    }
    worker.on('message', (message: ParseMessage) => {
      lastSign = performance.now()
      if (message.say === 'ready') {
        allowed = patience
        clearTimeout(timer)
        timer = setTimeout(check, allowed)
        worker.postMessage(job)
      } else if (message.say !== 'progress') settle(() => resolve(message))
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle(() => reject(outOfMemory ? new AppError('too-large', TOO_MUCH_MEMORY, { cause: error }) : error))
    })
    worker.on('exit', (code) => settle(() => reject(new Error(`The parse worker ended with ${code}.`))))
  })
}

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { JobQueue } from '@/server/workers/job-queue'
import { workerFile } from '@/server/workers/worker-file'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { FontFiles } from './fonts'
import type { SheetJob, SheetMessage } from './sheet-job'

/** How long the document of a page may take to be written, once it is its turn. */
const MOST_MS = 30_000
const MEMORY_MB = 1024

const TOO_LONG = () =>
  t('This page took too long to be prepared for printing, so it was stopped. Export a part of it.')
const NOTHING_CHOSEN = () => t('The chosen blocks are not on this page any more.')

/** Few at a time, so that a core is left for everybody else. */
const queue = new JobQueue({ atOnce: 2, mostWaiting: 20, mostWaitingEach: 3 })

interface Asker {
  person: string
  signal: AbortSignal
}

/**
 * The page as a complete HTML document. Throws `bad-input` when none of the chosen blocks is there, `too-large` when it
 * takes too long; stops at once with the reason of `signal`.
 */
export async function renderSheet(job: Omit<SheetJob, 'fonts'>, { person, signal }: Asker): Promise<string> {
  const file = await workerFile('print-worker', 'features/print/server/print-worker.ts')
  const message = await queue.run(person, signal, () => inWorker(file, { ...job, fonts: FONTS }, signal))
  if (message.say === 'drawn') return message.html
  if (message.say === 'nothing-chosen') throw new AppError('bad-input', NOTHING_CHOSEN())
  throw new Error('A page could not be written for printing.', { cause: message.reason })
}

async function inWorker(file: string, job: SheetJob, signal: AbortSignal): Promise<SheetMessage> {
  const late = AbortSignal.timeout(MOST_MS)
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 8 },
    execArgv: [],
    env: { NODE_ENV: 'production' },
  })
  try {
    worker.postMessage(job)
    const [message] = await once(worker, 'message', { signal: AbortSignal.any([signal, late]) })
    return message as SheetMessage
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new AppError('too-large', TOO_LONG(), { cause: error })
    throw error
  } finally {
    void worker.terminate()
  }
}

const { resolve } = createRequire(import.meta.url)
const latin = (name: string): string[] =>
  ['wght', 'wght-italic'].map((style) => resolve(`@fontsource-variable/${name}/${style}.css`))

/** Their form in parts is one that Chromium does not draw. */
const EMOJI_FILE = resolve('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2')

let emoji: Promise<Buffer> | null = null

/** The face with all emoji: 6 MB, read when it is first asked for, and the same bytes for everybody. */
export function emojiFace(): Promise<Buffer> {
  emoji ??= readFile(EMOJI_FILE).catch((error) => {
    emoji = null
    throw error
  })
  return emoji
}

/** Where the faces of the product are. */
export const FONTS: FontFiles = {
  sans: latin('inter'),
  serif: latin('source-serif-4'),
  mono: latin('jetbrains-mono'),
  japanese: resolve('@fontsource-variable/noto-sans-jp/wght.css'),
  chinese: resolve('@fontsource-variable/noto-sans-sc/wght.css'),
  korean: resolve('@fontsource-variable/noto-sans-kr/wght.css'),
  math: resolve('katex/dist/katex.min.css'),
}

import type { Log } from '@/server/log'
import { toOperator } from '@/server/operator'
import { JobQueue } from '@/server/workers/job-queue'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { LateStart, type RunningBrowser, startBrowser } from './browser'
import type { PdfOptions, PngOptions, Sheet } from './draw'
import { findBrowser, OFF } from './find-browser'

/** How long one job may take, once it is its turn. */
const MOST_MS = 30_000
/** How long the browser may take to start: it stands behind everything else on the machine. */
const START_MS = 60_000
/** A browser that nobody needs is ended after this. */
const IDLE_MS = 60_000
const LOOK_EVERY_MS = 500
/** All processes of the browser together. */
const MOST_MEMORY = 2 * 1024 ** 3

export const TOOK_TOO_LONG = () =>
  t(
    'This page took longer than 30 seconds to draw, so it was stopped. Export a part of it, or leave out its media.',
  )
export const TOOK_TOO_MUCH_MEMORY = () =>
  t(
    'This page needs more memory to draw than there is for it, so it was stopped. Export a part of it, or leave out its media.',
  )
const BROKE = () => t('The browser that draws pages has ended. Please try again.')
const NOT_STARTED = () =>
  toOperator(
    () =>
      t(
        'The browser that draws pages does not start, so PDF and PNG are switched off. The log says why; CHROME_PATH can name another browser.',
      ),
    OFF,
  )
export const TOO_BUSY = () =>
  t('This server is too busy to draw pages right now. Please try again in a few minutes.')
const CLOSING = () => t('The server is being stopped. Please try again in a moment.')

/** For whom it is drawn; it stops at once when `signal` is aborted, and the promise rejects with its reason. */
export interface Asker {
  person: string
  signal: AbortSignal
}

/**
 * Draws documents with a browser, one at a time, each in a profile of its own (R38): two people's never mix. Rejects
 * with `unavailable` when there is no browser, in words that name the setting; with `too-large` when a document takes too
 * long or too much memory.
 */
export interface Printer {
  pdf(sheet: Sheet, options: PdfOptions, asker: Asker): Promise<Buffer>
  png(sheet: Sheet, options: PngOptions, asker: Asker): Promise<Buffer>
  /** Ends the browser and whatever it is drawing. */
  close(): Promise<void>
}

interface PrinterOptions {
  chromePath: string | null
  dataDir: string
  log: Log
  mostMs?: number | undefined
  mostMemory?: number
  idleMs?: number
  startMs?: number
}

/** Makes the printer; its browser is started when it is first needed. */
export function createPrinter(options: PrinterOptions): Printer {
  const { log, mostMs = MOST_MS, mostMemory = MOST_MEMORY, idleMs = IDLE_MS, startMs = START_MS } = options
  const queue = new JobQueue({ atOnce: 1, mostWaiting: 20, mostWaitingEach: 2 })
  const closing = new AbortController()
  let running: Promise<RunningBrowser> | null = null
  let idle: NodeJS.Timeout | undefined

  const start = async (): Promise<RunningBrowser> => {
    const program = await findBrowser(options)
    const started = await startBrowser(program, startMs, log).catch((cause) => {
      log.error({ err: cause }, 'the browser for PDF does not start')
      throw new AppError('unavailable', cause instanceof LateStart ? TOO_BUSY() : NOT_STARTED(), { cause })
    })
    started.onEnd(() => {
      running = null
    })
    return started
  }

  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ending = running
    running = null
    const browser = await ending?.catch(() => null)
    await browser?.kill()
  }

  /** Runs one job, and ends the browser with it when it has to stop: only that is sure to stop what it does. */
  async function draw(
    job: (browser: RunningBrowser) => Promise<Buffer>,
    signal: AbortSignal,
  ): Promise<Buffer> {
    clearTimeout(idle)
    const late = new AbortController()
    const stopped = AbortSignal.any([signal, closing.signal, late.signal])
    stopped.throwIfAborted()
    let timer: NodeJS.Timeout | undefined
    // How long a browser takes to start is no fault of the page's; it has a limit of its own.
    const timed = (browser: RunningBrowser) => {
      timer = setTimeout(() => late.abort(new AppError('too-large', TOOK_TOO_LONG())), mostMs)
      return job(browser)
    }
    const watch = setInterval(() => void watchMemory(late), LOOK_EVERY_MS)
    try {
      return await Promise.race([browserNow().then(timed), rejected(stopped)])
    } catch (error) {
      if (error instanceof AppError && !stopped.aborted) throw error
      await end()
      if (stopped.aborted) throw stopped.reason
      log.error({ err: error }, 'a page could not be drawn')
      throw new AppError('unavailable', BROKE(), { cause: error })
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      idle = setTimeout(() => void end(), idleMs)
      idle.unref()
    }
  }

  function browserNow(): Promise<RunningBrowser> {
    running ??= start().catch((error) => {
      running = null
      throw error
    })
    return running
  }

  async function watchMemory(late: AbortController): Promise<void> {
    const browser = await running?.catch(() => null)
    if (browser && (await browser.memory()) > mostMemory)
      late.abort(new AppError('too-large', TOOK_TOO_MUCH_MEMORY()))
  }

  const run = ({ person, signal }: Asker, job: (browser: RunningBrowser) => Promise<Buffer>) =>
    queue.run(person, AbortSignal.any([signal, closing.signal]), () => draw(job, signal))

  return {
    pdf: (sheet, options, asker) => run(asker, (browser) => browser.draw(sheet, { as: 'pdf', options })),
    png: (sheet, options, asker) => run(asker, (browser) => browser.draw(sheet, { as: 'png', options })),
    async close() {
      closing.abort(new AppError('unavailable', CLOSING()))
      await end()
    },
  }
}

const rejected = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

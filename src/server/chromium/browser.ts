import { Worker } from 'node:worker_threads'
import type { Log } from '@/server/log'
import { workerFile } from '@/server/workers/worker-file'
import { AppError } from '@/shared/errors'
import type { Sheet } from './draw'
import type { Drawing, DrawingStart, FromDrawing, Resource, ToDrawing } from './drawing'
import { memoryOfGroup } from './memory'

/** A browser that runs, driven by a thread of its own (`drawing-worker.ts`). */
export interface RunningBrowser {
  /** Draws a document. Throws what drawing throws, and when the browser ends before it is drawn. */
  draw(sheet: Sheet, drawing: Drawing): Promise<Buffer>
  /** Ends it at once, with everything that it does. */
  kill(): Promise<void>
  /** The memory of all its processes, in bytes; 0 where the system does not tell. */
  memory(): Promise<number>
  /** Called when it has ended. */
  onEnd(listener: () => void): void
}

/** How long the thread may take to end the browser and clear its folder away, before both are ended from outside. */
const ENDING_MS = 5_000

/** The browser took longer to start than it may, as on a machine whose processor is taken. */
export class LateStart extends Error {}

/** Starts a browser, and the thread that drives it. Throws when it does not start, {@link LateStart} when it has not after `startMs`. */
export async function startBrowser(program: string, startMs: number, log: Log): Promise<RunningBrowser> {
  const file = await workerFile('drawing-worker', 'server/chromium/drawing-worker.ts')
  const data: DrawingStart = { program, startMs, driver: import.meta.resolve('playwright-core') }
  const worker = new Worker(file, { workerData: data, execArgv: [] })
  const running = new DrawingThread(worker, log)
  try {
    await running.started
    return running
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

interface Job {
  sheet: Sheet
  resolve(bytes: Buffer): void
  reject(error: unknown): void
}

class DrawingThread implements RunningBrowser {
  readonly started: Promise<void>
  private readonly ended: Promise<void>
  private pid: number | null = null
  private brokenBy: Error | null = null
  private readonly jobs = new Map<number, Job>()
  private count = 0

  constructor(
    private readonly worker: Worker,
    private readonly log: Log,
  ) {
    const start = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    this.started = start.promise
    this.ended = end.promise
    // Nobody may be waiting any more by the time that it fails.
    this.started.catch(() => undefined)
    worker.on('message', (message: FromDrawing) => {
      if (message.say === 'started') {
        this.pid = message.pid
        start.resolve()
      } else if (message.say === 'not-started')
        start.reject(message.isLate ? new LateStart('', { cause: message.error }) : message.error)
      else void this.hear(message)
    })
    worker.on('error', (error) => this.giveUp(error, start.reject))
    worker.once('exit', () => {
      this.giveUp(new Error('The browser that draws pages has ended.'), start.reject)
      end.resolve()
    })
  }

  async draw(sheet: Sheet, drawing: Drawing): Promise<Buffer> {
    if (this.brokenBy) throw this.brokenBy
    const id = this.count++
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    this.jobs.set(id, { sheet, resolve, reject })
    this.tell({ say: 'draw', id, html: sheet.html, drawing })
    return promise
  }

  async kill(): Promise<void> {
    this.tell({ say: 'end' })
    const late = setTimeout(() => this.killFromOutside(), ENDING_MS)
    await this.ended
    clearTimeout(late)
  }

  async memory(): Promise<number> {
    return this.pid === null ? 0 : memoryOfGroup(this.pid)
  }

  onEnd(listener: () => void): void {
    void this.ended.then(listener)
  }

  private tell(message: ToDrawing, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer)
  }

  private async hear(message: Exclude<FromDrawing, { say: 'started' | 'not-started' }>): Promise<void> {
    if (message.say === 'unprotected') {
      this.log.warn(
        { err: message.reason },
        'the browser for PDF does not start in its sandbox; it is started without',
      )
      return
    }
    const job = this.jobs.get(message.id)
    if (message.say === 'ask') {
      const found = await resourceOf(job, message.path)
      return this.tell({ say: 'resource', ask: message.ask, found }, found ? [found.bytes.buffer] : [])
    }
    this.jobs.delete(message.id)
    if (message.say === 'drawn') job?.resolve(Buffer.from(message.bytes.buffer))
    else if (message.say === 'refused') job?.reject(new AppError(message.code, message.reason))
    else job?.reject(message.error)
  }

  private giveUp(error: Error, notStarted: (error: Error) => void): void {
    this.brokenBy ??= error
    notStarted(error)
    for (const { reject } of this.jobs.values()) reject(error)
    this.jobs.clear()
  }

  private killFromOutside(): void {
    try {
      // The browser's processes are a group of their own.
      if (this.pid !== null) process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      // It has ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    void this.worker.terminate()
  }
}

/** What a document asks for, in memory of its own that can be handed over; `null` for everything it must not have. */
async function resourceOf(job: Job | undefined, path: string): Promise<Resource | null> {
  const found = await job?.sheet.resource(path).catch(() => null)
  return found ? { type: found.type, bytes: new Uint8Array(found.bytes) } : null
}

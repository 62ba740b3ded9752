import { Worker } from 'node:worker_threads'
import { AppError, type AppErrorCode } from '@/shared/errors'
import { language } from '@/shared/i18n'
import type { Language } from '@/shared/i18n/languages'
import { JobQueue, type SharedWork } from './job-queue'
import { workerFile } from './worker-file'

/** What a worker made with `serve` (`serve-work.ts`) answers. */
export type WorkAnswer =
  | { say: 'done'; result: unknown }
  | { say: 'refused'; code: AppErrorCode; reason: string }
  | { say: 'failed'; error: unknown }

interface PoolOptions {
  /** The name of the worker's program, and its file below `src` (`worker-file.ts`). */
  name: string
  source: string
  /** Workers at the same time, each for another person. Few, so that a core is left for everybody else. */
  atOnce: number
  mostWaiting: number
  mostWaitingEach: number
  /** See `JobQueue`. */
  keptForShared?: number
  keptForOwn?: number
  mostSharedEach?: number
  /** What a job may take, in ms. It stands against what never ends: a busy machine alone must not reach it. */
  mostMs: number
  /** How long a worker is kept that nobody needs, in ms: 10 seconds unless it says otherwise. */
  idleMs?: number
  /** Said to the person whose job took longer, or more memory than there is. */
  tooHard: string
}

/** For whom the work is done. It stops at once when `signal` is aborted, and the promise rejects with its reason. */
export interface WorkAsker {
  person: string | SharedWork
  signal?: AbortSignal | undefined
  /** Called when its turn has come, before it is done. */
  begin?(): Promise<void>
}

/**
 * What a worker is to do, or what makes that when its turn has come: what takes much memory is not held for as long as it waits. It holds
 * up those who wait for the same worker, and so waits for no other work.
 */
export type AskedWork<Job> = Job | (() => Promise<Job>)

/** Has the work still to be made? */
export const isUnmade = (job: unknown): job is () => Promise<unknown> => typeof job === 'function'

/** A worker that nobody needs is ended after this: each takes about 50 MB. */
const IDLE_MS = 10_000
const MEMORY_MB = 1024

/**
 * Work in threads of its own, so that it keeps nobody waiting. Workers are started when they are needed, kept for what comes
 * next, and ended when idle. People are taken in turn (`JobQueue`).
 */
export class WorkerPool<Jobs extends Record<string, (job: never) => unknown>> {
  private readonly queue: JobQueue
  private readonly idle: { worker: Worker; timer: NodeJS.Timeout }[] = []

  constructor(private readonly options: PoolOptions) {
    this.queue = new JobQueue(options)
  }

  /**
   * Has one of the jobs done that the worker serves. Throws what the job throws as an `AppError`, and what making it throws; `too-large`
   * when it takes too long or too much memory; what the queue throws when it is full.
   */
  run<Name extends keyof Jobs & string>(
    name: Name,
    job: AskedWork<Parameters<Jobs[Name]>[0]>,
    { person, signal = NEVER, begin }: WorkAsker,
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    const work: unknown = job
    const asked = { name, language: language() }
    return this.queue.run(person, signal, async () => {
      await begin?.()
      const message = { ...asked, job: isUnmade(work) ? await work() : work }
      const worker = await this.take()
      const answer = await this.ask(worker, message, signal)
      this.keep(worker)
      if (answer.say === 'refused') throw new AppError(answer.code, answer.reason)
      if (answer.say === 'failed') throw new Error(`A ${this.options.name} failed.`, { cause: answer.error })
      return answer.result
    }) as Promise<Awaited<ReturnType<Jobs[Name]>>>
  }

  /** More people wait for shared work than before: it may have a place by now. */
  lookAgain(): void {
    this.queue.startNext()
  }

  private async take(): Promise<Worker> {
    const kept = this.idle.pop()
    if (kept) {
      clearTimeout(kept.timer)
      kept.worker.ref()
      return kept.worker
    }
    const file = await workerFile(this.options.name, this.options.source)
    return new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 8 },
      execArgv: [],
      env: { NODE_ENV: 'production' },
    })
  }

  /** The worker is ended unless it answers. */
  private async ask(
    worker: Worker,
    message: { name: string; job: unknown; language: Language },
    signal: AbortSignal,
  ): Promise<WorkAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkAnswer>()
    const tooHard = (cause?: unknown) =>
      reject(new AppError('too-large', this.options.tooHard, cause === undefined ? {} : { cause }))
    const failed = (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHard(error) : reject(error)
    const ended = (code: number) => reject(new Error(`A ${this.options.name} ended with ${code}.`))
    const stop = () => reject(signal.reason)
    const late = setTimeout(() => tooHard(), this.options.mostMs)
    worker.once('message', resolve).once('error', failed).once('exit', ended)
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      worker.postMessage(message)
      return await promise
    } catch (error) {
      void worker.terminate()
      throw error
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      worker.off('message', resolve).off('exit', ended)
      // Kept for a worker that is being ended: an error that nobody hears would end the server.
      worker.off('error', failed).on('error', () => undefined)
    }
  }

  private keep(worker: Worker): void {
    worker.removeAllListeners('error')
    const drop = () => {
      const at = this.idle.findIndex((kept) => kept.worker === worker)
      if (at >= 0) this.idle.splice(at, 1)
      void worker.terminate()
    }
    worker.once('error', drop)
    worker.unref()
    const timer = setTimeout(drop, this.options.idleMs ?? IDLE_MS)
    timer.unref()
    this.idle.push({ worker, timer })
  }
}

const NEVER = new AbortController().signal

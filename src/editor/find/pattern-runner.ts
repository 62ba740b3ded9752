import type { Found } from './pattern'
import type { PatternAnswer, PatternJob } from './pattern-worker'

/** Milliseconds after which a pattern that still runs is stopped (R34). */
const PATIENCE = 1_500
/** So long its worker may take to begin. */
const ARRIVAL = 15_000

export class TooSlow extends Error {}

/** Runs regular expressions of people beside the page: one that would run for ever is stopped. */
export class PatternRunner {
  private worker: Worker | null = null
  private stopCurrent: ((reason: Error) => void) | null = null
  private count = 0

  /** The matches in each text. Rejects with `TooSlow`; a later call, and `stop`, make the one before reject. */
  run(
    { regex, wholeWord }: { regex: RegExp; wholeWord: boolean },
    texts: readonly string[],
  ): Promise<Found[][]> {
    this.stopCurrent?.(new Error('Superseded'))
    this.worker ??= new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module' })
    const { worker } = this
    const id = ++this.count
    return new Promise((resolve, reject) => {
      const end = (settle: () => void, isWorkerGood: boolean) => {
        clearTimeout(timer)
        worker.onmessage = null
        worker.onerror = null
        this.stopCurrent = null
        if (!isWorkerGood) this.drop(worker)
        settle()
      }
      const fail = (error: Error) => end(() => reject(error), false)
      let timer = setTimeout(() => fail(new Error('The search could not be started.')), ARRIVAL)
      this.stopCurrent = fail
      worker.onerror = () => fail(new Error('The search could not be started.'))
      worker.onmessage = ({ data }: MessageEvent<PatternAnswer>) => {
        if (data.id !== id) return
        if ('found' in data) return end(() => resolve(data.found), true)
        clearTimeout(timer)
        timer = setTimeout(() => fail(new TooSlow()), PATIENCE)
      }
      worker.postMessage({
        id,
        source: regex.source,
        flags: regex.flags,
        wholeWord,
        texts,
      } satisfies PatternJob)
    })
  }

  stop(): void {
    this.stopCurrent?.(new Error('Stopped'))
    if (this.worker) this.drop(this.worker)
  }

  private drop(worker: Worker): void {
    worker.terminate()
    if (this.worker === worker) this.worker = null
  }
}

import type { CodeAnswer, CodeJob } from './code-worker.element'
import type { CodeToken } from './tokens'

/** Code that is not read within this many milliseconds stays without colours: a grammar can run for ever (R34). */
const PATIENCE = 1_000
/** So long the worker and a grammar may take to arrive. */
const ARRIVAL = 15_000
/** Milliseconds without work after which the worker is let go. */
const IDLE = 30_000

interface Waiting {
  job: CodeJob
  done(tokens: CodeToken[] | null): void
}

/** Reads code beside the page, one piece after the other, for all code blocks of the window. */
class CodeReader {
  private worker: Worker | null = null
  private readonly queue: Waiting[] = []
  private current: Waiting | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private count = 0

  /** Calls back with the parts that have a colour, or with `null` when they cannot be told. The result stops it. */
  read(text: string, lang: string, done: (tokens: CodeToken[] | null) => void): () => void {
    const waiting = { job: { id: ++this.count, text, lang }, done }
    this.queue.push(waiting)
    this.next()
    return () => {
      waiting.done = () => {}
      const at = this.queue.indexOf(waiting)
      if (at >= 0) this.queue.splice(at, 1)
    }
  }

  private next(): void {
    if (this.current) return
    this.current = this.queue.shift() ?? null
    clearTimeout(this.timer)
    if (!this.current) {
      this.timer = setTimeout(() => this.drop(), IDLE)
      return
    }
    this.worker ??= this.start()
    this.timer = setTimeout(() => this.end(null, false), ARRIVAL)
    this.worker.postMessage(this.current.job)
  }

  private start(): Worker {
    const worker = new Worker(new URL('./code-worker.element.ts', import.meta.url), { type: 'module' })
    worker.onerror = () => this.end(null, false)
    worker.onmessage = ({ data }: MessageEvent<CodeAnswer>) => {
      if (data.id !== this.current?.job.id) return
      if ('begun' in data) {
        clearTimeout(this.timer)
        this.timer = setTimeout(() => this.end(null, false), PATIENCE)
      } else this.end('tokens' in data ? data.tokens : null, true)
    }
    return worker
  }

  private end(tokens: CodeToken[] | null, isWorkerGood: boolean): void {
    const { current } = this
    this.current = null
    if (!isWorkerGood) this.drop()
    current?.done(tokens)
    this.next()
  }

  private drop(): void {
    this.worker?.terminate()
    this.worker = null
  }
}

export const codeReader = new CodeReader()

import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

const BUSY = () => t('Too many files are being worked on right now. Please try again in a moment.')
const OWN_BUSY = () => t('Your other files are still being worked on. Please wait until they are done.')

interface Waiting {
  person: string
  start(): void
}

interface QueueOptions {
  /** Jobs that run at the same time, each of another person. */
  atOnce: number
  /** A longer queue is turned away … */
  mostWaiting: number
  /** … and so is a person who has this many waiting. */
  mostWaitingEach: number
}

/**
 * Runs jobs a few at a time, never two of one person, and takes people in turn: of those who wait, the next is the person
 * whose last job began longest ago. So nobody waits behind all that another person has asked for.
 */
export class JobQueue {
  private readonly running = new Set<string>()
  /** The number of the job that each person began last; forgotten when nobody waits. */
  private readonly began = new Map<string, number>()
  private count = 0
  private readonly waiting: Waiting[] = []

  constructor(private readonly options: QueueOptions) {}

  /**
   * Runs `job` when it is the turn of `person`. Throws what the job throws; `unavailable` or `rate-limited` when the
   * queue is full; the reason of `signal` when it is aborted before the job has begun.
   */
  async run<T>(person: string, signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.isFree(person)) this.begin(person)
    else await this.turn(person, signal)
    try {
      return await job()
    } finally {
      this.running.delete(person)
      this.startNext()
    }
  }

  private isFree(person: string): boolean {
    return this.running.size < this.options.atOnce && !this.running.has(person)
  }

  private turn(person: string, signal: AbortSignal): Promise<void> {
    const own = this.waiting.filter((other) => other.person === person).length
    if (own >= this.options.mostWaitingEach) throw new AppError('rate-limited', OWN_BUSY())
    if (this.waiting.length >= this.options.mostWaiting) throw new AppError('unavailable', BUSY())
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1)
        reject(signal.reason)
      }
      const entry: Waiting = {
        person,
        start() {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.waiting.push(entry)
    })
  }

  private begin(person: string): void {
    this.running.add(person)
    this.began.set(person, this.count++)
  }

  /** The place is taken here, so that nobody new slips in before the one who has waited goes on. */
  private startNext(): void {
    let next: Waiting | undefined
    for (const entry of this.waiting) {
      if (this.isFree(entry.person) && (!next || this.lastOf(entry) < this.lastOf(next))) next = entry
    }
    if (!next) {
      if (this.running.size === 0) this.began.clear()
      return
    }
    this.waiting.splice(this.waiting.indexOf(next), 1)
    this.begin(next.person)
    next.start()
  }

  private lastOf({ person }: Waiting): number {
    return this.began.get(person) ?? -1
  }
}

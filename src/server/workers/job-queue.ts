import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** What a person reads who is turned away because of what others have asked for … */
export const BUSY = () => t('Too many files are being worked on right now. Please try again in a moment.')
/** … and because of what they have asked for themselves. */
export const OWN_BUSY = () =>
  t('Your other files are still being worked on. Please wait until they are done.')

/** Work that others wait for: all who have a page open wait until it is loaded, or until what one of them has sent is looked at. */
export interface SharedWork {
  /** What is worked on. */
  on: string
  /** The cause of it. */
  person: string
  /** Everybody who waits for it; asked again and again, as more may come. */
  people: Iterable<string>
}

interface Waiting {
  by: string | SharedWork
  start(): void
  /** It is not done, for this reason. */
  giveUp(error: unknown): void
}

interface QueueOptions {
  /** Jobs that run at the same time, each of another person. */
  atOnce: number
  /** Where the queue is longer, the last job of the person who has most waiting is turned away … */
  mostWaiting: number
  /** … and so is a person who has this many waiting. */
  mostWaitingEach: number
  /** Places of `atOnce` that are kept for shared work: none unless it says so. */
  keptForShared?: number
  /** Places that are kept for what people want for themselves: none unless it says so. */
  keptForOwn?: number
  /** How much shared work of one person's cause may wait: like their own, unless it says so. */
  mostSharedEach?: number
}

/**
 * Runs jobs a few at a time, never two of one person, and takes people in turn: of those who wait, the next is the person
 * whose last job began longest ago. So nobody waits behind all that another person has asked for.
 *
 * Work that is shared goes before what people want for themselves, but for the places that are kept for that, never twice at once on one
 * thing, in the turn of the one of its people whose turn is next. So what one of them has asked for elsewhere keeps none of the others waiting.
 */
export class JobQueue {
  private readonly running = new Map<string, { isShared: boolean; person: string }>()
  /** The number of the job that each person began last; forgotten when nobody waits. */
  private readonly began = new Map<string, number>()
  private count = 0
  private readonly waiting: Waiting[] = []

  constructor(private readonly options: QueueOptions) {}

  /**
   * Runs `job` when it is the turn of `by`, a person or shared work. Throws what the job throws; `rate-limited` when too much of this person's
   * waits; `unavailable` when too much waits and nobody has more of it, also later; the reason of `signal` when it is aborted before the job
   * has begun.
   */
  async run<T>(by: string | SharedWork, signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.isFree(by)) this.begin(by)
    else await this.turn(by, signal)
    try {
      return await job()
    } finally {
      this.running.delete(keyOf(by))
      this.startNext()
    }
  }

  private isFree(by: string | SharedWork): boolean {
    const { atOnce, keptForShared = 0, keptForOwn = 0 } = this.options
    if (this.running.size >= atOnce || this.running.has(keyOf(by))) return false
    const running = [...this.running.values()].filter((job) => job.isShared === isShared(by)).length
    if (!isShared(by)) return running < atOnce - keptForShared
    return running < atOnce - keptForOwn && this.withRoom(by).length > 0
  }

  /** The people of shared work who do not fill the places for it already: not all are for what one of them alone waits for. */
  private withRoom(by: SharedWork): string[] {
    const { atOnce, keptForOwn = 0 } = this.options
    const most = Math.max(1, atOnce - keptForOwn - 1)
    const running = [...this.running.values()].filter((job) => job.isShared)
    return peopleOf(by).filter((person) => running.filter((job) => job.person === person).length < most)
  }

  private turn(by: string | SharedWork, signal: AbortSignal): Promise<void> {
    const { mostWaiting, mostWaitingEach, mostSharedEach = mostWaitingEach } = this.options
    const alike = this.waiting.filter((other) => isShared(other.by) === isShared(by))
    const own = alike.filter((other) => causeOf(other.by) === causeOf(by)).length
    if (own >= (isShared(by) ? mostSharedEach : mostWaitingEach))
      throw new AppError('rate-limited', OWN_BUSY())
    if (alike.length >= mostWaiting) {
      const last = lastOfMost(alike, own)
      if (!last) throw new AppError('unavailable', BUSY())
      last.giveUp(new AppError('unavailable', BUSY()))
    }
    return new Promise((resolve, reject) => {
      const leave = () => entry.giveUp(signal.reason)
      const entry: Waiting = {
        by,
        start() {
          signal.removeEventListener('abort', leave)
          resolve()
        },
        giveUp: (error) => {
          signal.removeEventListener('abort', leave)
          this.waiting.splice(this.waiting.indexOf(entry), 1)
          reject(error)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.waiting.push(entry)
    })
  }

  private begin(by: string | SharedWork): void {
    const person = this.nextOf(by)
    this.running.set(keyOf(by), { isShared: isShared(by), person })
    this.began.set(person, this.count++)
  }

  /** Starts all that has a place now; to be called when more people wait for shared work. The place is taken here, so that nobody new slips in before the one who has waited goes on. */
  startNext(): void {
    while (this.startOne());
    if (this.running.size === 0) this.began.clear()
  }

  private startOne(): boolean {
    const free = this.waiting.filter(({ by }) => this.isFree(by))
    const shared = free.filter(({ by }) => isShared(by))
    let next: Waiting | undefined
    let last = Number.POSITIVE_INFINITY
    for (const entry of shared.length > 0 ? shared : free) {
      const began = this.lastOf(this.nextOf(entry.by))
      if (began < last) [next, last] = [entry, began]
    }
    if (!next) return false
    this.waiting.splice(this.waiting.indexOf(next), 1)
    this.begin(next.by)
    next.start()
    return true
  }

  /** In whose turn it is done: of its people's who have room, that which is next. */
  private nextOf(by: string | SharedWork): string {
    return (isShared(by) ? this.withRoom(by) : [by]).reduce((next, person) =>
      this.lastOf(person) < this.lastOf(next) ? person : next,
    )
  }

  private lastOf(person: string): number {
    return this.began.get(person) ?? -1
  }
}

/** What was asked for last by the person who has most waiting, if that is more than one job above `own`. */
function lastOfMost(waiting: readonly Waiting[], own: number): Waiting | undefined {
  const counts = new Map<string, number>()
  for (const { by } of waiting) counts.set(causeOf(by), (counts.get(causeOf(by)) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  if (!most || most[1] <= own + 1) return undefined
  return waiting.findLast(({ by }) => causeOf(by) === most[0])
}

const isShared = (by: string | SharedWork): by is SharedWork => typeof by !== 'string'
const causeOf = (by: string | SharedWork): string => (isShared(by) ? by.person : by)
const keyOf = (by: string | SharedWork): string => (isShared(by) ? `shared ${by.on}` : `own ${by}`)
const peopleOf = (by: string | SharedWork): string[] => (isShared(by) ? [by.person, ...by.people] : [by])

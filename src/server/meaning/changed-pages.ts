/** As many pods are remembered that had a turn. */
const MOST_REMEMBERED = 10_000

/**
 * Pages that have changed and wait to be read by the model. Pods take turns, the one first whose turn was longest ago, and within one
 * comes first what has waited longest: so no pages, however often they change, keep another one waiting for good.
 */
export class ChangedPages {
  /** When each first changed. */
  private readonly since = new Map<string, number>()
  /** Those whose pod has not been asked for. */
  private fresh = new Set<string>()
  /** By pod, what waits longest first. */
  private readonly waiting = new Map<string, Set<string>>()
  /** The number of the turn that each pod had last, the oldest first. */
  private readonly turns = new Map<string, number>()
  private count = 0

  /** `podsOf` answers in which pod each of these pages is; of one that is gone, nothing. */
  constructor(private readonly podsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) {}

  get size(): number {
    return this.since.size
  }

  /** A page has changed. Answers when it first did since it was read. */
  note(id: string, now: number): number {
    const known = this.since.get(id)
    if (known !== undefined) return known
    this.since.set(id, now)
    this.fresh.add(id)
    return now
  }

  /** The page whose turn it is; null when none waits. */
  async take(): Promise<string | null> {
    await this.findPods()
    let next: string | null = null
    for (const pod of this.waiting.keys())
      if (next === null || this.lastOf(pod) < this.lastOf(next)) next = pod
    if (next === null) return null
    const pages = this.waiting.get(next) ?? new Set()
    const [id = null] = pages
    if (id !== null) this.since.delete(id)
    pages.delete(id ?? '')
    if (pages.size === 0) this.waiting.delete(next)
    this.turns.delete(next)
    this.turns.set(next, this.count++)
    for (const oldest of this.turns.keys()) {
      if (this.turns.size <= MOST_REMEMBERED) break
      this.turns.delete(oldest)
    }
    return id
  }

  private lastOf(pod: string): number {
    return this.turns.get(pod) ?? -1
  }

  private async findPods(): Promise<void> {
    if (this.fresh.size === 0) return
    const asked = [...this.fresh]
    const pods = await this.podsOf(asked)
    for (const id of asked) {
      this.fresh.delete(id)
      const pod = pods.get(id)
      if (pod === undefined) this.since.delete(id)
      else this.waiting.set(pod, (this.waiting.get(pod) ?? new Set()).add(id))
    }
  }
}

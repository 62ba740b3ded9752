/** Those who were held back decide in one turn of the event loop for so long; the others then each in one of their own. */
const LONGEST_MS = 8

/**
 * In which order edits of a page are decided about: beside others, or alone, while all others are held back. Those who are held back are
 * decided about when one turn alone is over, before the next begins, and of those who want one of their own people are taken in turn: so nobody is held back for
 * longer because somebody wants many.
 */
export class DecisionTurns {
  private beside = 0
  private isAlone = false
  /** A turn alone has ended in this turn of the event loop: now come those who were held back. */
  private isPause = false
  private readonly heldBack: (() => void)[] = []
  private releasedAt = 0
  private turnsOfEventLoop: Promise<void> = Promise.resolve()
  /** By person, the next first. */
  private readonly wanted = new Map<string, (() => void)[]>()

  /** Does somebody decide alone, or wait for that? */
  get isHeld(): boolean {
    return this.isAlone || this.wanted.size > 0
  }

  /** Runs `decide` while nobody decides alone. It waits for questions at most, and for no other turn. */
  async besideOthers<T>(decide: () => Promise<T>): Promise<T> {
    const isHeldBack = this.isAlone || (this.wanted.size > 0 && !this.isPause)
    if (isHeldBack) await new Promise<void>((resolve) => this.heldBack.push(resolve))
    else this.beside++
    try {
      // All who were held back begin in one turn of the event loop, which would be a long one if each decided in it.
      if (isHeldBack && performance.now() - this.releasedAt > LONGEST_MS) await this.ownTurnOfEventLoop()
      return await decide()
    } finally {
      this.beside--
      this.next()
    }
  }

  /** Runs `decide` for this person while nobody else decides. It waits for no other turn. */
  async alone<T>(person: string, decide: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      const own = this.wanted.get(person) ?? []
      own.push(resolve)
      this.wanted.set(person, own)
      this.next()
    })
    try {
      return await decide()
    } finally {
      this.isAlone = false
      this.pause()
    }
  }

  private ownTurnOfEventLoop(): Promise<void> {
    this.turnsOfEventLoop = this.turnsOfEventLoop.then(() => new Promise((resolve) => setImmediate(resolve)))
    return this.turnsOfEventLoop
  }

  private pause(): void {
    this.isPause = true
    this.releasedAt = performance.now()
    this.beside += this.heldBack.length
    for (const begin of this.heldBack.splice(0)) begin()
    setImmediate(() => {
      this.isPause = false
      this.next()
    })
  }

  /** Begins the next turn alone, if there is one and nobody is deciding. */
  private next(): void {
    if (this.isAlone || this.isPause || this.beside > 0) return
    for (const [person, own] of this.wanted) {
      const begin = own.shift()
      // Behind all others, if they want more.
      this.wanted.delete(person)
      if (own.length > 0) this.wanted.set(person, own)
      this.isAlone = true
      begin?.()
      return
    }
  }
}

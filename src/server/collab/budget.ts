/** A person's pages together send a few dozen messages a second; a paste or a return from offline comes as a burst. */
const FRAMES_PER_SECOND = 500
const FRAMES_AT_ONCE = 4000
/** What nobody's browser sends by itself costs as much as so many messages. */
const PENALTY = 1000
/** Reading and checking messages may keep the server from everybody else for this share of the time. */
const BUSY_SHARE = 0.1
/** Less than this is not worth a pause. */
const SHORTEST_REST_MS = 20

/**
 * What one person may ask of the server, over all their sockets together: whoever is thrown out for sending too much
 * does not begin anew by coming back. Measured by a clock that never goes back.
 */
export class Budget {
  private frames = FRAMES_AT_ONCE
  private at = performance.now()
  private restUntil = 0

  /** Nothing is left: no message is taken now, nor a new socket. */
  get isSpent(): boolean {
    this.earn()
    return this.frames < 1
  }

  /** Nothing of it is used: it can be forgotten. */
  get isFull(): boolean {
    this.earn()
    return this.frames === FRAMES_AT_ONCE
  }

  /** Takes one message off. False when there was none left. */
  takeFrame(): boolean {
    if (this.isSpent) return false
    this.frames--
    return true
  }

  /** Somebody sent what no client of ours would, or more than there was: that takes a while to be made up for. */
  punish(): void {
    this.earn()
    this.frames = Math.max(-FRAMES_AT_ONCE, this.frames - PENALTY)
  }

  /** Somebody sent what nobody sends by mistake and what is costly to read: once is enough for a while. */
  exhaust(): void {
    this.earn()
    this.frames = -FRAMES_AT_ONCE
  }

  /** That took so long; gives how long nothing more should be read. */
  restAfter(busyMs: number): number {
    const now = performance.now()
    this.restUntil = Math.max(now, this.restUntil) + busyMs / BUSY_SHARE
    const rest = this.restUntil - now
    return rest < SHORTEST_REST_MS ? 0 : rest
  }

  private earn(): void {
    const now = performance.now()
    this.frames = Math.min(FRAMES_AT_ONCE, this.frames + ((now - this.at) / 1000) * FRAMES_PER_SECOND)
    this.at = now
  }
}

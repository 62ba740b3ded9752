import { setTimeout as sleep } from 'node:timers/promises'
import { WANTED_MS } from './demand'

/** A person's pages together send a few dozen messages a second; a paste or a return from offline comes as a burst. */
const FRAMES_PER_SECOND = 500
const FRAMES_AT_ONCE = 4000
/** A message that no browser sends by itself costs as much as this many others. */
const PENALTY = 1000
/** While others have work for it, what somebody causes may keep the server from them for this share of the time, */
const BUSY_SHARE = 0.1
/** … but for a burst: so much costs nothing when there was none for a while. Typing never takes more. */
const FREE_MS = 200
/** Nobody is kept waiting for longer. */
const LONGEST_REST_MS = 60_000
/** What they used while nobody else wanted it counts for so much once somebody does. */
const LONGEST_REST_AFTER_ALONE_MS = 2_000
/** Less than this is not worth a pause. */
const SHORTEST_REST_MS = 20

/**
 * What one person may ask of the server, over all their sockets together: anybody who is thrown out for sending too much
 * does not begin anew by coming back. Measured by a clock that never goes back.
 */
export class Budget {
  private frames = FRAMES_AT_ONCE
  private at = performance.now()
  private restUntil = Number.NEGATIVE_INFINITY
  /** Others are known to want the server until then: what they sent during a long edit is read only after it. */
  private wantedUntil = Number.NEGATIVE_INFINITY

  /** `lastOfOthers` tells when somebody else had work for the server last: nobody rests while nobody else wants it. */
  constructor(private readonly lastOfOthers: () => number = () => performance.now()) {}

  /** Nothing is left: no message is taken now, nor a new socket. */
  get isSpent(): boolean {
    this.earn()
    return this.frames < 1
  }

  /** Nothing of it is used: it can be forgotten. */
  get isFull(): boolean {
    this.earn()
    return this.frames === FRAMES_AT_ONCE && this.restUntil <= performance.now()
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

  /** That took so much processor time, and `tookMs` by the clock; gives how long nothing more should be read. */
  restAfter({ busyMs, tookMs = busyMs }: { busyMs: number; tookMs?: number }): number {
    const now = performance.now()
    const from = Math.max(now - FREE_MS / BUSY_SHARE, this.restUntil)
    // What others sent meanwhile has not been read yet: those count who were there before it began.
    const isWanted = this.lastOfOthers() >= now - tookMs - WANTED_MS
    if (isWanted) this.wantedUntil = now + WANTED_MS
    const most = isWanted ? LONGEST_REST_MS : LONGEST_REST_AFTER_ALONE_MS
    this.restUntil = Math.max(this.restUntil, Math.min(from + busyMs / BUSY_SHARE, now + most))
    return this.restMs
  }

  /** How long nothing of theirs should be begun, in ms. */
  get restMs(): number {
    const rest = this.restUntil - performance.now()
    return rest < SHORTEST_REST_MS || !this.isWanted ? 0 : rest
  }

  /** Resolves when their share is not used up, or after `mostMs`. */
  async rested(mostMs = Number.POSITIVE_INFINITY): Promise<void> {
    const latest = performance.now() + mostMs
    for (let ms = this.restMs; ms > 0; ms = this.restMs) {
      const left = latest - performance.now()
      if (left <= 0) return
      await sleep(Math.min(ms, left, WANTED_MS), undefined, { ref: false })
    }
  }

  /** Does somebody else want the server now? */
  private get isWanted(): boolean {
    const now = performance.now()
    return now < this.wantedUntil || this.lastOfOthers() >= now - WANTED_MS
  }

  private earn(): void {
    const now = performance.now()
    this.frames = Math.min(FRAMES_AT_ONCE, this.frames + ((now - this.at) / 1000) * FRAMES_PER_SECOND)
    this.at = now
  }
}

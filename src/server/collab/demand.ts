/** A person who had something for the server to do within this time wants it now. */
export const WANTED_MS = 1_000

/** Who had something for the server to do last: a message, a call, a page that was asked for. */
export class Demand {
  private latest = { who: '', at: Number.NEGATIVE_INFINITY }
  /** The last one by somebody else than that. */
  private other = this.latest

  /** Somebody has work for the server: the id of a person, or the address of a visitor. */
  heard(who: string): void {
    if (this.latest.who !== who) this.other = this.latest
    this.latest = { who, at: performance.now() }
  }

  /** Did anybody have work for the server just now? */
  isWanted(): boolean {
    return performance.now() - this.latest.at < WANTED_MS
  }

  /** When anybody but this one had work for the server last, by the clock of `performance.now`. */
  lastOfOthers(who: string): number {
    return this.latest.who === who ? this.other.at : this.latest.at
  }
}

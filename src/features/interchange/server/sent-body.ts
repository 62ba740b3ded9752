import { Transform, type TransformCallback } from 'node:stream'

/** A body of which nothing is taken for this long is given up. */
const PATIENCE_MS = 60_000
/** One that has waited for its receiver all through this number of looks is given up when they took less than this in a second. */
const SLOW = { times: 10, leastPerSecond: 4 * 1024 }
/** What is handed on at once: one that does not take it leaves the rest here, where it is seen. */
const PIECE = 64 * 1024

/**
 * Bytes on their way to a receiver, who takes them as they like. Ends with an error when something has waited for them that long
 * and they have taken nothing, or far too little for long, so that what is kept for them is let go.
 */
export class SentBody extends Transform {
  private given = 0

  constructor(patience = PATIENCE_MS) {
    super()
    const least = (SLOW.times * SLOW.leastPerSecond * patience) / 1_000
    /** How much they had taken at the end of each of the last times, as long as something has waited for them. */
    let taken: number[] = []
    const timer = setInterval(() => {
      if (this.readableLength === 0) taken = []
      else taken.push(this.given - this.readableLength)
      const last = taken.at(-1)
      if (last === undefined) return
      if (last === taken.at(-2)) this.destroy(new Error('The receiver takes no more of a file.'))
      if (taken.length <= SLOW.times) return
      if (last - taken.shift()! < least) this.destroy(new Error('The receiver takes a file too slowly.'))
    }, patience)
    timer.unref()
    this.once('close', () => clearInterval(timer))
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE)
      this.given += piece.length
      this.push(piece)
    }
    done()
  }
}

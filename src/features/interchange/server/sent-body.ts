import { Transform, type TransformCallback } from 'node:stream'

/** A body of which nothing is taken for this long is given up. */
const PATIENCE_MS = 60_000
/** What is handed on at once: one that does not take it leaves the rest here, where it is seen. */
const PIECE = 64 * 1024

/**
 * Bytes on their way to a receiver, who takes them as they like. Ends with an error when something has waited for them that long
 * and they have taken nothing, so that what is kept for them is let go.
 */
export class SentBody extends Transform {
  private given = 0

  constructor(patience = PATIENCE_MS) {
    super()
    let before: number | null = null
    const timer = setInterval(() => {
      const taken = this.readableLength > 0 ? this.given - this.readableLength : null
      if (taken !== null && taken === before) this.destroy(new Error('The receiver takes no more of a file.'))
      before = taken
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

import { isEdit } from './frame-cut'

/** How many frames are waited for, and how large one may be that is. */
const MANY = 16
const LARGEST_BYTES = 4096

/** The edits that were sent over a connection and have not come back yet. */
export class SentFrames {
  private frames: Uint8Array[] = []

  /** Notes a frame that was sent; none but edits, which mean the same whoever says them. */
  add(frame: Uint8Array): void {
    if (frame.byteLength > LARGEST_BYTES || !isEdit(frame)) return
    this.frames.push(frame)
    if (this.frames.length > MANY) this.frames.shift()
  }

  /** Is this frame, to the byte, one that was sent? It is not waited for again. */
  isBack(frame: Uint8Array): boolean {
    const at = this.frames.findIndex((sent) => isSame(sent, frame))
    if (at >= 0) this.frames.splice(0, at + 1)
    return at >= 0
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false
  // From the end: the beginning is the page, the same in all of them.
  for (let i = a.byteLength - 1; i >= 0; i--) if (a[i] !== b[i]) return false
  return true
}

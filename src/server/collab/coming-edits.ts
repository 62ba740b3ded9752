import * as Y from 'yjs'

/** A smaller edit adds too little for it to matter that others are on their way. */
const SMALL = 4096
/** More than this is not gone through again for each further edit. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Large edits of a page that were found to fit and are not in its document yet: they wait for the disk. Another edit has
 * to fit beside them, or several that come at the same moment would each fit and all together not.
 */
export class ComingEdits {
  private readonly edits = new Set<Uint8Array>()
  private bytes = 0

  /** This edit with all that is on its way before it; null when that is too much to look at now. */
  with(update: Uint8Array): Uint8Array | null {
    if (this.edits.size === 0 || update.byteLength <= SMALL) return update
    if (this.bytes + update.byteLength > MOST_BYTES) return null
    return Y.mergeUpdates([...this.edits, update])
  }

  /** It is on its way. */
  add(update: Uint8Array): void {
    if (update.byteLength <= SMALL || this.edits.has(update)) return
    this.edits.add(update)
    this.bytes += update.byteLength
  }

  /** It has arrived, or does not come after all. */
  delete(update: Uint8Array): void {
    if (this.edits.delete(update)) this.bytes -= update.byteLength
  }
}

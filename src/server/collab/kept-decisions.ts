import { sizeOf } from './ask-page'
import type { Decision, StoredBytes } from './page-work'

/** A decision, what it wrote, and the page as it was stored before. */
export interface KeptDecision {
  documentId: string
  userId: string
  before: StoredBytes
  decision: Decision
  update: Uint8Array
}

/** How long somebody may take a decision back that they made without the page, and how much is kept for it. */
const KEEP_MS = 10 * 60_000
const MOST_BYTES = 32 * 1024 * 1024

/**
 * What is needed to take decisions back that were made without an editor: Yjs forgets what was deleted, so the page as it was stands
 * here for some minutes. In memory alone: a server that was started anew takes none back.
 */
export class KeptDecisions {
  /** The oldest first. */
  private readonly kept = new Map<string, KeptDecision & { at: number; bytes: number }>()
  private bytes = 0

  /** One about all suggestions, or about those of an author, is not kept: nothing offers to take it back. */
  keep(one: KeptDecision): void {
    const { sids, isAccepted } = one.decision
    const bytes = sizeOf(one.before) + one.update.byteLength
    if (sids === null || bytes > MOST_BYTES) return
    const name = nameOf(one.documentId, one.userId, sids, isAccepted)
    this.drop(name)
    this.kept.set(name, { ...one, at: performance.now(), bytes })
    this.bytes += bytes
    for (const [oldest, { at }] of this.kept) {
      if (this.bytes <= MOST_BYTES && performance.now() - at < KEEP_MS) return
      this.drop(oldest)
    }
  }

  /** Gives this person's decision, which can be taken back once; null when it is not known any more. */
  take(
    documentId: string,
    userId: string,
    sids: readonly string[],
    isAccepted: boolean,
  ): KeptDecision | null {
    const name = nameOf(documentId, userId, sids, isAccepted)
    const found = this.kept.get(name)
    this.drop(name)
    return found && performance.now() - found.at < KEEP_MS ? found : null
  }

  private drop(name: string): void {
    this.bytes -= this.kept.get(name)?.bytes ?? 0
    this.kept.delete(name)
  }
}

const nameOf = (documentId: string, userId: string, sids: readonly string[], isAccepted: boolean): string =>
  JSON.stringify([documentId, userId, [...sids].sort(), isAccepted])

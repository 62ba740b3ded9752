import type * as Y from 'yjs'

/**
 * The pages that are being edited right now, as the rest of the server sees them. Only this changes a page's
 * content: every change goes through the durable log and reaches everybody who has the page open.
 */
export interface LivePages {
  /**
   * Applies a forward edit. `change` runs on a copy of the page's document inside one transaction; what it changed is
   * appended durably, applied to the live page and broadcast, and its projections are written before this resolves.
   * Throws `AppError('not-found')` when there is no such page, `AppError('unavailable')` when a newer version wrote it.
   */
  edit(documentId: string, userId: string | null, change: (doc: Y.Doc) => void): Promise<void>
  /** Reads the newest state of a page. `read` must not change the document. Throws like `edit`. */
  read<T>(documentId: string, read: (doc: Y.Doc) => T): Promise<T>
  /** Asks again, for every open socket on these pages, what it may do; closes or demotes it within a second. */
  recheckPages(documentIds: readonly string[]): void
  /**
   * Tells everybody who has one of these pages open that something beside its content is different now (its place,
   * icon, style …), so that their screens ask again.
   */
  tellChanged(documentIds: readonly string[]): void
  /** The same for every socket of a person, after sessions were revoked or a role changed. */
  recheckUser(userId: string): void
  /** Stores what is pending and closes every socket. */
  close(): Promise<void>
}

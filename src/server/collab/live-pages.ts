import type * as Y from 'yjs'
import type {
  AnchorChange,
  CarriedReview,
  CarriedSpan,
  OperationOutcome,
  PageContent,
  SignedOperation,
} from '@/document'
import type { Db } from '@/server/db/db'
import type { Outcome, PageChange, PlannedFrom } from './page-work'
import type { ToldPage, ToldWish } from './told-page'

/** What a page says, with what is suggested of it; the authors are ids. */
export interface PageReviewContent extends PageContent {
  review: CarriedReview | null
  /** Where discussions stand, by their ids. */
  anchors: Record<string, CarriedSpan[]>
}

/**
 * Throws when the person must not do it after all. An edit may wait long for its turn: this is asked when the turn has come, and once
 * more in the moment in which the edit goes to the log (R15, R61).
 */
export type MayStill = () => Promise<unknown>

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
  edit(
    documentId: string,
    userId: string | null,
    change: (doc: Y.Doc) => void,
    mayStill?: MayStill,
  ): Promise<void>
  /**
   * Makes such a change, like `edit`; of a long page, or with much that is wanted, it is worked out in a worker and applied in
   * pieces between which others have their turn. Answers what came of it: nothing is changed when it is a `conflict`.
   */
  change(documentId: string, userId: string | null, change: PageChange, mayStill?: MayStill): Promise<Outcome>
  /**
   * Takes back what this person decided by `change` about exactly these suggestions, as an editor's undo would; what others have
   * written since stays. It is a `conflict` when that was too long ago. The caller has looked whether the person may.
   */
  takeBackDecision(
    documentId: string,
    userId: string,
    sids: readonly string[],
    isAccepted: boolean,
    mayStill?: MayStill,
  ): Promise<Outcome>
  /**
   * Suggests operations in the name of this person, who may suggest, each as a suggestion of its own. What does not fit the page as it
   * stands is set aside; what the page says stays. Answers what came of each. Throws like `edit`.
   */
  suggest(
    documentId: string,
    userId: string,
    operations: readonly SignedOperation[],
    mayStill?: MayStill,
  ): Promise<OperationOutcome[]>
  /**
   * Works out how the page as it stands now comes to say what `wanted` answers, and changes nothing: the edit, to be made by
   * `change`, what the page says before it, and its state after it, packed. Throws like `edit`.
   */
  plan(
    documentId: string,
    userId: string | null,
    wanted: (before: PageContent) => PageContent,
  ): Promise<PlannedFrom>
  /** What the page says now; a long one is read in a worker, for this person. Throws like `edit`. */
  content(documentId: string, userId: string | null): Promise<PageContent>
  /** What a model is told of it; all but a very short one is read in a worker, for this person. Throws like `edit`. */
  told(documentId: string, userId: string, wish: ToldWish): Promise<ToldPage>
  /** What the page says now, with what is suggested of it and where its discussions stand. */
  review(documentId: string, userId: string | null): Promise<PageReviewContent>
  /** Reads the newest state of a page. `read` must not change the document. Throws like `edit`. */
  read<T>(documentId: string, read: (doc: Y.Doc) => T): Promise<T>
  /**
   * Says where discussions stand (the `@` parts of the page), as `plan` answers from the page, together with what `within` does
   * to the database: both happen or neither. `within` always runs; the log of edits waits for it. Nobody has edited the page by
   * this. Throws like `edit`, and what `within` throws.
   */
  annotate(
    documentId: string,
    userId: string | null,
    plan: (doc: Y.Doc) => AnchorChange,
    within: (trx: Db) => Promise<void>,
  ): Promise<void>
  /** Calls `listener` whenever an edit, of whomever, has come into the page. Answers how to end that. */
  onEdit(documentId: string, listener: () => void): () => void
  /** Asks again, for every open socket on these pages, what it may do; closes or demotes it within a second. */
  recheckPages(documentIds: readonly string[]): void
  /**
   * Tells everybody who has one of these pages open that something beside its content is different now (its place,
   * icon, style …), so that their screens ask again.
   */
  tellChanged(documentIds: readonly string[]): void
  /** Tells everybody who has this page open that its discussions or suggestions are to be asked for again. */
  tellReview(documentId: string): void
  /** Tells all open tabs of this person that what they are notified of is different now, and is to be asked for again. */
  tellPerson(userId: string): void
  /** Asks again what it may do, for every socket of a person, after sessions were revoked or a role changed. */
  recheckUser(userId: string): void
  /**
   * Closes every socket of a person whose session goes on with another cookie: what was opened with the one before ends, and
   * their browsers come back.
   */
  comeAnew(userId: string): void
  /** Stores what is pending and closes every socket. */
  close(): Promise<void>
}

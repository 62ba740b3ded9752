import type { Described } from '@/document'
import type { WordPlace } from '@/document/review'
import { createStore, type OwnStore, type Store } from '@/shared/store'

/** How the page is looked at: with what is suggested marked, as if all of it were accepted, or as if nothing were suggested. */
export type Look = 'marked' | 'final' | 'original'

/** The review of a page that is open in an editor. There is one while the page has suggestions or somebody suggests in it. */
export interface OpenReview {
  documentId: string
  /** What is pending, as cards show it, the oldest name first. The same list until something in it changes. */
  suggestions: Store<readonly Described[]>
  /** Tells when what is suggested, or where it stands, may be another. Gives back what ends it. */
  onChange(listener: () => void): () => void
  /** The suggestion whose card is the active one, or that was chosen in a list: it is marked in the text. */
  activeSid: OwnStore<string | null>
  look: OwnStore<Look>
  /**
   * Accepts or rejects suggestions, all of them, or what the editor's selection holds of them, as one step of undo. What is gone
   * by now is passed over. Gives how many suggestions it was about.
   */
  decide(which: readonly string[] | 'all' | 'selection', decision: 'accept' | 'reject'): number
  /** Tells later whether the step of undo that was made last is still the last. */
  lastStep(): () => boolean
  /** The places at which a suggestion changes words, where each can be decided by itself; none where it is decided as a whole. */
  wordPlaces(suggestionId: string): readonly WordPlace[]
  /** Accepts or rejects what a suggestion says of one of these places, as one step of undo. The rest of it stays. */
  decideAt(suggestionId: string, place: WordPlace, decision: 'accept' | 'reject'): void
  /**
   * What `act` writes while it runs bears, where it becomes suggestions, the name of the program or model that wrote it; with
   * `suggests` it does, also while the page is edited. Gives the suggestions that have come of it.
   */
  signed(via: string, act: () => void, suggests?: boolean): readonly string[]
  /** Where the editor shows a suggestion, in positions of its document as it is now, in order; empty when it is nowhere. */
  positions(suggestionId: string): readonly { from: number; to: number }[]
}

const reviews = new Map<string, OwnStore<OpenReview | null>>()

function ownReviewOf(documentId: string): OwnStore<OpenReview | null> {
  const known = reviews.get(documentId)
  if (known) return known
  const review = createStore<OpenReview | null>(null)
  reviews.set(documentId, review)
  return review
}

/** The review of a page, for what shows it beside the page; null while the page is not open or has none. */
export const reviewOf = (documentId: string): Store<OpenReview | null> => ownReviewOf(documentId)

/** Lists a review until the returned function is called. */
export function listReview(review: OpenReview): () => void {
  const own = ownReviewOf(review.documentId)
  own.set(review)
  return () => {
    if (own.get() === review) own.set(null)
  }
}

const wanted = new Map<string, OwnStore<boolean>>()

/** Is the review of a page wanted that may have none yet? */
export function wantedReviewOf(documentId: string): OwnStore<boolean> {
  const known = wanted.get(documentId)
  if (known) return known
  const store = createStore(false)
  wanted.set(documentId, store)
  return store
}

/** The review of a page that is open in an editor, opened for this where it was not. Rejects when the signal is given. */
export function needReview(documentId: string, signal: AbortSignal): Promise<OpenReview> {
  const review = ownReviewOf(documentId)
  const want = wantedReviewOf(documentId)
  return new Promise((resolve, reject) => {
    const look = () => {
      const now = review.get()
      if (!now && !signal.aborted) return
      unfollow()
      signal.removeEventListener('abort', look)
      want.set(false)
      if (now) resolve(now)
      else reject(signal.reason)
    }
    const unfollow = review.subscribe(look)
    signal.addEventListener('abort', look, { once: true })
    want.set(true)
    look()
  })
}

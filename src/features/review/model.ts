import type { LoggedSummary } from '@/document'

/** Limits of reviewing. */
export const REVIEW = {
  /** Suggestions that are given, or named in a call, at once. */
  atOnce: 200,
  /** Calls of a person a minute that decide. */
  decisionsAMinute: 60,
  /** Rows of the inbox that are given at once. */
  inboxAtOnce: 500,
  /** The inbox counts what waits for somebody up to here. */
  inboxCounted: 100,
  /** What waits longer than this many days is stale. */
  staleDays: 14,
} as const

/** Somebody who suggested or decided. */
export interface ReviewPerson {
  id: string
  /** Null when there is no such account any more. */
  name: string | null
  avatarUrl: string | null
}

export type SuggestionState = 'pending' | 'accepted' | 'rejected' | 'withdrawn'

/** A suggestion as the server has it on record (product.md 3.8). */
export interface LoggedSuggestion {
  suggestionId: string
  userId: string
  author: ReviewPerson
  /** The model or program that wrote it; null for what its author typed. */
  model: string | null
  /** When the server first saw it, ISO 8601. */
  createdAt: string
  /** Null when it was decided so quickly that the server never saw it. */
  summary: LoggedSummary | null
  state: SuggestionState
  /** Null while it is pending, and where nobody knows. */
  decidedBy: ReviewPerson | null
  decidedAt: string | null
}

export interface SuggestionList {
  suggestions: LoggedSuggestion[]
  /** To be given with the next call for more; null: that is all. */
  nextCursor: string | null
  /** The page's owner tells viewers nothing of suggestions. */
  isHidden: boolean
}

/** The lists of the inbox: what waits for me, what I wait for, and what of both has waited long. */
export const INBOX_LISTS = ['me', 'others', 'stale'] as const
export type InboxList = (typeof INBOX_LISTS)[number]

/**
 * Why a row stands in the inbox. For me: a suggestion that I may decide about, a discussion that is assigned to me, a mention
 * that I have not answered. For others: a suggestion of mine that is pending, a discussion that I began and that is open.
 */
export type InboxReason = 'decide' | 'assigned' | 'mentioned' | 'suggested' | 'begun'

/** Somebody; `id` is null for an author who has no account here (any more). */
export interface InboxAuthor {
  id: string | null
  name: string | null
  avatarUrl: string | null
}

export type InboxRow = {
  reason: InboxReason
  author: InboxAuthor
  /** Since when it waits, ISO 8601. */
  at: string
} & (
  | {
      type: 'suggestion'
      suggestionId: string
      model: string | null
      summary: LoggedSummary | null
      /** The caller may accept and reject it now. */
      canDecide: boolean
      /** It is the caller's own, who may take it back now. */
      canWithdraw: boolean
    }
  /** `text` is the beginning of the comment that waits, `quote` that of the words it is about. */
  | { type: 'discussion'; discussionId: string; commentId: string; quote: string; text: string }
)

/** The rows of one page, the newest first. */
export interface InboxPage {
  id: string
  title: string
  icon: string | null
  rows: InboxRow[]
}

export interface Inbox {
  /** The page with the newest row comes first. A page comes again in a later answer when more of its rows do. */
  pages: InboxPage[]
  /** To be given with the next call for more; null: that is all. */
  nextCursor: string | null
}

import type { LoggedSummary } from '@/document'

/** Limits of reviewing. */
export const REVIEW = {
  /** Suggestions that are given, or named in a call, at once. */
  atOnce: 200,
  /** Calls of a person a minute that decide. */
  decisionsAMinute: 60,
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

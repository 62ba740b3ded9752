import type { PageStatus } from '@/features/pages/model'

/** From where to where in a text, in UTF-16 code units. */
export type Range = [start: number, end: number]

/** A piece of a text with what was found in it. */
export interface MarkedText {
  text: string
  marks: Range[]
}

/** A page that was found. */
export interface SearchResult {
  id: string
  /** Empty when the page has none. */
  title: MarkedText
  icon: string | null
  podId: string
  status: PageStatus
  /** What the page above it is called; null on the top level. */
  parentTitle: string | null
  updatedAt: string
  /** The block that fits best: `/{id}#{blockId}`. Null when only the title fits. */
  blockId: string | null
  /** When it is said, where the block is a recording in which it is (`?at=12.5`). */
  seconds: number | null
  /** About 200 characters around what was found; the beginning of the page when only the title fits. */
  snippet: MarkedText | null
}

/** A page that is about the like. */
export interface MeaningResult extends SearchResult {
  /** How near, from 0 to 1; what is below `MEANING.weak` may be chance. */
  similarity: number
}

/** A page that mentions or links to another. */
export interface Backlink {
  id: string
  title: string
  icon: string | null
  /** The block that does: `/{id}#{blockId}`. */
  blockId: string | null
  /** About 200 characters around the link, which is marked. */
  snippet: MarkedText | null
}

export interface BacklinkPage {
  /** How many pages do in all. */
  count: number
  pages: Backlink[]
  /** Ask with it for more; null: that was all. */
  nextCursor: number | null
}

export interface SearchPage {
  results: SearchResult[]
  /** Ask with it for more; null: that was all. */
  nextCursor: string | null
  /** Words that were taken for misspelt were searched for too. */
  guessed: boolean
}

export const SEARCH = {
  /** product.md 9.1 */
  results: 8,
  most: 20,
  snippet: 200,
  debounceMs: 300,
  /** What is typed beyond it is not looked at. */
  typed: 500,
  /** Searches of a person in a minute. */
  perMinute: 300,
} as const

export const MEANING = {
  results: 5,
  /** What is less near is not shown … */
  least: 0.36,
  /** … and what is less near than this, which may be chance, only where no words were found (`docs/decisions/meaning.md`). */
  weak: 0.42,
  /** The same for pages beside a page, of which there is more to compare. */
  leastRelated: 0.45,
  /** How much meaning and words count (`docs/decisions/meaning.md`). */
  share: { meaning: 0.6, words: 0.4 },
  /** Shorter texts mean nothing yet. */
  shortest: 3,
  /** Searches of a person in a minute: each asks the model once. */
  perMinute: 120,
} as const

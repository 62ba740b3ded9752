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
  /** About 200 characters around what was found; the beginning of the page when only the title fits. */
  snippet: MarkedText | null
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

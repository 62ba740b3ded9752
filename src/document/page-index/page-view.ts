import type * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import type { Entry } from '../format/layout'
import type { PagePlan } from '../write/write-page'
import type { PageIndex } from './page-index'

/** Formats to set on what is shown (null: to take away). */
export type FormatPatch = Readonly<Record<string, Json | null>>

/** Characters of an item that are shown, counted from its first one. */
export interface ShownPart {
  from: number
  to: number
  /** Applied over the formats that the string says; null: none. */
  patch: FormatPatch | null
}

/**
 * A way to see the string and the entries of a page before the rules of reading are applied to them: some characters and
 * beads may be hidden, some formatted otherwise, some entries say something else. The rules themselves know nothing of it.
 */
export interface PageView {
  /** Does it show every character and bead of the string? Then a place in what it shows is the place in the string. */
  readonly showsAll: boolean
  /** What is shown of a live item, in order; null: all of it, as it is. */
  shown(item: Y.Item): readonly ShownPart[] | null
  /** The entry of a block as it is seen; `stored` is what the map holds under its id. */
  entry(id: string, stored: unknown): Entry | null
  /** The blocks of which this view may say something that the map does not. */
  entryIds(): Iterable<string>
  /**
   * Told, in the transaction, of what is about to be written by what this view shows. What it gives is done afterwards, in
   * the same transaction.
   */
  writing?(index: PageIndex, plan: PagePlan): () => void
  /** What this view shows otherwise since the transaction; null: nothing. Asked any number of times, it says the same. */
  changes(transaction: Y.Transaction): ViewChanges | null
}

export interface ViewChanges {
  /** Items of the string that may be shown otherwise. */
  items: readonly Y.Item[]
  entries: Iterable<string>
}

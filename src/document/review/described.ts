import type { Json } from '@/blocks/kit/block'
import type { FormatPatch } from '../page-index/page-view'
import type { Sid } from './part-keys'

/** One value that is to be another; null: there is none. */
export interface Setting {
  name: string
  was: Json
  to: Json
}

/** What was suggested of which sort of line of a table. Numbers count from 1, as the page shows the table with its suggestions. */
interface OfLines {
  line: 'row' | 'column'
  /** Of the first of them; null for one that is not shown. */
  number: number | null
  count: number
  /** The first words of the first of them. */
  text: string
}

/** What was suggested of blocks; of more than one, kind and words are those of the first. */
interface OfBlocks {
  kind: string
  text: string
  count: number
}

/**
 * One thing that a suggestion would do, for an interface to say in its own words. Words are quoted in one line, cut to
 * `QUOTED` characters.
 */
export type Change =
  | { change: 'title'; text: string; newText: string }
  | { change: 'insertText'; newText: string }
  | { change: 'deleteText'; text: string }
  | { change: 'replaceText'; text: string; newText: string }
  | { change: 'formatText'; text: string; set: FormatPatch }
  | ({ change: 'insertBlock' | 'deleteBlock' | 'moveBlock' | 'restoreBlock' } & OfBlocks)
  /** `text`: the words behind the split; of the joined one. */
  | ({ change: 'splitBlock' | 'joinBlock' } & OfBlocks)
  /** `kind` is the new one. */
  | { change: 'setKind'; was: string; kind: string; text: string; set: readonly Setting[] }
  | { change: 'setAttributes'; kind: string; text: string; set: readonly Setting[] }
  | ({ change: 'insertLine' | 'deleteLine' | 'moveLine' } & OfLines)
  | { change: 'mergeCells' | 'splitCell'; row: number | null; column: number | null; text: string }
  | {
      change: 'setCell'
      row: number | null
      column: number | null
      text: string
      set: readonly Setting[]
    }

/** Characters of a block's text as the marked reading shows it; `from` and `to` are equal where a block begins. */
export interface Spot {
  block: string
  from: number
  to: number
}

/** The field names of product.md 3.8 for what a suggestion is: only words that come, only words that go, both, or anything else. */
export type SuggestionType = 'insert' | 'remove' | 'replace' | 'update'

/** A pending suggestion as a card shows it. */
export interface Described {
  suggestionId: Sid
  type: SuggestionType
  /** The words that go, and those that come, each in one line and cut like all quoted words. */
  text: string
  newText: string
  /** The values that were, and those to come, of entries and formats; the kind of a block as `kind`. */
  properties: Readonly<Record<string, Json>>
  newProperties: Readonly<Record<string, Json>>
  /** Milliseconds since 1970 by the author's clock; null where the suggestion has lost its head. */
  createdAt: number | null
  userId: string
  /** The program or model that wrote it, if the author did not type it. */
  via: string | null
  /** The shown blocks it is about, in the order of the page's text, then those without text; at most `MOST_BLOCKS`. A table stands for its lines and cells. */
  blocks: readonly string[]
  /** Where its words are, in the order of the page; at most `MOST_SPOTS`. */
  spots: readonly Spot[]
  isOfTitle: boolean
  /** What it would do, the most telling first; at most `MOST_CHANGES`. The first one is its summary. None: nothing is left to do. */
  changes: readonly Change[]
  /** How many changes are not told. */
  more: number
  /** Has somebody changed a value meanwhile that was to be replaced? Accepting replaces it all the same. */
  isChangedMeanwhile: boolean
}

/** What is kept of a description after the suggestion is decided. */
export type LoggedSummary = Pick<
  Described,
  'type' | 'text' | 'newText' | 'isOfTitle' | 'changes' | 'more' | 'blocks'
>

export const MOST_CHANGES = 20
export const MOST_BLOCKS = 200
export const MOST_SPOTS = 200
/** Values told of one change. */
export const MOST_SETTINGS = 20

import type { Block, Inline } from '@/blocks/kit/block'

/** What happened to a block between two states of a page. */
export type BlockState = 'added' | 'removed' | 'moved' | 'changed'

/** A block that differs, or a row of blocks that do not. */
export type DiffRow =
  | { type: 'same'; blocks: Block[] }
  /** How many equal blocks were left out. */
  | { type: 'folded'; count: number }
  | ChangeRow

export interface ChangeRow {
  type: BlockState
  /** The block's id in the page. */
  id: string
  /** It moved and changed. */
  alsoChanged: boolean
  /**
   * What to show: the block with the words of both states, told apart by the marks of `DIFF_MARKS`; or, where words do not
   * tell it, as it was and as it is.
   */
  blocks: Block[]
  /** What happened to blocks in it, and to those of `blocks` when there are two. */
  states: Record<string, BlockState>
  /** What changed besides the words: `align: left → center`. */
  notes: string[]
  /** How far it stands in from the margin, in levels of a list. */
  indent: number
  inFrom: boolean
  inTo: boolean
}

/** What differs between two states of a page, in the order of the later one. */
export interface PageDiff {
  /** The title with the words of both; null: it is the same. */
  title: Inline[] | null
  rows: DiffRow[]
  counts: Record<BlockState, number>
  /** Some blocks were too different, or too many, to tell their words apart: they are shown as they were and as they are. */
  isRough: boolean
}

/** Marks that only a diff has. They come before all others of a piece. */
export const DIFF_MARKS = {
  inserted: 'diffInserted',
  deleted: 'diffDeleted',
  /** The same words in another format. */
  formatted: 'diffFormatted',
} as const

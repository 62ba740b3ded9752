import { createContext, type ReactNode } from 'react'
import type { Attributes } from './attributes'
import type { Block } from './block'
import type { SubPage } from './block-program'
import type { HtmlTag } from './define-block'

/**
 * What read-only HTML needs and a page should not load for it: the typesetting of equations, the drawings of icons and charts.
 * The renderer hands them in; without them the source or the name stands there. `html/parts.tsx` has all.
 */
export interface StaticParts {
  /** A TeX expression as it is set, or as an error in words with its source. */
  equation(tex: string, display: boolean): ReactNode
  /** The drawing of an icon; `null` for a name that nobody knows. */
  icon(name: string): ReactNode | null
  /** A chart as it is drawn, or in words why it cannot be; `id` is its block's. */
  chart(attributes: Attributes, id: string): ReactNode
  /** The styles that somebody wrote for the block with this id, kept within it (rulings 3). */
  styles(source: string, id: string): ReactNode
  /** The text of a footnote; without it, as it was typed. */
  note?(note: string): ReactNode
  /** Code with its colours (`code-block/code-colours.tsx`); without it, in one colour. */
  code?(text: string, lang: string): ReactNode
  /** For blocks that tell two states of a page apart. */
  changes?: StaticChanges
  /**
   * Must this block be kept word for word, because its element cannot say all of it? For files that are read back; who
   * publishes takes out what is not known.
   */
  isKeptWhole?(block: Block): boolean
  /** Where the bytes are of what a block shows or names, for files that bring some of them along; else at its address. */
  bytesAt?(url: string): string
  /** The sub-pages of the page, where the one who reads may see them. */
  subPages?: readonly SubPage[]
}

/** How blocks are shown that hold what two states of a page say. */
export interface StaticChanges {
  /** The element for a mark that no page has; null: it is none of these. */
  mark(kind: string): HtmlTag | null
  /** What is said of this block, and the class of the frame around it; null: no frame. */
  frame(block: Block): { label: string; className: string } | null
}

export const StaticPartsContext = createContext<StaticParts | null>(null)

import type * as Y from 'yjs'
import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import { blocksOf } from './beads/blocks'
import { titleOf } from './page-doc'

/** What a page says. */
export interface PageContent {
  title: string
  blocks: Block[]
}

/**
 * The page as it is read everywhere outside the editor: what it said if nobody had ever suggested anything. Lists, search,
 * word counts, versions and their comparison, exports, copies, templates, publications and calls all start from this
 * (rulings 3, Suggestions), and a forward edit made from blocks is worked out against it. Reading changes nothing.
 *
 * A page of this layout holds no review, so what is stored is what is settled.
 */
export const settledPage = (doc: Y.Doc): PageContent => ({
  title: settledTitle(doc),
  blocks: settledBlocks(doc),
})

/** The title of {@link settledPage}, in one line. */
export const settledTitle = (doc: Y.Doc): string => titleOf(doc)

/** The blocks of {@link settledPage}, in the one form that `normalizeBlocks` gives. */
export const settledBlocks = (doc: Y.Doc): Block[] => blocksOf(doc)

/** The words of {@link settledPage} without its title and without any formatting, one block a line. */
export const settledText = (doc: Y.Doc): string => plainTextOf(settledBlocks(doc))

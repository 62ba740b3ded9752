import type * as Y from 'yjs'
import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import { titleOf } from '../format/page-doc'
import { ReadingView } from '../review/reading-view'
import { type Suggestions, withSuggestions } from '../review/suggestions'
import { readTitle } from '../review/titles'
import { blocksOf } from './blocks'

/** What a page says. */
export interface PageContent {
  title: string
  blocks: Block[]
}

/**
 * The page as it is read everywhere outside the editor: what it said if nobody had ever suggested anything. Lists, search,
 * word counts, versions and their comparison, exports, copies, templates, publications and calls all start from this
 * (rulings 3, Suggestions), and a forward edit made from blocks is worked out against it. Reading changes nothing.
 */
export const settledPage = (doc: Y.Doc): PageContent =>
  withSuggestions(doc, (suggestions) => ({
    title: titleIn(doc, suggestions),
    blocks: blocksIn(doc, suggestions),
  }))

/**
 * The page as it would read if everything that is suggested were accepted: what somebody sees who suggests, for a copy that has
 * to have their words.
 */
export const proposedPage = (doc: Y.Doc): PageContent =>
  withSuggestions(doc, (suggestions) => ({
    title: readTitle(suggestions, 'proposed'),
    blocks: blocksOf(doc, suggestions.isEmpty ? null : new ReadingView(suggestions, 'proposed')),
  }))

/** The title of {@link settledPage}, in one line. */
export const settledTitle = (doc: Y.Doc): string =>
  withSuggestions(doc, (suggestions) => titleIn(doc, suggestions))

/** The blocks of {@link settledPage}, in the one form that `normalizeBlocks` gives. */
export const settledBlocks = (doc: Y.Doc): Block[] =>
  withSuggestions(doc, (suggestions) => blocksIn(doc, suggestions))

/** Most pages hold no suggestion: those are read as they are stored. */
const titleIn = (doc: Y.Doc, suggestions: Suggestions): string =>
  suggestions.isEmpty ? titleOf(doc) : readTitle(suggestions, 'settled')

const blocksIn = (doc: Y.Doc, suggestions: Suggestions): Block[] =>
  blocksOf(doc, suggestions.isEmpty ? null : new ReadingView(suggestions, 'settled'))

/** The words of {@link settledPage} without its title and without any formatting, one block a line. */
export const settledText = (doc: Y.Doc): string => plainTextOf(settledBlocks(doc))

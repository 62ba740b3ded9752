import type * as Y from 'yjs'
import { PageIndex } from '../page-index/page-index'
import type { PageView } from '../page-index/page-view'
import type { PagePlan } from '../write/write-page'
import { type Reading, ReadingView } from './reading-view'
import type { Suggestions } from './suggestions'
import { writeAmong } from './write-among'

/** The marked reading, in which is written as well: among what is suggested (`write-among`). */
export class MarkedView extends ReadingView {
  constructor(private readonly all: Suggestions) {
    super(all, 'marked')
  }

  writing(index: PageIndex, plan: PagePlan): () => void {
    return this.all.isEmpty ? () => {} : writeAmong(index, this.all, plan)
  }
}

/** A reading of a page for who also writes it. */
export const writtenView = (suggestions: Suggestions, reading: Reading): PageView =>
  reading === 'marked' ? new MarkedView(suggestions) : new ReadingView(suggestions, reading)

/** The marked reading of a page. The code that opens one closes it. */
export const markedIndex = (doc: Y.Doc, suggestions: Suggestions): PageIndex =>
  new PageIndex(doc, undefined, undefined, new MarkedView(suggestions))

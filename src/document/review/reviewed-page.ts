import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import type { BoundReview } from '../binding/binding'
import { pageKinds } from '../format/layout'
import type { AnchoredSelection } from '../page-index/anchors'
import { PageIndex } from '../page-index/page-index'
import type { PageEdit } from '../write/page-edit'
import { writePage } from '../write/write-page'
import { continued } from './continued'
import { MarkedView, writtenView } from './marked-view'
import { newSid, type Sid } from './part-keys'
import type { Reading } from './reading-view'
import { selectionAfter } from './selection-after'
import { type Suggesting, suggestPage } from './suggest-page'
import { Suggestions } from './suggestions'
import { wordsIdOf } from './words-id'

/**
 * A page as an editor reads and writes it while it has suggestions, or while its author suggests. The code that opens one
 * closes it, after the binding that reads by it.
 */
export class ReviewedPage implements BoundReview {
  readonly suggestions: Suggestions
  isSuggesting = false
  reading: Reading = 'marked'
  /** The program or model that writes what is written now; null: the author does. */
  via: string | null = null
  private readonly words: number

  constructor(
    readonly doc: Y.Doc,
    /** The id of the person in this tab. */
    readonly author: string,
  ) {
    this.suggestions = Suggestions.shared(doc)
    this.words = wordsIdOf(doc)
  }

  close(): void {
    this.suggestions.close()
  }

  openIndex(): PageIndex {
    return new PageIndex(this.doc, pageKinds, BOUNDS, writtenView(this.suggestions, this.reading))
  }

  /** Opens the marked reading, whatever the editor shows. The code that asks for it closes it. */
  openMarked(): PageIndex {
    return new PageIndex(this.doc, pageKinds, BOUNDS, new MarkedView(this.suggestions))
  }

  write(
    index: PageIndex,
    edit: PageEdit,
    origin: unknown,
    states: Parameters<BoundReview['write']>[3],
  ): (() => AnchoredSelection | null) | null {
    if (!this.isSuggesting) {
      writePage(index, edit, origin)
      return null
    }
    const { words, doc } = this
    const from = Y.getState(doc.store, words)
    const isNew = (id: { client: number; clock: number }) => id.client === words && id.clock >= from
    const selected = states && selectionAfter(index, edit, states, isNew)
    suggestPage(index, this.suggestions, edit, this.newSuggestion(this.goesOn(index, edit)), origin)
    return selected
  }

  /** The suggestion that an edit goes on with. What a model or another program wrote is never added to what a person did, nor the other way round. */
  private goesOn(index: PageIndex, edit: PageEdit): Sid | null {
    const known = continued(index, this.suggestions, edit, this.author)
    if (known === null) return null
    const head = this.suggestions.of(known).find((part) => part.op === 'head')
    return (head?.via ?? null) === this.via ? known : null
  }

  /** The suggestion to write: `known`, or a new one. */
  newSuggestion(known: Sid | null = null): Suggesting {
    const { via, words } = this
    const at = Date.now()
    return { sid: known ?? newSid(this.author, at), at, words, ...(via !== null && { via }) }
  }
}

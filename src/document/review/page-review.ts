import type { EditorState } from '@tiptap/pm/state'
import type * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { bindingKey } from '../binding/plugin'
import { pageKinds } from '../format/layout'
import { PageIndex } from '../page-index/page-index'
import type { PageUndo } from '../write/undo'
import { chosenSids, decide } from './decide'
import type { Described } from './described'
import { Descriptions } from './descriptions'
import type { Sid } from './part-keys'
import { ReadingView } from './reading-view'
import { Suggestions } from './suggestions'

/** What is suggested of a page, for what lists it and decides on it. The code that opens one closes it. */
export class PageReview {
  private readonly suggestions: Suggestions
  private readonly index: PageIndex
  private readonly descriptions: Descriptions

  constructor(
    readonly doc: Y.Doc,
    private readonly undo: PageUndo,
  ) {
    this.suggestions = new Suggestions(doc)
    this.index = new PageIndex(doc, pageKinds, BOUNDS, new ReadingView(this.suggestions, 'marked'))
    this.descriptions = new Descriptions(this.index, this.suggestions)
  }

  close(): void {
    this.descriptions.close()
    this.index.close()
    this.suggestions.close()
  }

  /** All pending suggestions; the same list until one of them changes. */
  get all(): readonly Described[] {
    return this.descriptions.all
  }

  /** Tells when what is suggested may have changed. Gives back what ends it. */
  onChange(listener: () => void): () => void {
    return this.descriptions.onChange(listener)
  }

  /** Accepts or rejects suggestions as one edit of the page, which one undo takes back. */
  decide(sids: readonly Sid[], isAccepted: boolean): void {
    this.undo.stopCapturing()
    decide(this.index, this.suggestions, chosenSids(this.suggestions, sids), isAccepted, this.undo)
    this.undo.stopCapturing()
  }
}

/** Opens what is suggested of the page that an editor shows; null for one that is not live. */
export function openPageReview(state: EditorState): PageReview | null {
  const binding = bindingKey.getState(state)?.binding
  return binding ? new PageReview(binding.doc, binding.undoManager) : null
}

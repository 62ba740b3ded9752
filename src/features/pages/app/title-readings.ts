import type * as Y from 'yjs'
import { type Reading, readTitle, Suggestions, suggestionsOf, titleText } from '@/document'

/** The title of a page and what is suggested of it, followed while it is open. The code that opens one closes it. */
export class TitleReadings {
  readonly suggestions: Suggestions

  constructor(private readonly doc: Y.Doc) {
    this.suggestions = Suggestions.shared(doc)
  }

  close(): void {
    this.suggestions.close()
  }

  read(reading: Reading): string {
    return readTitle(this.suggestions, reading)
  }

  /** Is anything suggested of the title? */
  get isSuggested(): boolean {
    return !this.suggestions.isEmpty && this.read('settled') !== this.read('proposed')
  }

  /** Calls back when the title or what is suggested may be another. */
  onChange(changed: () => void): () => void {
    const [title, suggestions] = [titleText(this.doc), suggestionsOf(this.doc)]
    const look = (transaction: Y.Transaction) => {
      if (transaction.changed.has(title as never) || transaction.changed.has(suggestions as never)) changed()
    }
    this.doc.on('afterTransaction', look)
    return () => this.doc.off('afterTransaction', look)
  }
}

import * as Y from 'yjs'
import type { PageBlock } from '@/document/format/layout'
import { PageIndex } from '@/document/page-index/page-index'
import { chosenSids, decide } from '@/document/review/decide'
import { MarkedView } from '@/document/review/marked-view'
import { readReading } from '@/document/review/read-reading'
import type { Reading } from '@/document/review/reading-view'
import { suggestPage } from '@/document/review/suggest-page'
import { Suggestions, suggestionsOf } from '@/document/review/suggestions'
import { writingBy } from '@/document/write/operations'
import { writePage } from '@/document/write/write-page'
import { BOUNDS } from '@/shared/limits'
import { tableKinds } from './test-people'

export const READINGS: readonly Reading[] = ['settled', 'proposed', 'marked']

/** Somebody with a copy of a page who edits it or suggests, without an editor. */
export class Reviewer {
  readonly doc = new Y.Doc()
  readonly suggestions: Suggestions
  /** The marked reading. */
  readonly index: PageIndex
  readonly outbox: Uint8Array[] = []
  private begun = 0

  constructor(
    readonly name: string,
    client: number,
    state?: Uint8Array,
  ) {
    this.doc.clientID = client
    if (state) Y.applyUpdate(this.doc, state, 'network')
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'network') this.outbox.push(update)
    })
    this.suggestions = new Suggestions(this.doc)
    this.index = new PageIndex(this.doc, tableKinds, BOUNDS, new MarkedView(this.suggestions))
  }

  receive(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, 'network')
  }

  /** What `act` does becomes a suggestion, the last one with `again`. */
  suggest(act: () => void, { again = false, origin = 'me' as unknown } = {}): void {
    if (!again || this.begun === 0) this.begun++
    const sid = `${this.name} ${String(this.begun).padStart(4, '0')}`
    const words = this.doc.clientID + 1000
    writingBy((index, edit) => suggestPage(index, this.suggestions, edit, { sid, at: 1, words }, origin), act)
  }

  /** What `act` does is written into the page. */
  write(act: () => void, origin: unknown = 'me'): void {
    writingBy((index, edit) => writePage(index, edit, origin), act)
  }

  decideAll(isAccepted: boolean): void {
    decide(
      this.index,
      this.suggestions,
      chosenSids(this.suggestions, this.suggestions.sids),
      isAccepted,
      'me',
    )
  }

  read(reading: Reading): PageBlock[] {
    return readReading(this.doc, reading, tableKinds)
  }

  /** The keys of all parts. */
  get keys(): string[] {
    return [...suggestionsOf(this.doc).keys()].filter((key) => !key.startsWith('! ')).sort()
  }

  get state(): Uint8Array {
    return Y.encodeStateAsUpdate(this.doc)
  }

  close(): void {
    this.index.close()
    this.suggestions.close()
    this.doc.destroy()
  }
}

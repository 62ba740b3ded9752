import type * as Y from 'yjs'
import { unwrittenSize } from '@/document'
import { SHORT } from './ask-page'

/**
 * The {@link unwrittenSize} of a page in memory, found out when it is asked for and known until the page is edited. Where it makes the page
 * long, only that it does is known, and not by how much.
 */
export class UnwrittenSize {
  private known: number | null = null

  constructor(private readonly document: Y.Doc) {
    document.on('update', () => {
      this.known = null
    })
  }

  get now(): number {
    this.known ??= unwrittenSize(this.document, SHORT)
    return this.known
  }
}

import type * as Y from 'yjs'
import { unwrittenSize } from '@/document'

/** The {@link unwrittenSize} of a page in memory, found out when it is asked for and known until the page is edited. */
export class UnwrittenSize {
  private known: number | null = null

  constructor(private readonly document: Y.Doc) {
    document.on('update', () => {
      this.known = null
    })
  }

  get now(): number {
    this.known ??= unwrittenSize(this.document)
    return this.known
  }
}

import type * as Y from 'yjs'
import type { LocalDatabase } from './database'

/** A copy that this tab has open, as the parts of a local page share it. */
export interface OpenCopy {
  documentId: string
  doc: Y.Doc
  /** The name under which this tab writes. */
  tab: string
  /** Null while there is none. */
  db(): LocalDatabase | null
  /** The page was closed. */
  isClosed: boolean
  /** The copy was removed. */
  isGone: boolean
  /** It is written anew: what this doc holds is not written down any more. */
  isReplaced: boolean
  /** One of the answers of the local page may be another than before. */
  changed(): void
  /** Tells the other tabs that something was written down. */
  tellOthers(): void
}

/** The browser's database does not answer: the page has no copy here, and needs none. */
export const withoutCopy = () => undefined

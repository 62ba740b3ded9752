import type * as Y from 'yjs'
import { REVIEW_LAYOUT, textOf } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import type { PageEdit } from '../write/page-edit'
import { planPage } from '../write/write-page'
import type { IdRange } from './live-ids'
import { authorOf, type Sid } from './part-keys'
import { suggestEntries } from './suggest-entries'
import { suggestString } from './suggest-string'
import { type Suggestions, suggestionsOf } from './suggestions'

/** Who suggests, and as what. */
export interface Suggesting {
  /** The suggestion that the edit becomes part of; its name begins with its author's. */
  sid: Sid
  /** When it was begun, by the author's clock: milliseconds since 1970. */
  at: number
  /** The program or model that wrote the edit, if the author did not type it. */
  via?: string
  /**
   * The Yjs client under which suggested words are written. With one that nothing else is written under, the letters of a
   * word stay together although a range is written with each of them.
   */
  words: number
}

/**
 * Writes an edit as a suggestion, where `writePage` would write it into the page: whatever can be written can be suggested.
 * `index` is the marked reading of the page and the edit is in its words. The settled reading stays as it is; what the author
 * suggested before and takes back by this edit is gone.
 */
export function suggestPage(
  index: PageIndex,
  suggestions: Suggestions,
  edit: PageEdit,
  by: Suggesting,
  origin?: unknown,
): void {
  const { doc } = index
  suggesting(
    suggestions,
    by,
    (work) => {
      const { change, entries } = planPage(index, edit, false)
      const gone = suggestEntries({ ...work, index }, entries)
      suggestString({ ...work, index }, textOf(doc), change, gone)
    },
    origin,
  )
}

/** Writes parts of a suggestion in one transaction, with its head if it is new. */
export function suggesting(
  suggestions: Suggestions,
  by: Suggesting,
  write: (work: Work) => void,
  origin?: unknown,
): void {
  const { doc } = suggestions
  doc.transact((transaction) => {
    const map = suggestionsOf(doc)
    const before = map.size
    const { sid, words } = by
    write({ transaction, map, suggestions, author: authorOf(sid), sid, words, covering: { last: null } })
    if (!suggestions.has(sid) && map.size > before) map.set(sid, headOf(by))
    raiseLayout(doc)
  }, origin)
}

/** What an edit is written with while it becomes parts of a suggestion. */
export interface Work {
  transaction: Y.Transaction
  map: Y.Map<unknown>
  suggestions: Suggestions
  author: string
  sid: Sid
  words: number
  covering: {
    /** The range of inserted ids that was written last: it grows with what comes behind it. */
    last: IdRange | null
  }
}

/** With the marked reading of the page. */
export interface PageWork extends Work {
  index: PageIndex
}

export const headOf = ({ at, via }: Suggesting) => (via === undefined ? { at } : { at, via })

/** Says that the page holds suggestions, so that programs that know none do not write it. */
export function raiseLayout(doc: Y.Doc): void {
  const meta = doc.getMap('meta')
  if (suggestionsOf(doc).size > 0 && meta.get('layout') !== REVIEW_LAYOUT) meta.set('layout', REVIEW_LAYOUT)
}

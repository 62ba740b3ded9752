import type * as Y from 'yjs'
import { pageTextOf, storable } from '@/blocks/page-text'
import { settledPage, wordCount } from '@/document'
import { LIMITS } from '@/shared/limits'

/** What a page reads like; columns of `document` that only the collaboration server writes (rulings 3). */
export interface Projection {
  title: string
  content_rich: string
  plain_text: string
  word_count: number
}

/** The projections that follow from a page's document, as both databases can hold them. */
export function projectionOf(doc: Y.Doc): Projection {
  const { title, blocks } = settledPage(doc)
  const { written, text } = pageTextOf(blocks)
  return {
    title: storable(title.slice(0, LIMITS.title)),
    content_rich: JSON.stringify(blocks),
    plain_text: text,
    word_count: wordCount(written),
  }
}

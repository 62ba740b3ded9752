import type * as Y from 'yjs'
import { plainTextOf } from '@/blocks'
import { spokenIn } from '@/blocks/media/transcription'
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
  const written = storable(plainTextOf(blocks))
  // What is said on a page is found like what is written, and stands behind it: the beginning of a page is what it says.
  const spoken = [...spokenIn(blocks)].map(({ text }) => storable(text)).join(' ')
  return {
    title: storable(title.slice(0, LIMITS.title)),
    content_rich: JSON.stringify(blocks),
    plain_text: spoken === '' ? written : `${written}\n${spoken}`,
    word_count: wordCount(written),
  }
}

/** PostgreSQL refuses NUL in a text, and neither database can hold half of a surrogate pair. JSON escapes both. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

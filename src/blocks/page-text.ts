import type { Block } from './kit/block'
import { spokenIn } from './media/transcription'
import { plainTextOf } from './plain-text'

/** The words that are written in blocks and those that are said in their recordings, as both databases can hold them. */
export function pageTextOf(blocks: readonly Block[]): { written: string; text: string } {
  const written = storable(plainTextOf(blocks))
  // What is said on a page is found like what is written, and stands behind it: the beginning of a page is what it says.
  const spoken = [...spokenIn(blocks)].map(({ text }) => storable(text)).join(' ')
  return { written, text: spoken === '' ? written : `${written}\n${spoken}` }
}

/** PostgreSQL refuses NUL in a text, and neither database can hold half of a surrogate pair. JSON escapes both. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

import { cardMarkdown } from '../card/card-markdown'
import { chartMarkdown } from '../chart/chart-markdown'
import { readDataTable, writeDataTable } from '../data-table/data-table-markdown'
import type { BlockDefinition } from '../kit/define-block'
import type { BlockMarkdown } from '../kit/markdown'
import { mediaMarkdown } from '../media/media-markdown'
import { writeTable } from '../table/table-markdown'

/** Of the kinds whose definition says `apart`. */
const APART: Record<string, BlockMarkdown> = {
  audio: mediaMarkdown('audio'),
  card: cardMarkdown,
  chart: chartMarkdown,
  dataTable: { write: writeDataTable, reads: { container: readDataTable } },
  file: mediaMarkdown('file'),
  image: mediaMarkdown('image'),
  mediaEmbed: mediaMarkdown('mediaEmbed'),
  table: { write: writeTable },
  video: mediaMarkdown('video'),
}

/** How blocks of a kind are written as Markdown and read from it. Throws for a kind that says `apart` and is not listed here. */
export function markdownOf({ kind, markdown }: BlockDefinition): BlockMarkdown {
  const found = markdown === 'apart' ? APART[kind] : markdown
  if (!found) throw new Error(`blocks/markdown does not know the kind ${kind}`)
  return found
}

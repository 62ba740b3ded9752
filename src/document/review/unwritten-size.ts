import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { entriesOf, pageKinds, textOf } from '../format/layout'
import { layoutIsKnown } from '../format/page-doc'
import { formatLengths } from '../page-index/format-lengths'
import { PageIndex } from '../page-index/page-index'
import { readTexts } from '../page-index/read-texts'
import { type Reading, ReadingView } from './reading-view'
import { type Suggestions, withSuggestions } from './suggestions'

/** About how many characters an empty cell has in the blocks JSON. */
const CELL_CHARACTERS = 40
/** Up to this number, they are taken for those that all rows of the page would make with all of its columns. */
const FEW_CELLS = 200

/**
 * How much of what the page reads like takes up nothing of its stored state, in characters of the blocks JSON: the cells of tables, which
 * rows and columns make, and formats, which every piece of text that has them says anew. How long reading the page takes is told by
 * its state and this together. 0 for a page of a layout that is not known. Counting stops once there is more than `enough`.
 */
export function unwrittenSize(doc: Y.Doc, enough = Number.POSITIVE_INFINITY): number {
  if (!layoutIsKnown(doc)) return 0
  return withSuggestions(doc, (suggestions) => {
    const cells = CELL_CHARACTERS * cellsIn(doc, suggestions)
    return cells > enough ? cells : cells + formatsIn(doc, suggestions, enough - cells)
  })
}

/** How many cells are laid out in the reading that has most of them. */
function cellsIn(doc: Y.Doc, suggestions: Suggestions): number {
  const { rows, columns } = linesIn(doc, suggestions)
  if (rows * columns <= FEW_CELLS) return rows * columns
  const readings: Reading[] = suggestions.isEmpty ? ['settled'] : ['settled', 'marked', 'proposed']
  return Math.max(...readings.map((reading) => cellsRead(doc, new ReadingView(suggestions, reading))))
}

function cellsRead(doc: Y.Doc, view: ReadingView): number {
  const index = new PageIndex(doc, pageKinds, BOUNDS, view)
  try {
    return index.tree.cells
  } finally {
    index.close()
  }
}

/** How many blocks are a row or a column, or would become one. */
function linesIn(doc: Y.Doc, suggestions: Suggestions): { rows: number; columns: number } {
  const found = { rows: 0, columns: 0 }
  const count = (kind: unknown) => {
    const holds = typeof kind === 'string' ? pageKinds(kind) : null
    if (holds === 'row') found.rows++
    if (holds === 'column') found.columns++
  }
  for (const entry of entriesOf(doc).values()) if (entry instanceof Y.Map) count(entry.get('kind'))
  for (const block of suggestions.blocks)
    for (const { to } of suggestions.entry(block)?.get('kind') ?? []) count(to)
  return found
}

/** The marked reading shows every piece of text that any other does, with all of its formats. */
function formatsIn(doc: Y.Doc, suggestions: Suggestions, enough: number): number {
  const view = suggestions.isEmpty ? null : new ReadingView(suggestions, 'marked')
  const lengthOf = formatLengths()
  let sum = 0
  for (const { pieces } of readTexts(textOf(doc), view).values())
    for (const { formats } of pieces) {
      sum += lengthOf(formats)
      if (sum > enough) return sum
    }
  return sum
}

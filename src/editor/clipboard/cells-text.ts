import type { Slice } from '@tiptap/pm/model'
import { textOfLeaf } from '@/blocks'
import { safeCell } from '@/blocks/kit/safe-cell'
import { type GridCell, gridOf } from '@/blocks/table/table-grid'

const quoted = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Copied cells as spreadsheets take them: tabs between cells, a line for each row, quotes where a cell holds either.
 * What a spreadsheet would run as a formula is neutralised (R35).
 */
export function textOfCells(slice: Slice): string {
  const table = slice.content.firstChild
  if (table?.type.name !== 'table') return ''
  const said = new Set<GridCell>()
  return gridOf({ node: table, pos: 0 })
    .places.map((line) => line.map((cell) => (said.has(cell) ? '' : textOf(cell, said))).join('\t'))
    .join('\n')
}

/** The text of a cell; a merged one stands at several places and is said at the first. */
function textOf(cell: GridCell, said: Set<GridCell>): string {
  said.add(cell)
  return quoted(safeCell(cell.content.textBetween(0, cell.content.size, '\n', textOfLeaf)))
}

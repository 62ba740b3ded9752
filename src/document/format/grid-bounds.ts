import type { Bounds } from '@/shared/limits'

/** The rows and the columns of a grid, in order, as long as nobody asks how many are laid out. */
export interface GridLines<Line> {
  rows: readonly Line[]
  columns: readonly Line[]
}

/** What a grid with `rows` rows and `columns` columns, deleted ones as well, counts among the cells of the page. */
export const gridSize = (rows: number, columns: number, { gridCells }: Bounds): number =>
  Math.min(rows * columns, gridCells)

/**
 * How many cells each grid may lay out: the greatest number with which grids of these sizes have no more than
 * `pageCells` together, and at least one.
 */
export function cellsOfEach(sizes: Iterable<number>, { gridCells, pageCells }: Bounds): number {
  const ascending = [...sizes].sort((a, b) => a - b)
  let left = pageCells
  for (const [i, size] of ascending.entries()) {
    const others = ascending.length - i
    if (size * others > left) return Math.max(1, Math.floor(left / others))
    left -= size
  }
  return gridCells
}

/**
 * The rows and columns that are laid out of a grid that may have this many cells; null for all. A grid that is too large with
 * its deleted rows and columns does without them. One that is too large all the same has its first columns and its first
 * rows: as many of one as the other needs not, and of a grid that is long both ways as many of each.
 */
export function linesLaid<Line>(
  { rows, columns }: GridLines<Line>,
  isDeleted: (line: Line) => boolean,
  cells: number,
): ReadonlySet<Line> | null {
  if (rows.length * columns.length <= cells) return null
  const shownRows = rows.filter((row) => !isDeleted(row))
  const shownColumns = columns.filter((column) => !isDeleted(column))
  const side = Math.floor(Math.sqrt(cells))
  const most = Math.max(side, Math.floor(cells / Math.max(1, shownRows.length)))
  const width = Math.min(shownColumns.length, most)
  const height = Math.floor(cells / Math.max(1, width))
  return new Set([...shownRows.slice(0, height), ...shownColumns.slice(0, width)])
}

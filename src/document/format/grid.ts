import type { Json } from '@/blocks/kit/block'
import { cellId, cellParts } from '@/blocks/table/cell-names'

export { CELL, cellId, cellParts } from '@/blocks/table/cell-names'

/** The attribute of a cell that is merged with others: the row and the column of the corner across. */
export const SPAN = 'span'

/** The attribute of a grid that says how many rows and columns of it are not laid out. It is never stored. */
export const BEYOND = 'beyond'

/** The attributes of a grid as it reads, with how much of it is not laid out. */
export function gridAttributes(
  stored: Record<string, Json>,
  rows: number,
  columns: number,
): Record<string, Json> {
  const isPlain = rows === 0 && columns === 0
  if (isPlain && !Object.hasOwn(stored, BEYOND)) return stored
  const { [BEYOND]: _said, ...attributes } = stored
  return isPlain ? attributes : { ...attributes, [BEYOND]: { rows, columns } }
}

/** What is asked of a grid to lay out its cells. */
export interface Grid {
  /** Those that are shown, in order. */
  rows: readonly string[]
  columns: readonly string[]
  /** All rows and columns that stand in the grid, the deleted ones as well, in order. */
  parts: readonly string[]
  /** The attributes of the cell's entry. */
  attributes(cell: string): Record<string, Json>
  /** Do blocks stand in the cell? */
  isFilled(cell: string): boolean
}

export interface LaidCell {
  id: string
  attributes: Record<string, Json>
}

/**
 * The cells of every row, without those that a merged cell covers: always a rectangle. A merged cell reaches to the row
 * and column it names, if they still come behind its own, over what is shown between; first as wide, then as high
 * as it can without a cell that holds blocks or that belongs to another merged cell (rows first, from the top left).
 */
export function layCells(grid: Grid): LaidCell[][] {
  const { rows, columns } = grid
  const place = new Map<string, number>()
  for (const [i, part] of grid.parts.entries()) place.set(part, i)
  const covered = new Set<string>()
  const endOf = (last: unknown): number => (typeof last === 'string' ? (place.get(last) ?? -1) : -1)
  /** Does a reach to `end` include this row or column? */
  const reaches = (end: number, line: string | undefined): line is string =>
    line !== undefined && (place.get(line) ?? 0) <= end
  return rows.map((row, y) => {
    const laid: LaidCell[] = []
    for (const [x, column] of columns.entries()) {
      const id = cellId(row, column)
      if (covered.has(id)) continue
      const { [SPAN]: span, rowSpan: _rows, colSpan: _columns, ...attributes } = grid.attributes(id)
      if (Array.isArray(span)) {
        const isFree = (cell: string) => !covered.has(cell) && !grid.isFilled(cell)
        const right = endOf(span[1])
        const isFreeColumn = (next: string | undefined) => reaches(right, next) && isFree(cellId(row, next))
        let width = 1
        while (isFreeColumn(columns[x + width])) width++
        const bottom = endOf(span[0])
        let height = 1
        const isFreeRow = (below: string | undefined) => {
          if (!reaches(bottom, below)) return false
          for (let i = x; i < x + width; i++) if (!isFree(cellId(below, columns[i] as string))) return false
          return true
        }
        while (isFreeRow(rows[y + height])) height++
        for (let j = y; j < y + height; j++) {
          for (let i = x; i < x + width; i++) covered.add(cellId(rows[j] as string, columns[i] as string))
        }
        if (height > 1) attributes.rowSpan = height
        if (width > 1) attributes.colSpan = width
      }
      laid.push({ id, attributes })
    }
    return laid
  })
}

/**
 * What is written so that the cell covers `rowSpan` rows and `colSpan` columns: the names of the far corner, or null for a cell that
 * covers itself alone. By name, because others may add and remove rows in between meanwhile.
 */
export function spanOf(
  cell: string,
  rowSpan: unknown,
  colSpan: unknown,
  rows: readonly string[],
  columns: readonly string[],
): [string, string] | null {
  const parts = cellParts(cell)
  const height = typeof rowSpan === 'number' ? Math.floor(rowSpan) : 1
  const width = typeof colSpan === 'number' ? Math.floor(colSpan) : 1
  if (!parts || !(height > 1 || width > 1)) return null
  const far = (line: readonly string[], from: string, length: number): string => {
    const at = line.indexOf(from)
    return at < 0 ? from : (line[Math.min(line.length - 1, at + Math.max(1, length) - 1)] ?? from)
  }
  return [far(rows, parts.row, height), far(columns, parts.column, width)]
}

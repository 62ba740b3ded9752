/** The kind of the cells of a table. A cell needs no entry of its own; it is known by its row and its column. */
export const CELL = 'tableCell'

/** The name of a cell: found by its row and its column, so both may be new. */
export const cellId = (row: string, column: string): string => `${row}:${column}`

/** The row and the column that a cell's name says: what stands before and behind its one colon. */
export function cellParts(name: string): { row: string; column: string } | null {
  const at = name.indexOf(':')
  if (at <= 0 || at === name.length - 1 || name.includes(':', at + 1)) return null
  return { row: name.slice(0, at), column: name.slice(at + 1) }
}

/** The id of a row or a column holds no colon: a cell is named by both. */
export const lineId = (id: string): string => id.replaceAll(':', '-')

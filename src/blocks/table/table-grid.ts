import { Fragment, type Node as PMNode, type ResolvedPos } from '@tiptap/pm/model'
import { newBlockId } from '@/shared/ids'
import { CELL, cellId } from './cell-names'

/** What stands in one cell, which may cover several places. */
export interface GridCell {
  content: Fragment
  background: unknown
}

/**
 * A table as rows of places. The places of a merged cell hold the very same object, so that rows and columns can be put
 * in, taken out and moved like elements of lists.
 */
export interface TableGrid {
  columns: PMNode[]
  rows: PMNode[]
  places: GridCell[][]
}

/** Rows from `top` up to `bottom` and columns from `left` up to `right`, the last ones not counted. */
export interface Rect {
  top: number
  bottom: number
  left: number
  right: number
}

/** A cell of a table where it stands in the document. */
export interface PlacedCell extends Rect {
  node: PMNode
  pos: number
}

export interface FoundTable {
  node: PMNode
  /** Position before the table. */
  pos: number
}

/** The innermost table around a position. */
export function tableAround($pos: ResolvedPos): FoundTable | null {
  for (let depth = $pos.depth; depth > 0; depth--) {
    if ($pos.node(depth).type.name === 'table') return { node: $pos.node(depth), pos: $pos.before(depth) }
  }
  return null
}

/** The position before the innermost cell around a position. */
export function cellAround($pos: ResolvedPos): number | null {
  for (let depth = $pos.depth; depth > 0; depth--) {
    if ($pos.node(depth).type.name === CELL) return $pos.before(depth)
  }
  return null
}

/** Every cell of a table with its place, row by row. */
export function cellsOf({ node: table, pos }: FoundTable): PlacedCell[] {
  const cells: PlacedCell[] = []
  const until: number[] = []
  let y = 0
  table.forEach((row, offset) => {
    if (row.type.name !== 'tableRow') return
    let x = 0
    row.forEach((node, within) => {
      while ((until[x] ?? 0) > y) x++
      const { rowSpan, colSpan } = node.attrs as { rowSpan: number; colSpan: number }
      const left = x
      for (let i = 0; i < colSpan; i++, x++) until[x] = y + rowSpan
      cells.push({ node, pos: pos + 2 + offset + within, top: y, bottom: y + rowSpan, left, right: x })
    })
    y++
  })
  return cells
}

export const emptyCell = (table: PMNode): GridCell => ({
  content: Fragment.from(table.type.schema.nodes.paragraph!.create({ id: newBlockId() })),
  background: null,
})

/** The table as places. */
export function gridOf(table: FoundTable): TableGrid {
  const columns: PMNode[] = []
  const rows: PMNode[] = []
  table.node.forEach((part) => void (part.type.name === 'tableRow' ? rows : columns).push(part))
  const places: GridCell[][] = rows.map(() => [])
  for (const { node, top, bottom, left, right } of cellsOf(table)) {
    const cell: GridCell = { content: node.content, background: node.attrs.background }
    for (let y = top; y < Math.min(bottom, rows.length); y++) {
      for (let x = left; x < Math.min(right, columns.length); x++) (places[y] as GridCell[])[x] = cell
    }
  }
  for (const line of places) {
    for (let x = 0; x < columns.length; x++) line[x] ??= emptyCell(table.node)
  }
  return { columns, rows, places }
}

/** The table that a grid is, with the attributes of `table`; nodes that stay the same are the same. */
export function tableFrom({ columns, rows, places }: TableGrid, table: PMNode): PMNode {
  const { schema } = table.type
  const standing = new Map<string, PMNode>()
  table.forEach((row) => {
    row.forEach((cell) => void standing.set(String(cell.attrs.id), cell))
  })
  const done = new Set<GridCell>()
  const made = rows.map((row, y) => {
    const cells: PMNode[] = []
    for (const [x, column] of columns.entries()) {
      const cell = places[y]?.[x] ?? emptyCell(table)
      if (done.has(cell)) continue
      done.add(cell)
      let colSpan = 1
      while (places[y]?.[x + colSpan] === cell) colSpan++
      let rowSpan = 1
      while (places[y + rowSpan]?.[x] === cell) rowSpan++
      const id = cellId(String(row.attrs.id), String(column.attrs.id))
      const attrs = { id, rowSpan, colSpan, background: cell.background }
      const old = standing.get(id)
      const same = old?.content === cell.content && old.hasMarkup(old.type, attrs, old.marks)
      cells.push(same && old ? old : schema.nodes[CELL]!.create(attrs, cell.content))
    }
    const isSame = row.childCount === cells.length && cells.every((cell, i) => row.child(i) === cell)
    return isSame ? row : row.copy(Fragment.fromArray(cells))
  })
  return table.copy(Fragment.fromArray([...columns, ...made]))
}

/** Lets every merged cell that has places on both sides of the line before row `y` stand for its first place alone. */
export function unmergeAcrossRow(grid: TableGrid, y: number, table: PMNode): void {
  for (let x = 0; x < grid.columns.length; x++) {
    const cell = grid.places[y]?.[x]
    if (cell && y > 0 && grid.places[y - 1]?.[x] === cell) unmerge(grid, cell, table)
  }
}

export function unmergeAcrossColumn(grid: TableGrid, x: number, table: PMNode): void {
  for (const line of grid.places) {
    const cell = line[x]
    if (cell && x > 0 && line[x - 1] === cell) unmerge(grid, cell, table)
  }
}

/** Takes a merged cell apart; what stands in it stays in its first place. */
export function unmerge(grid: TableGrid, cell: GridCell, table: PMNode): void {
  let isFirst = true
  for (const line of grid.places) {
    for (let x = 0; x < line.length; x++) {
      if (line[x] !== cell) continue
      if (!isFirst) line[x] = { ...emptyCell(table), background: cell.background }
      isFirst = false
    }
  }
}

/** The rectangle, made so large that no merged cell stands half in it. */
export function wholeRect({ places }: TableGrid, given: Rect): Rect {
  const rect = { ...given }
  for (let grew = true; grew; ) {
    grew = false
    for (const [y, line] of places.entries()) {
      for (const [x, cell] of line.entries()) {
        const inside = y >= rect.top && y < rect.bottom && x >= rect.left && x < rect.right
        if (inside || !touches(places, rect, cell)) continue
        rect.top = Math.min(rect.top, y)
        rect.bottom = Math.max(rect.bottom, y + 1)
        rect.left = Math.min(rect.left, x)
        rect.right = Math.max(rect.right, x + 1)
        grew = true
      }
    }
  }
  return rect
}

function touches(places: readonly GridCell[][], rect: Rect, cell: GridCell): boolean {
  for (let y = rect.top; y < rect.bottom; y++) {
    for (let x = rect.left; x < rect.right; x++) if (places[y]?.[x] === cell) return true
  }
  return false
}

import { BOUNDS } from '@/shared/limits'
import type { Attributes } from '../kit/attributes'
import type { Block } from '../kit/block'
import { CELL, cellId, cellParts, lineId } from './cell-names'

/** Tells what each kind is; all that is not a grid, a row or a column does not matter here. */
export type GridKinds = (kind: string) => string

/** Wider or higher than this is not believed. */
export const MOST_SPANNED = 100

/** More columns than this are not made: what stands further right goes into the last one. */
export const MOST_COLUMNS = 100

/**
 * The blocks with every grid in the one form in which a page gives it: its columns, then its rows, and in every row a cell
 * for each column, by the name of both, without those that a merged cell covers. Columns that nobody named are named by the
 * cells of the first row, else by their number. `kinds` tells what is a grid, a row and a column; `taken` are the ids that
 * other blocks have.
 */
export function withWholeGrids(blocks: readonly Block[], kinds: GridKinds, taken: Set<string>): Block[] {
  return blocks.map((block) => {
    if (kinds(block.kind) === 'grid') {
      return wholeGrid(block, kinds, taken, (children) => withWholeGrids(children, kinds, taken))
    }
    return block.children ? { ...block, children: withWholeGrids(block.children, kinds, taken) } : block
  })
}

interface LaidRow {
  row: Block
  cells: { cell: Block; x: number; width: number }[]
}

/**
 * The same of one grid; what stands in its cells is left to `inside`. Of one with more cells than are laid out
 * (`BOUNDS.gridCells`) those that are missing are not made up.
 */
export function wholeGrid(
  grid: Block,
  kinds: GridKinds,
  ids: Set<string>,
  inside: (blocks: readonly Block[]) => readonly Block[] = (blocks) => blocks,
): Block {
  const given = grid.children ?? []
  const rows = given.filter(({ kind }) => kinds(kind) === 'row')
  const columns = given.filter(({ kind }) => kinds(kind) === 'column')
  const laid = layRows(
    rows,
    columns.map(({ id }) => id),
  )
  let widest = 0
  for (const { cells } of laid) for (const { x, width } of cells) widest = Math.max(widest, x + width)
  const columnKind = columns[0]?.kind ?? 'tableColumn'
  for (let x = columns.length; x < widest; x++) {
    const named = laid[0]?.cells.find((place) => place.x === x)?.cell.id
    const parts = named ? cellParts(named) : null
    let id = parts?.row === laid[0]?.row.id ? parts?.column : undefined
    for (let n = x + 1; id === undefined || ids.has(id); n++) id = `${lineId(grid.id)}~${n}`
    ids.add(id)
    columns.push({ id, kind: columnKind })
  }
  const until: number[] = []
  const isTooLarge = laid.length * columns.length > BOUNDS.gridCells
  const children = laid.map(({ row, cells }, y) => {
    const whole: Block[] = []
    let x = 0
    const fill = (to: number) => {
      for (; x < to && !isTooLarge; x++)
        if (!((until[x] ?? 0) > y)) whole.push({ id: cellId(row.id, columns[x]?.id ?? ''), kind: CELL })
    }
    for (const { cell, x: at, width } of cells) {
      fill(at)
      const height = Math.min(span(cell, 'rowSpan'), laid.length - y)
      const attributes = withSpans(cell.attributes ?? {}, height, width)
      whole.push(cellOf({ ...cell, attributes }, row.id, columns[at]?.id ?? '', inside))
      for (let i = at; i < at + width; i++) until[i] = y + height
      x = at + width
    }
    fill(columns.length)
    return { ...row, children: whole }
  })
  return { ...grid, children: [...columns, ...children] }
}

/** Where the cells of every row stand. A cell goes to the column it names, as long as that is still free. */
function layRows(rows: readonly Block[], columns: readonly string[]): LaidRow[] {
  const most = Math.max(columns.length, MOST_COLUMNS)
  const places = new Map(columns.map((id, x) => [id, x]))
  /** Up to which row each column is taken by a merged cell above. */
  const until: number[] = []
  return rows.map((row, y) => {
    const cells: LaidRow['cells'] = []
    let x = 0
    for (const child of row.children ?? []) {
      const cell = child.kind === CELL ? child : { id: '', kind: CELL, children: [child] }
      const name = cellParts(cell.id)
      const own = name?.row === row.id ? places.get(name.column) : undefined
      if (own !== undefined && own > x && !((until[own] ?? 0) > y)) x = own
      while ((until[x] ?? 0) > y) x++
      const last = cells.at(-1)
      if (x >= most && last) {
        const children = [...(last.cell.children ?? []), ...(cell.children ?? [])]
        last.cell = { ...last.cell, children }
        continue
      }
      let width = 1
      const wanted = Math.min(span(cell, 'colSpan'), most - x)
      while (width < wanted && !((until[x + width] ?? 0) > y)) width++
      for (let i = x; i < x + width; i++) until[i] = y + span(cell, 'rowSpan')
      cells.push({ cell, x, width })
      x += width
    }
    return { row, cells }
  })
}

function cellOf(
  cell: Block,
  row: string,
  column: string,
  inside: (blocks: readonly Block[]) => readonly Block[],
): Block {
  const { attributes, children } = cell
  return {
    id: cellId(row, column),
    kind: CELL,
    ...(attributes && Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(children?.length ? { children: [...inside(children)] } : {}),
  }
}

/** What is said of spans is what the table has room for. */
function withSpans(attributes: Attributes, rowSpan: number, colSpan: number): Attributes {
  const { rowSpan: _rows, colSpan: _columns, ...others } = attributes
  return { ...others, ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) }
}

/** How many cells a table has once every row has one for each column. */
export function cellsOfGrid({ children = [] }: Block, kinds: GridKinds): number {
  let rows = 0
  let columns = 0
  let widest = 0
  for (const { kind, children: cells = [] } of children) {
    if (kinds(kind) === 'column') columns++
    if (kinds(kind) !== 'row') continue
    rows++
    let width = 0
    for (const cell of cells) width += span(cell, 'colSpan')
    widest = Math.max(widest, width)
  }
  return rows * Math.max(columns, Math.min(MOST_COLUMNS, widest))
}

function span({ attributes }: Block, name: 'rowSpan' | 'colSpan'): number {
  const value = attributes?.[name]
  return typeof value === 'number' && value >= 1 ? Math.min(MOST_SPANNED, Math.floor(value)) : 1
}

import type { Node as PMNode } from '@tiptap/pm/model'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { newBlockId } from '@/shared/ids'
import { BOUNDS } from '@/shared/limits'
import { sharedEnds } from '@/shared/shared-ends'
import type { BlockCommand } from '../editing/turn-into'
import type { Color } from '../kit/colors'
import { CellSelection, clearCells } from './cell-selection'
import { MAX_WIDTH, MIN_WIDTH } from './shapes'
import {
  cellAround,
  cellsOf,
  emptyCell,
  type FoundTable,
  type GridCell,
  gridOf,
  type Rect,
  type TableGrid,
  tableAround,
  tableFrom,
  unmerge,
  unmergeAcrossColumn,
  unmergeAcrossRow,
} from './table-grid'

/** A table and the cells of it that a command is about. */
export interface TableTarget {
  table: FoundTable
  rect: Rect
}

/** The selected cells, or the one around the caret. */
export function tableTarget(selection: Selection): TableTarget | null {
  if (selection instanceof CellSelection) return { table: selection.table, rect: selection.rect }
  const table = tableAround(selection.$from)
  const at = cellAround(selection.$from)
  const cell = table && cellsOf(table).find(({ pos }) => pos === at)
  return table && cell ? { table, rect: cell } : null
}

/** The table with the selected cells or the caret: {@link tableTarget} without going through its cells. */
export function tableOf(selection: Selection): FoundTable | null {
  if (selection instanceof CellSelection) return selection.table
  return cellAround(selection.$from) === null ? null : tableAround(selection.$from)
}

/** Changes the children of `old` at `pos` into those of `next`, leaving alone what stays. */
function patch(tr: Transaction, pos: number, old: PMNode, next: PMNode): void {
  if (old === next) return
  if (!old.sameMarkup(next)) {
    if (old.content !== next.content || old.type !== next.type) {
      tr.replaceWith(pos, pos + old.nodeSize, next)
      return
    }
    for (const [key, value] of Object.entries(next.attrs))
      if (old.attrs[key] !== value) tr.setNodeAttribute(pos, key, value)
    return
  }
  const isSame = (a: PMNode, b: PMNode) => a.attrs.id === b.attrs.id
  const { head, tail } = sharedEnds(old.content.content, next.content.content, isSame)
  let end = pos + old.nodeSize - 1
  const keep = (i: number, j: number) => {
    const child = old.child(i)
    end -= child.nodeSize
    const to = next.child(j)
    if (child.type.name === 'tableRow' || child === to) patch(tr, end, child, to)
    else if (child.content === to.content) patch(tr, end, child, to)
    else tr.replaceWith(end, end + child.nodeSize, to)
  }
  for (let i = 1; i <= tail; i++) keep(old.childCount - i, next.childCount - i)
  let start = end
  for (let i = old.childCount - tail - 1; i >= head; i--) start -= old.child(i).nodeSize
  const fresh: PMNode[] = []
  for (let i = head; i < next.childCount - tail; i++) fresh.push(next.child(i))
  if (start < end || fresh.length > 0) tr.replaceWith(start, end, fresh)
  end = start
  for (let i = head - 1; i >= 0; i--) keep(i, i)
}

/** Where a caret is, in words that outlive its table's being put together anew. */
function caretOf({ selection }: Transaction): ((tr: Transaction) => void) | null {
  if (!(selection instanceof TextSelection)) return null
  const { $head } = selection
  const { id } = $head.parent.attrs
  const offset = $head.parentOffset
  return (tr) => {
    if (tr.selection.$head.parent.attrs.id === id) return
    tr.doc.descendants((node, pos) => {
      if (node.isTextblock && node.attrs.id === id)
        tr.setSelection(TextSelection.create(tr.doc, pos + 1 + Math.min(offset, node.content.size)))
      return !node.isTextblock
    })
  }
}

/** Puts what a grid is now in the place of the table it was made of. */
export const replaceTable = (tr: Transaction, table: FoundTable, grid: TableGrid): void =>
  patch(tr, table.pos, table.node, tableFrom(grid, table.node))

/** A command that changes the grid; `change` answers false, before it changes anything, when it does not apply. */
const onGrid =
  (
    change: (grid: TableGrid, rect: Rect, table: PMNode) => boolean,
    after?: (tr: Transaction, table: FoundTable, rect: Rect) => void,
  ): BlockCommand =>
  (_state, tr, apply) => {
    const target = tableTarget(tr.selection)
    if (!target) return false
    const { table, rect } = target
    const grid = gridOf(table)
    if (!change(grid, rect, table.node)) return false
    if (!apply) return true
    const caret = caretOf(tr)
    replaceTable(tr, table, grid)
    caret?.(tr)
    const now = { node: tr.doc.nodeAt(table.pos) as PMNode, pos: table.pos }
    after?.(tr, now, rect)
    tr.scrollIntoView()
    return true
  }

/** Puts the caret into the cell at a place. */
function caretInto(tr: Transaction, table: FoundTable, y: number, x: number): void {
  const cell = cellsOf(table).find(
    ({ top, bottom, left, right }) => top <= y && y < bottom && left <= x && x < right,
  )
  if (cell) tr.setSelection(Selection.near(tr.doc.resolve(cell.pos + 1), 1))
}

function insertRowAt(grid: TableGrid, y: number, table: PMNode): void {
  const row = table.type.schema.nodes.tableRow!.create({ id: newBlockId() })
  grid.rows.splice(y, 0, row)
  const [above, below] = [grid.places[y - 1], grid.places[y]]
  const line = grid.columns.map((_, x) =>
    above?.[x] && above[x] === below?.[x] ? above[x] : emptyCell(table),
  )
  grid.places.splice(y, 0, line)
}

function insertColumnAt(grid: TableGrid, x: number, table: PMNode): void {
  const column = table.type.schema.nodes.tableColumn!.create({ id: newBlockId() })
  grid.columns.splice(x, 0, column)
  for (const line of grid.places) {
    const spanning = x > 0 && line[x - 1] === line[x] ? line[x] : undefined
    line.splice(x, 0, spanning ?? emptyCell(table))
  }
}

/** Would a table with this many rows and columns have no more cells than a page lays out? */
export const hasRoomForCells = (rows: number, columns: number): boolean => rows * columns <= BOUNDS.gridCells

/** A new row above or below the selected ones; the caret goes into it. */
export const insertRow = (side: 'above' | 'below'): BlockCommand =>
  onGrid(
    (grid, { top, bottom }, table) => {
      if (!hasRoomForCells(grid.rows.length + 1, grid.columns.length)) return false
      insertRowAt(grid, side === 'above' ? top : bottom, table)
      return true
    },
    (tr, table, { top, bottom, left }) => caretInto(tr, table, side === 'above' ? top : bottom, left),
  )

export const insertColumn = (side: 'before' | 'after'): BlockCommand =>
  onGrid(
    (grid, { left, right }, table) => {
      if (!hasRoomForCells(grid.rows.length, grid.columns.length + 1)) return false
      insertColumnAt(grid, side === 'before' ? left : right, table)
      return true
    },
    (tr, table, { top, left, right }) => caretInto(tr, table, top, side === 'before' ? left : right),
  )

/** Takes the selected rows away; with the last one, the table. */
export const deleteRows: BlockCommand = (state, tr, apply) => {
  const target = tableTarget(tr.selection)
  if (target && target.rect.bottom - target.rect.top === gridOf(target.table).rows.length)
    return deleteTable(state, tr, apply)
  return onGrid(
    (grid, { top, bottom }) => {
      grid.rows.splice(top, bottom - top)
      grid.places.splice(top, bottom - top)
      return true
    },
    (tr, table, { top, left }) => caretInto(tr, table, Math.min(top, gridOf(table).rows.length - 1), left),
  )(state, tr, apply)
}

export const deleteColumns: BlockCommand = (state, tr, apply) => {
  const target = tableTarget(tr.selection)
  if (target && target.rect.right - target.rect.left === gridOf(target.table).columns.length)
    return deleteTable(state, tr, apply)
  return onGrid(
    (grid, { left, right }) => {
      grid.columns.splice(left, right - left)
      for (const line of grid.places) line.splice(left, right - left)
      return true
    },
    (tr, table, { top, left }) => caretInto(tr, table, top, Math.min(left, gridOf(table).columns.length - 1)),
  )(state, tr, apply)
}

export const deleteTable: BlockCommand = (state, tr, apply) => {
  const target = tableTarget(tr.selection)
  if (!target) return false
  if (apply) {
    const { node, pos } = target.table
    const $pos = tr.doc.resolve(pos)
    const alone = $pos.parent.childCount === 1
    const empty = state.schema.nodes.paragraph!.create({ id: newBlockId() })
    tr.replaceWith(pos, pos + node.nodeSize, alone ? [empty] : [])
    tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)), 1)).scrollIntoView()
  }
  return true
}

/** Moves a part of a list so that it begins at `to` of what is left. */
function moveRange<T>(list: T[], from: number, until: number, to: number): void {
  const moved = list.splice(from, until - from)
  list.splice(to, 0, ...moved)
}

/**
 * Moves the selected rows so that they begin at row `to` of the others. Merged cells that reach over an edge of what
 * moves, or over the place it comes to, are taken apart.
 */
export const moveRows = (to: (rect: Rect, count: number) => number): BlockCommand =>
  onGrid((grid, { top, bottom }, table) => {
    const at = to({ top, bottom, left: 0, right: 0 }, grid.rows.length)
    if (at < 0 || at > grid.rows.length - (bottom - top) || at === top) return false
    for (const edge of [top, bottom, at > top ? at + bottom - top : at]) unmergeAcrossRow(grid, edge, table)
    moveRange(grid.rows, top, bottom, at)
    moveRange(grid.places, top, bottom, at)
    return true
  })

export const moveColumns = (to: (rect: Rect, count: number) => number): BlockCommand =>
  onGrid((grid, { left, right }, table) => {
    const at = to({ top: 0, bottom: 0, left, right }, grid.columns.length)
    if (at < 0 || at > grid.columns.length - (right - left) || at === left) return false
    for (const edge of [left, right, at > left ? at + right - left : at])
      unmergeAcrossColumn(grid, edge, table)
    moveRange(grid.columns, left, right, at)
    for (const line of grid.places) moveRange(line, left, right, at)
    return true
  })

export const moveRowBy = (by: 1 | -1): BlockCommand => moveRows(({ top }) => top + by)
export const moveColumnBy = (by: 1 | -1): BlockCommand => moveColumns(({ left }) => left + by)

const isBlank = ({ content }: GridCell): boolean =>
  content.childCount === 1 &&
  content.firstChild?.type.name === 'paragraph' &&
  content.firstChild.content.size === 0

/** Makes the selected cells one; what stands in them stands in it, row by row. */
export const mergeCells: BlockCommand = (state, tr, apply) => {
  if (!(tr.selection instanceof CellSelection) || tr.selection.cells.length < 2) return false
  return onGrid(
    (grid, { top, bottom, left, right }, table) => {
      const cells = new Set<GridCell>()
      for (const line of grid.places.slice(top, bottom))
        for (const cell of line.slice(left, right)) cells.add(cell)
      const filled = [...cells].filter((cell) => !isBlank(cell))
      const [first] = cells
      let { content } = filled[0] ?? (first as GridCell)
      for (const cell of filled.slice(1)) content = content.append(cell.content)
      const merged = { ...emptyCell(table), content, background: (first as GridCell).background }
      for (const line of grid.places.slice(top, bottom)) line.fill(merged, left, right)
      return true
    },
    (tr, table, { top, left }) => caretInto(tr, table, top, left),
  )(state, tr, apply)
}

/** Takes a merged cell apart again; what stands in it stays in its first place. */
export const splitCell: BlockCommand = onGrid((grid, { top, left }, table) => {
  const cell = grid.places[top]?.[left]
  if (!cell || (grid.places[top]?.[left + 1] !== cell && grid.places[top + 1]?.[left] !== cell)) return false
  unmerge(grid, cell, table)
  return true
})

/** The colour behind the selected cells; null: none. */
export const setCellBackground =
  (background: Color | null): BlockCommand =>
  (_state, tr, apply) => {
    const target = tableTarget(tr.selection)
    if (!target) return false
    const { top, bottom, left, right } = target.rect
    if (apply) {
      for (const cell of cellsOf(target.table)) {
        const isIn = cell.top >= top && cell.bottom <= bottom && cell.left >= left && cell.right <= right
        if (isIn) tr.setNodeAttribute(cell.pos, 'background', background)
      }
    }
    return true
  }

/** Makes the first row (or column) a header, or no longer one. */
export const toggleHeader =
  (which: 'headerRow' | 'headerColumn'): BlockCommand =>
  (_state, tr, apply) => {
    const target = tableTarget(tr.selection)
    if (target && apply) tr.setNodeAttribute(target.table.pos, which, !target.table.node.attrs[which])
    return target !== null
  }

/** Pixels by which a table is moved at once, and how far it may stand from the margin. */
const MARGIN = { step: 24, most: 240 } as const

/** Moves the table away from the margin (1) or back to it (-1): `marginLeft` of product.md 3.20. */
export const moveTableBy =
  (by: 1 | -1): BlockCommand =>
  (_state, tr, apply) => {
    const target = tableTarget(tr.selection)
    if (!target) return false
    const before = Number(target.table.node.attrs.marginLeft)
    // One that came from elsewhere may stand further out: it comes back in steps.
    const after = by > 0 ? Math.min(before + MARGIN.step, MARGIN.most) : Math.max(before - MARGIN.step, 0)
    if (by > 0 ? after <= before : after >= before) return false
    if (apply) tr.setNodeAttribute(target.table.pos, 'marginLeft', after)
    return true
  }

/** Empties the selected cells. */
export const emptyCells: BlockCommand = (_state, tr, apply) => {
  if (!(tr.selection instanceof CellSelection)) return false
  if (apply) {
    const { anchorCell, headCell, table } = tr.selection
    const before = cellsOf(table)
    const at = (pos: number) => before.findIndex((cell) => cell.pos === pos)
    const [anchor, head] = [at(anchorCell), at(headCell)]
    clearCells(tr, tr.selection)
    const cells = cellsOf({ node: tr.doc.nodeAt(table.pos) as PMNode, pos: table.pos })
    tr.setSelection(new CellSelection(tr.doc, cells[anchor]!.pos, cells[head]!.pos))
  }
  return true
}

/** A width that a column can have. */
export const columnWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/** Makes the column `x` of the table at `pos` this wide, within what columns can be (product.md 9.10). */
function setColumnWidth(tr: Transaction, pos: number, x: number, width: number): Transaction {
  let at = pos + 1
  const table = tr.doc.nodeAt(pos) as PMNode
  for (let i = 0; i < x; i++) at += table.child(i).nodeSize
  return tr.setNodeAttribute(at, 'width', columnWidth(width))
}

/** How wide the text of a page is, in pixels, where it is not shown over the full width. */
const PAGE_WIDTH = 720

/** Makes the columns around the caret wider or narrower, in steps of 20 pixels. */
export const widenColumn =
  (by: 1 | -1): BlockCommand =>
  (_state, tr, apply) => {
    const target = tableTarget(tr.selection)
    if (!target) return false
    const { table, rect } = target
    const columns = table.node.children.filter(({ type }) => type.name === 'tableColumn')
    // Without a width of their own they share the page: with the first width each gets the one it has about then.
    const isGiven = columns.some(({ attrs }) => attrs.width !== null)
    const start = isGiven ? MIN_WIDTH : columnWidth(PAGE_WIDTH / columns.length)
    const widthOf = (x: number) => Number(table.node.child(x).attrs.width ?? start)
    let changed = false
    for (let x = rect.left; x < rect.right; x++) {
      const width = columnWidth(widthOf(x) + 20 * by)
      if (width === widthOf(x)) continue
      changed = true
      if (apply) setColumnWidth(tr, table.pos, x, width)
    }
    if (apply && changed && !isGiven)
      columns.forEach((_, x) => {
        if (x < rect.left || x >= rect.right) setColumnWidth(tr, table.pos, x, start)
      })
    return changed
  }

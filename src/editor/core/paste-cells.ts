import { Fragment, type Node as PMNode, type Slice } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { CellSelection } from '@/blocks/table/cell-selection'
import { insertTable } from '@/blocks/table/insert-table'
import { hasRoomForCells, replaceTable, tableTarget } from '@/blocks/table/table-commands'
import { cellsOf, emptyCell, type GridCell, gridOf, type TableGrid, unmerge } from '@/blocks/table/table-grid'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { BOUNDS } from '@/shared/limits'

/** Higher and wider than this is not pasted into a table. */
const MOST_ROWS = 1000
const MOST_COLUMNS = 100

/**
 * What spreadsheets put on the clipboard as plain text: cells between tabs, rows between line ends; a cell with a tab, a
 * line end or a quote in it stands in quotes. `null` for a text without tabs.
 */
export function cellsOfText(text: string): string[][] | null {
  if (!text.includes('\t')) return null
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let i = 0; i < body.length; i++) {
    const character = body[i] as string
    if (quoted) {
      if (character !== '"') cell += character
      else if (body[i + 1] === '"') {
        cell += '"'
        i++
      } else quoted = false
    } else if (character === '"' && cell === '' && closes(body, i)) quoted = true
    else if (character === '\t' || character === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (character === '\n') rows.push([])
    } else cell += character
  }
  rows.at(-1)?.push(cell)
  return rows
}

/** Does a quote that opens a cell end right before the next one? */
const closes = (text: string, at: number): boolean => {
  const closing = /^"(?:[^"]|"")*"(?=[\t\n]|$)/
  return closing.test(text.slice(at, at + 20_000))
}

const contentFrom = (text: string, table: PMNode): Fragment => {
  const { schema } = table.type
  const nodes = text
    .split('\n')
    .flatMap((line, i) => [
      ...(i > 0 ? [schema.nodes.hardBreak!.create()] : []),
      ...(line ? [schema.text(line)] : []),
    ])
  return Fragment.from(schema.nodes.paragraph!.create({ id: newBlockId() }, nodes))
}

/** What is pasted, as cells: those of a table that stands alone in it, or of a spreadsheet's text. */
function pastedCells(slice: Slice, text: string): GridCell[][] | string[][] | null {
  const only = slice.content.childCount === 1 ? slice.content.firstChild : null
  if (only?.type.name === 'table') return gridOf({ node: only, pos: 0 }).places
  const isPlain = slice.content.content.every((node) => node.isTextblock || node.isText)
  return isPlain ? cellsOfText(text) : null
}

/** How many cells the longest line has. */
function widthOf(lines: readonly (readonly unknown[])[]): number {
  let width = 0
  for (const line of lines) width = Math.max(width, line.length)
  return width
}

/**
 * A table, or the cells of a spreadsheet, pasted into a table: cell by cell from the selected one on; the table grows where
 * it is too small. Merged cells that are in the way are taken apart. Too many rows or columns are refused as a whole, and
 * `tell` says so; outside of a table they stay what else handles pasting makes of them.
 */
export function pasteCells(
  view: EditorView,
  data: DataTransfer | null,
  slice: Slice,
  tell: (message: string) => void,
): boolean {
  const { selection } = view.state
  // Code in a cell is written with tabs.
  if (selection.$from.parent.type.spec.code) return false
  const target = tableTarget(selection)
  if (!target) return pasteAsTable(view, data)
  const cells = pastedCells(slice, data?.getData('text/plain') ?? '')
  if (!cells || cells.length === 0) return false
  const isOne = cells.length === 1 && cells[0]?.length === 1
  if (isOne && !(view.state.selection instanceof CellSelection)) return false
  if (cells.length > MOST_ROWS || widthOf(cells) > MOST_COLUMNS) {
    tell(
      t(
        'These are more cells than can be pasted into a table at once ({mostRows} rows, {mostColumns} columns). Copy them in smaller parts, or save them as a file and import it.',
        { mostRows: MOST_ROWS, mostColumns: MOST_COLUMNS },
      ),
    )
    return true
  }
  const { rows, columns } = gridOf(target.table)
  const height = Math.max(rows.length, target.rect.top + cells.length)
  const width = Math.max(columns.length, target.rect.left + widthOf(cells))
  if (!hasRoomForCells(height, width)) {
    const most = inFigures(BOUNDS.gridCells)
    tell(
      t('A table can have at most {most} cells; with these it would have {height}.', {
        most,
        height: inFigures(height * width),
      }),
    )
    return true
  }
  const { tr } = view.state
  const placed = (cell: GridCell | string): GridCell =>
    typeof cell === 'string' ? { content: contentFrom(cell, target.table.node), background: null } : cell
  // A merged cell stands at several places as one and the same object, and stays one.
  fillFrom(
    tr,
    cells.map((line) => line.map(placed)),
  )
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
  return true
}

/** Lines of as many cells each, as a spreadsheet gives them without HTML: a table of its own, outside of any. */
function pasteAsTable(view: EditorView, data: DataTransfer | null): boolean {
  const text = data?.getData('text/plain') ?? ''
  const { $from, empty } = view.state.selection
  if (!data || data.getData('text/html') || !empty || $from.parent.type.spec.code || /(?:^|\n)\t/.test(text))
    return false
  const cells = cellsOfText(text)
  const width = cells?.[0]?.length ?? 0
  const isEven = cells && cells.length > 1 && cells.every((row) => row.length === width)
  if (!isEven || width > MOST_COLUMNS || cells.length > MOST_ROWS) return false
  if (!hasRoomForCells(cells.length, width)) return false
  const { tr } = view.state
  if (!insertTable(cells.length, width)(view.state, tr, true)) return false
  fillFrom(
    tr,
    cells.map((row) => row.map((cell) => ({ content: contentFrom(cell, tr.doc), background: null }))),
  )
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
  return true
}

/** Writes these places into the table around the selection, from its first cell on. */
export function fillFrom(tr: Transaction, places: readonly GridCell[][]): void {
  const target = tableTarget(tr.selection)
  if (!target) return
  const { table, rect } = target
  const { schema } = table.node.type
  const grid: TableGrid = gridOf(table)
  const height = places.length
  const width = widthOf(places)
  while (grid.columns.length < rect.left + width) {
    grid.columns.push(schema.nodes.tableColumn!.create({ id: newBlockId() }))
    for (const line of grid.places) line.push(emptyCell(table.node))
  }
  while (grid.rows.length < rect.top + height) {
    grid.rows.push(schema.nodes.tableRow!.create({ id: newBlockId() }))
    grid.places.push(grid.columns.map(() => emptyCell(table.node)))
  }
  const covered = new Set<GridCell>()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) covered.add(grid.places[rect.top + y]?.[rect.left + x] as GridCell)
  // A merged cell that reaches out of the rectangle gives up what is outside.
  for (const cell of covered) unmerge(grid, cell, table.node)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const line = grid.places[rect.top + y] as GridCell[]
      line[rect.left + x] = places[y]?.[x] ?? emptyCell(table.node)
    }
  }
  replaceTable(tr, table, grid)
  const now = cellsOf({ node: tr.doc.nodeAt(table.pos) as PMNode, pos: table.pos })
  const first = now.find(({ top, left }) => top === rect.top && left === rect.left)
  const last = now.findLast(
    ({ bottom, right }) => bottom === rect.top + height && right === rect.left + width,
  )
  if (first && last && first !== last) tr.setSelection(new CellSelection(tr.doc, first.pos, last.pos))
  else if (first) tr.setSelection(TextSelection.near(tr.doc.resolve(first.pos + first.node.nodeSize - 1), -1))
}

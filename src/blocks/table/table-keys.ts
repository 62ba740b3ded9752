import type { KeyboardShortcutCommand } from '@tiptap/core'
import { type EditorState, Selection, TextSelection } from '@tiptap/pm/state'
import { isRightToLeft } from '@/ui/key-in-row'
import { backspaceKeys } from '../editing/backspace-keys'
import type { BlockCommand } from '../editing/turn-into'
import { CellSelection } from './cell-selection'
import { emptyCells, insertRow, moveColumnBy, moveRowBy, tableTarget } from './table-commands'
import { cellAround, cellsOf, type PlacedCell, tableAround } from './table-grid'

type Side = 'left' | 'right'
type Direction = 'up' | 'down' | Side

/** The cell around the caret among all of its table. */
function here(selection: Selection): { cells: PlacedCell[]; at: number } | null {
  const table = tableAround(selection.$from)
  const pos = cellAround(selection.$from)
  const cells = table ? cellsOf(table) : []
  const at = cells.findIndex((cell) => cell.pos === pos)
  return at < 0 ? null : { cells, at }
}

/** Tab: to the next cell, its words selected; from the last one into a new row. Shift+Tab: to the one before. */
export const stepCell =
  (by: 1 | -1): BlockCommand =>
  (state, tr, apply) => {
    const found = here(tr.selection)
    if (!found) return false
    const { cells, at } = found
    const next = cells[at + by]
    if (!next) return by > 0 ? insertRowBehind(state, tr, apply) : true
    if (apply)
      tr.setSelection(inside(tr.doc.resolve(next.pos + 1), tr.doc.resolve(next.pos + next.node.nodeSize - 1)))
    return true
  }

/** All that stands in a cell. */
const inside = ($from: Parameters<typeof TextSelection.between>[0], $to: typeof $from): Selection =>
  TextSelection.between($from, $to)

const insertRowBehind: BlockCommand = (state, tr, apply) => {
  if (!insertRow('below')(state, tr, apply)) return false
  const target = apply ? tableTarget(tr.selection) : null
  if (target) {
    const first = cellsOf(target.table).find(({ top, left }) => top >= target.rect.top && left === 0)
    if (first) tr.setSelection(Selection.near(tr.doc.resolve(first.pos + 1), 1))
  }
  return true
}

/** Is the caret at the edge of its cell, so that the next step in this direction leaves it? */
function atEdge(state: EditorState, direction: Direction, isLineEnd: boolean): boolean {
  const { $head } = state.selection
  const cell = cellAround($head)
  if (cell === null) return false
  const size = state.doc.nodeAt(cell)!.nodeSize
  const edge =
    direction === 'up' || direction === 'left'
      ? Selection.near(state.doc.resolve(cell + 1), 1)
      : Selection.near(state.doc.resolve(cell + size - 1), -1)
  if (direction === 'left' || direction === 'right') return edge.$head.pos === $head.pos
  return isLineEnd && edge.$head.sameParent($head)
}

const neighbour = (
  cells: readonly PlacedCell[],
  from: PlacedCell,
  direction: Direction,
): PlacedCell | undefined => {
  const x = direction === 'left' ? from.left - 1 : direction === 'right' ? from.right : from.left
  const y = direction === 'up' ? from.top - 1 : direction === 'down' ? from.bottom : from.top
  return cells.find(({ top, bottom, left, right }) => top <= y && y < bottom && left <= x && x < right)
}

/** Up and down in a table go to the cell above and below, not to the next in the text. */
export const arrowOut =
  (direction: 'up' | 'down', isLineEnd: boolean): BlockCommand =>
  (state, tr, apply) => {
    if (!(state.selection instanceof TextSelection) || !state.selection.empty) return false
    if (!atEdge(state, direction, isLineEnd)) return false
    const found = here(state.selection)
    const table = tableAround(state.selection.$from)
    if (!found || !table) return false
    const next = neighbour(found.cells, found.cells[found.at]!, direction)
    if (apply) {
      const outside = direction === 'up' ? table.pos : table.pos + table.node.nodeSize
      const target = next
        ? Selection.near(
            tr.doc.resolve(direction === 'up' ? next.pos + next.node.nodeSize - 1 : next.pos + 1),
            direction === 'up' ? -1 : 1,
          )
        : Selection.findFrom(tr.doc.resolve(outside), direction === 'up' ? -1 : 1)
      if (!target) return false
      tr.setSelection(target).scrollIntoView()
    }
    return true
  }

/** Shift and an arrow select cells: from the edge of a cell on, and on from there. */
export const extendCells =
  (direction: Direction, isLineEnd: boolean): BlockCommand =>
  (state, tr, apply) => {
    const { selection } = state
    const isCells = selection instanceof CellSelection
    if (!isCells && !(selection instanceof TextSelection && atEdge(state, direction, isLineEnd))) return false
    const anchor = isCells ? selection.anchorCell : cellAround(selection.$anchor)
    const head = isCells ? selection.headCell : cellAround(selection.$head)
    if (anchor === null || head === null || (!isCells && anchor !== head)) return false
    const table = tableAround(state.doc.resolve(head + 1))
    const cells = table ? cellsOf(table) : []
    const from = cells.find(({ pos }) => pos === head)
    const next = from && neighbour(cells, from, direction)
    if (!next) return isCells
    if (apply) tr.setSelection(new CellSelection(tr.doc, anchor, next.pos))
    return true
  }

/** An arrow ends a selection of cells, with the caret in the one it reached. */
const leaveCells: BlockCommand = (state, tr, apply) => {
  if (!(state.selection instanceof CellSelection)) return false
  if (apply) tr.setSelection(Selection.near(tr.doc.resolve(state.selection.headCell + 1), 1)).scrollIntoView()
  return true
}

/** Backspace at the very start of a cell does nothing: no key too many takes a table apart. */
const stayInCell =
  (direction: 'left' | 'right'): BlockCommand =>
  (state) => {
    const { selection } = state
    if (!(selection instanceof TextSelection) || !selection.empty || !atEdge(state, direction, true))
      return false
    const block = selection.$from.parent
    // What is more than plain text becomes that first, as everywhere.
    return direction === 'right' || (block.type.name === 'paragraph' && !(block.attrs.indent > 0))
  }

interface KeyContext {
  editor: {
    state: EditorState
    isEditable: boolean
    view: { dom: Element; endOfTextblock(direction: Direction): boolean }
    commands: {
      undoInputRule(): boolean
      command(
        run: (props: { state: EditorState; tr: EditorState['tr']; dispatch: unknown }) => boolean,
      ): boolean
    }
  }
}

/** What keys do in a table (rulings 5 leave them to the kind). */
export function tableKeys(this: KeyContext): Record<string, KeyboardShortcutCommand> {
  const run = (...commands: BlockCommand[]) =>
    this.editor.commands.command(({ state, tr, dispatch }) =>
      commands.some((command) => command(state, tr, Boolean(dispatch))),
    )
  const isIn = () => tableTarget(this.editor.state.selection) !== null
  const inTable = (act: () => boolean) => () => isIn() && act()
  /** Where a table runs from right to left, what lies left of a cell comes behind it. */
  const isBefore = (side: Side) => (side === 'left') !== isRightToLeft(this.editor.view.dom)
  const extend = (side: Side) => run(extendCells(isBefore(side) ? 'left' : 'right', edge(side)))
  const moveColumn = (side: Side) => run(moveColumnBy(isBefore(side) ? -1 : 1))
  const edge = (direction: Direction) => this.editor.view.endOfTextblock(direction)
  return {
    Tab: inTable(() => run(stepCell(1))),
    'Shift-Tab': inTable(() => run(stepCell(-1))),
    ArrowUp: inTable(() => run(leaveCells, arrowOut('up', edge('up')))),
    ArrowDown: inTable(() => run(leaveCells, arrowOut('down', edge('down')))),
    ArrowLeft: inTable(() => run(leaveCells)),
    ArrowRight: inTable(() => run(leaveCells)),
    Enter: inTable(() => run(leaveCells)),
    'Shift-ArrowUp': inTable(() => run(extendCells('up', edge('up')))),
    'Shift-ArrowDown': inTable(() => run(extendCells('down', edge('down')))),
    'Shift-ArrowLeft': inTable(() => extend('left')),
    'Shift-ArrowRight': inTable(() => extend('right')),
    ...Object.fromEntries(
      Object.entries(backspaceKeys(this.editor, () => run(emptyCells, stayInCell('left')))).map(
        ([key, act]) => [key, inTable(act)],
      ),
    ),
    Delete: inTable(() => run(emptyCells, stayInCell('right'))),
    'Alt-Shift-ArrowUp': inTable(() => run(moveRowBy(-1))),
    'Alt-Shift-ArrowDown': inTable(() => run(moveRowBy(1))),
    'Alt-Shift-ArrowLeft': inTable(() => moveColumn('left')),
    'Alt-Shift-ArrowRight': inTable(() => moveColumn('right')),
  }
}

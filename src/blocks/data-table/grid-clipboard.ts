import type { ClipboardEvent } from 'react'
import { safeCell } from '../kit/csv'
import { cellsFromPaste } from './read-data'
import { type Column, type Row, valueAt } from './table-model'
import { cellText, writtenValue } from './table-view'
import type { ShownTable } from './use-data-table'
import type { GridFocus } from './use-grid-focus'
import type { TableActions } from './use-table-actions'

interface Given {
  shown: ShownTable
  rows: readonly Row[]
  actions: TableActions
  focus: GridFocus
  isEditable: boolean
}

/** Is something written or pasted into a field of its own, such as a filter? The tick of a row is none. */
const isInField = ({ target }: ClipboardEvent): boolean =>
  target instanceof Element && target.matches('input:not([type="checkbox"]), textarea')

/** Copies the selected rows, or the cell that has the focus, as a spreadsheet does; pastes from there on. */
export function gridClipboard({ shown, rows, actions, focus, isEditable }: Given) {
  const columns = shown.shownColumns
  const { editing, here, x } = focus

  const selected = (): Row[] =>
    shown.found.filter((row) => row.getIsSelected()).map(({ original }) => original)
  const copied = (picked: readonly Row[]): string => {
    const text = (row: Row, column: Column) => {
      const said = safeCell(cellText(valueAt(row.values, column), column.type))
      return /[\t\n"]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said
    }
    if (picked.length > 0)
      return picked.map((row) => columns.map((column) => text(row, column)).join('\t')).join('\n')
    const row = rows.find(({ id }) => id === here?.row)
    return row && columns[x] ? text(row, columns[x]) : ''
  }
  const onCopy = (event: ClipboardEvent) => {
    if (editing || isInField(event)) return
    const picked = selected()
    event.clipboardData.setData('text/plain', copied(picked))
    event.preventDefault()
    if (event.type !== 'cut' || !isEditable || !here || !columns[x]) return
    const [rowIds, cut] =
      picked.length > 0 ? [picked.map(({ id }) => id), columns] : [[here.row], [columns[x]]]
    actions.write(
      rowIds.flatMap((row) => cut.map(({ accessorKey }) => ({ row, key: accessorKey, value: null }))),
    )
  }
  const onPaste = (event: ClipboardEvent) => {
    const column = columns[x]
    if (editing || isInField(event) || !isEditable || !here || !column) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    const cells = cellsFromPaste(text)
    // Also over the end of the page of the table that is shown.
    const all = shown.found.map(({ original }) => original)
    const from = Math.max(
      0,
      all.findIndex(({ id }) => id === here.row),
    )
    if (cells) actions.pasteCells(all, columns, { x, y: from }, cells)
    else
      actions.write([
        {
          row: here.row,
          key: column.accessorKey,
          value: writtenValue(text.replace(/\r?\n$/, ''), column.type),
        },
      ])
  }
  return { onCopy, onPaste }
}

import type { MouseEvent } from 'react'
import type { CellStep } from './grid-steps'
import { type CellValue, type Column, type Row, valueAt } from './table-model'
import { cellParts } from './table-records'
import { isEmpty, truthOf } from './table-view'
import type { GridFocus } from './use-grid-focus'
import type { TableActions } from './use-table-actions'

interface Given {
  focus: GridFocus
  rows: readonly Row[]
  columns: readonly Column[]
  actions: TableActions
  isEditable: boolean
}

/** Is a cell a tick, which is set at once instead of being written in? */
const isTick = (value: CellValue, column: Column): boolean =>
  column.type === 'boolean' && (isEmpty(value) || truthOf(value) !== null)

/** How the writing in a cell begins and ends. */
export function cellEditing({ focus, rows, columns, actions, isEditable }: Given) {
  const { here, x, step, go, setActive, setEditing } = focus
  const toggle = (row: Row, column: Column, value: CellValue) =>
    actions.write([{ row: row.id, key: column.accessorKey, value: truthOf(value) !== true }])

  /** Writes in the cell that has the focus; `typed` takes the place of what stands there. */
  const edit = (typed: string | null) => {
    const column = columns[x]
    const row = here && rows.find(({ id }) => id === here.row)
    if (!isEditable || !column || !row) return
    const value = valueAt(row.values, column)
    if (isTick(value, column)) {
      toggle(row, column, value)
      return
    }
    setActive(here)
    setEditing({ typed })
  }
  const end = (row: Row, column: Column, value: CellValue | undefined, how: string) => {
    setEditing(null)
    if (value !== undefined) actions.write([{ row: row.id, key: column.accessorKey, value }])
    if (how === 'away') return
    if (how === 'stay' || !step(how as CellStep)) go({ row: row.id, column: column.id })
  }

  /** A tick is set by one press; other cells are written by two. */
  const onClick = (event: MouseEvent) => {
    const name = (event.target as Element).closest('[data-cell]')?.getAttribute('data-cell')
    const place = name ? cellParts(name) : null
    const row = rows.find(({ id }) => id === place?.row)
    const column = columns.find(({ id }) => id === place?.key)
    if (!isEditable || !row || !column || focus.isEditing(row.id, column.id)) return
    const value = valueAt(row.values, column)
    const isOneTick = isTick(value, column)
    if (event.type === 'click' && isOneTick) toggle(row, column, value)
    if (event.type === 'click' || isOneTick) return
    setActive({ row: row.id, column: column.id })
    setEditing({ typed: null })
  }
  return { edit, end, onClick }
}

import { Selection } from '@tiptap/pm/state'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { Floating } from '@/ui/floating'
import { keyInRow } from '@/ui/key-in-row'
import type { BlockPanelProps } from '../kit/living-kind'
import { emptyTable, PICKER_SIZE } from './insert-table'
import './table-size.panel.css'

const SIDE = Array.from({ length: PICKER_SIZE }, (_, i) => i + 1)

/** The picker of a table's size, 8 × 8 (product.md 2.42): by pointer, by touch, and with the arrows and Enter. */
export function TableSizeGrid({ onPick }: { onPick(rows: number, columns: number): void }) {
  const [rows, setRows] = useState(3)
  const [columns, setColumns] = useState(3)
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => grid.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const within = (size: number) => Math.min(PICKER_SIZE, Math.max(1, size))
    const key = keyInRow(event)
    if (key === 'ArrowRight') setColumns(within(columns + 1))
    else if (key === 'ArrowLeft') setColumns(within(columns - 1))
    else if (key === 'ArrowDown') setRows(within(rows + 1))
    else if (key === 'ArrowUp') setRows(within(rows - 1))
    else if (key === 'Enter' || key === ' ') onPick(rows, columns)
    else return
    event.preventDefault()
  }
  return (
    <div className="table-size">
      <div
        ref={grid}
        className="table-size-grid"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop, whose arrows choose
        tabIndex={0}
        aria-label={t('Size of the table: arrows choose, Enter makes it')}
        onKeyDown={onKeyDown}
      >
        {SIDE.flatMap((row) =>
          SIDE.map((column) => (
            <button
              key={`${row} ${column}`}
              type="button"
              tabIndex={-1}
              className="table-size-cell"
              data-in={row <= rows && column <= columns}
              aria-label={`${row} × ${column}`}
              onPointerEnter={() => {
                setRows(row)
                setColumns(column)
              }}
              onClick={() => onPick(row, column)}
            />
          )),
        )}
      </div>
      <p className="table-size-words" role="status">
        {rows} × {columns}
      </p>
    </div>
  )
}

/** Whether the key writes something, a key of an input method included. Space chooses, as in every grid. */
const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && key !== ' ' && ([...key].length === 1 || /^(Dead|Process)$/.test(key))

/**
 * Opens at a new table, which stays as it is after a press elsewhere and goes again with Escape. Anybody who begins to write
 * means the first cell.
 */
export default function TableSizePanel({ editor, pos, onClose, onTakeBack }: BlockPanelProps) {
  const { view } = editor
  const pick = (rows: number, columns: number) => {
    const table = view.state.doc.nodeAt(pos)
    if (table?.type.name === 'table') {
      const { tr, schema } = view.state
      const made = emptyTable(schema, rows, columns)
      tr.replaceWith(pos, pos + table.nodeSize, made)
      tr.setSelection(Selection.near(tr.doc.resolve(pos + 1), 1))
      view.dispatch(tr)
    }
    onClose()
  }
  const rect = () => {
    const element = view.nodeDOM(pos)
    return (element instanceof HTMLElement ? element : view.dom).getBoundingClientRect()
  }
  return (
    <Floating rect={rect} context={view.dom} anchorKey={pos} onPressOutside={onClose}>
      <div
        className="panel"
        role="dialog"
        aria-label={t('Size of the table')}
        onKeyDown={(event) => {
          if (writes(event)) {
            // Before the browser puts the letter in: it goes to where the focus is then.
            view.focus()
            onClose()
          }
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (onTakeBack) onTakeBack()
          else onClose()
        }}
      >
        <TableSizeGrid onPick={pick} />
      </div>
    </Floating>
  )
}

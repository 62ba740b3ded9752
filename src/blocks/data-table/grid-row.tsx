import { GripVertical } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import { CellContent, CellEditor } from './data-cell'
import type { OpensMenu } from './grid-menu'
import { type CellValue, type Column, type Row, valueAt } from './table-model'
import { cellName } from './table-records'
import type { ShownTable } from './use-data-table'
import type { GridFocus } from './use-grid-focus'
import type { Reorder } from './use-reorder'

interface GridRowProps {
  row: Row
  /** Its place among all rows that are shown, from 1 on. */
  number: number
  shown: ShownTable
  focus: GridFocus
  drag: Reorder
  hasHandle: boolean
  isEditable: boolean
  canMove: boolean
  onEnd(row: Row, column: Column, value: CellValue | undefined, how: string): void
  openMenu: OpensMenu
}

/** One row: its handle, and its cells, of which one may be written in. */
export function GridRow(props: GridRowProps) {
  const { row, number, shown, focus, drag, hasHandle, isEditable, canMove, onEnd, openMenu } = props
  const { made, config, shownColumns: columns, isInOrder } = shown
  const { here, editing, isEditing, setActive } = focus
  const isSelected = made.getState().rowSelection[row.id] === true
  return (
    <tr
      data-row={row.id}
      data-drop={drag.dropAt(row.id)}
      aria-rowindex={number + 1}
      aria-selected={config.selectable ? isSelected : undefined}
    >
      {hasHandle && (
        <td className="data-handle">
          <div>
            {isEditable && (
              <button
                type="button"
                className="data-grip"
                tabIndex={-1}
                aria-label={t('Row {number}', { number })}
                aria-haspopup="menu"
                data-movable={canMove && isInOrder}
                onPointerDown={(event) => canMove && isInOrder && drag.start(event, row.id)}
                onClick={(event) => {
                  if (event.detail === 0 || !drag.wasDragged.current)
                    openMenu('row', row.id, event.currentTarget, event.detail === 0)
                }}
              >
                <GripVertical aria-hidden />
              </button>
            )}
            {config.selectable && (
              <Checkbox
                aria-label={t('Select row {number}', { number })}
                checked={isSelected}
                onCheckedChange={(checked) => made.getRow(row.id).toggleSelected(checked)}
              />
            )}
          </div>
        </td>
      )}
      {columns.map((column, at) => {
        const place = { row: row.id, column: column.id }
        const value = valueAt(row.values, column)
        return (
          <td
            key={column.id}
            {...GRID_CELL}
            aria-colindex={at + 1 + (hasHandle ? 1 : 0)}
            data-cell={cellName(row.id, column.id)}
            data-column-align={column.align}
            data-type={column.type}
            tabIndex={here?.row === row.id && here.column === column.id ? 0 : -1}
            title={typeof value === 'string' && value.length > 24 ? value : undefined}
            onFocus={(event) => {
              if (event.target === event.currentTarget) setActive(place)
            }}
          >
            {editing !== null && isEditing(row.id, column.id) ? (
              <CellEditor
                value={value}
                column={column}
                typed={editing.typed}
                label={t('{header}, row {number}', { header: column.header, number })}
                onEnd={(written, how) => onEnd(row, column, written, how)}
              />
            ) : (
              <CellContent value={value} column={column} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

const GRID_CELL = { role: 'gridcell' } as const

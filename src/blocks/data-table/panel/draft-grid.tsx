import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { Button } from '@/ui/button'
import { cellsFromPaste } from '../read-data'
import { type CellValue, type Column, MOST_ROWS, type Row, valueAt } from '../table-model'
import { columnFrom } from '../table-records'
import { isEmpty, writtenValue } from '../table-view'
import type { TabProps } from './data-table-panel'

/** Rows that are shown at first, and more of them when asked for. */
const STEP = 50

const newRow = (): Row => ({ id: newBlockId(), values: {} })
const newColumn = (columns: readonly Column[]): Column => {
  const id = newBlockId()
  return columnFrom(id, { accessorKey: id, header: t('Column {count}', { count: columns.length + 1 }) })
}

/** The rows as fields: Enter and the arrows go up and down, cells of a spreadsheet are pasted from one field on. */
export function DraftGrid({ draft, onChange }: TabProps) {
  const { rows, columns } = draft
  const [shown, setShown] = useState(STEP)
  const table = useRef<HTMLTableElement>(null)

  const write = (id: string, column: Column, value: CellValue) =>
    onChange({
      rows: rows.map((row) =>
        row.id === id ? { ...row, values: { ...row.values, [column.accessorKey]: value } } : row,
      ),
    })
  const paste = (event: ClipboardEvent, y: number, x: number) => {
    const cells = cellsFromPaste(event.clipboardData.getData('text/plain'))
    if (!cells) return
    event.preventDefault()
    const all = [...rows]
    for (let more = y + cells.length - all.length; more > 0 && all.length < MOST_ROWS; more--)
      all.push(newRow())
    onChange({
      rows: all.map((row, at) => {
        const line = cells[at - y]
        if (!line) return row
        const values: Record<string, CellValue> = { ...row.values }
        for (const [step, value] of line.entries()) {
          const column = columns[x + step]
          if (column) values[column.accessorKey] = writtenValue(value, column.type)
        }
        return { ...row, values }
      }),
    })
  }
  const go = (event: KeyboardEvent, y: number, x: number) => {
    const isDown = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)
    if ((!isDown && event.key !== 'ArrowUp') || event.nativeEvent.isComposing) return
    event.preventDefault()
    const to = table.current?.querySelector<HTMLInputElement>(`[data-field="${y + (isDown ? 1 : -1)}:${x}"]`)
    to?.focus()
    to?.select()
  }
  if (columns.length === 0 && rows.length === 0) {
    const begin = () => {
      const made: Column[] = []
      for (let n = 0; n < 3; n++) made.push(newColumn(made))
      onChange({ columns: made, rows: [newRow(), newRow(), newRow()] })
    }
    return (
      <div className="data-dialog-none">
        <p>{t('Paste cells from a spreadsheet here, or upload a .csv or .json file.')}</p>
        {/* A place that can have the focus, so that there is something to paste into. */}
        <input
          className="data-dialog-paste"
          aria-label={t('Paste cells here')}
          placeholder={t('Paste here')}
        />
        <Button size="sm" onClick={begin}>
          {t('Start with an empty table')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <div className="data-dialog-scroll">
        <table ref={table}>
          <caption className="sr-only">{t('Rows of the data table')}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col" data-column-align={column.align}>
                  <input
                    aria-label={t('Heading of column {header}', { header: column.header })}
                    value={column.header}
                    onChange={(event) => {
                      const header = event.currentTarget.value
                      onChange({
                        columns: columns.map((one) => (one.id === column.id ? { ...one, header } : one)),
                      })
                    }}
                  />
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, y) => (
              <tr key={row.id}>
                {columns.map((column, x) => {
                  const value = valueAt(row.values, column)
                  return (
                    <td key={column.id} data-column-align={column.align}>
                      <input
                        data-field={`${y}:${x}`}
                        aria-label={t('{header}, row {y}', { header: column.header, y: y + 1 })}
                        value={isEmpty(value) ? '' : String(value)}
                        onChange={(event) => write(row.id, column, event.currentTarget.value)}
                        onBlur={(event) => {
                          const typed = writtenValue(event.currentTarget.value, column.type)
                          if (typed !== value && !(isEmpty(typed) && isEmpty(value)))
                            write(row.id, column, typed)
                        }}
                        onPaste={(event) => paste(event, y, x)}
                        onKeyDown={(event) => go(event, y, x)}
                      />
                    </td>
                  )
                })}
                <td>
                  <button
                    type="button"
                    className="data-dialog-remove"
                    aria-label={t('Remove row {y}', { y: y + 1 })}
                    onClick={() => onChange({ rows: rows.filter(({ id }) => id !== row.id) })}
                  >
                    <X aria-hidden />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="data-dialog-bar">
        <Button
          size="sm"
          variant="ghost"
          disabled={rows.length >= MOST_ROWS}
          onClick={() => {
            setShown(Math.max(shown, rows.length + 1))
            onChange({ rows: [...rows, newRow()] })
          }}
        >
          <Plus aria-hidden />
          {t('Row')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onChange({ columns: [...columns, newColumn(columns)] })}
        >
          <Plus aria-hidden />
          {t('Column')}
        </Button>
        {rows.length > shown && (
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + STEP)}>
            {t('Show more ({count} hidden)', { count: inFigures(rows.length - shown) })}
          </Button>
        )}
      </div>
    </>
  )
}

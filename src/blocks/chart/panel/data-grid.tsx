import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { columnsOf, type Row } from '../read-rows'
import {
  addColumn,
  addRow,
  cellsFromClipboard,
  cellText,
  removeColumn,
  removeRow,
  rowsFromClipboard,
  withCell,
  withCells,
} from './chart-rows'

/** Rows that are shown at first, and more of them when asked for. */
const PAGE = 50
/** Columns that are shown at first, and more of them when asked for: each is a field in every row. */
const WIDE = 20

interface GridProps {
  rows: readonly Row[]
  onChange(rows: Row[]): void
  /** A column is to be called something else. */
  onRename(column: string, to: string): void
}

/** The data as a table of fields. Arrows and Enter go from row to row, Tab from cell to cell; cells of a spreadsheet can be pasted. */
export function DataGrid({ rows, onChange, onRename }: GridProps) {
  const [shown, setShown] = useState(PAGE)
  const [wide, setWide] = useState(WIDE)
  const table = useRef<HTMLTableElement>(null)
  /** The cell that the keyboard goes to, once it is there. */
  const [wanted, setWanted] = useState<string | null>(null)
  const columns = columnsOf(rows)
  useEffect(() => {
    if (wanted === null) return
    const field = table.current?.querySelector<HTMLInputElement>(`[data-cell="${wanted}"]`)
    field?.focus()
    field?.select()
    setWanted(null)
  }, [wanted])

  const paste = (event: ClipboardEvent, index: number, column: string) => {
    const text = event.clipboardData.getData('text/plain')
    const cells = cellsFromClipboard(text)
    if (!cells) return
    event.preventDefault()
    // Over a name, or into a table with nothing in it: the first line names the columns.
    const all = index < 0 ? rowsFromClipboard(text) : null
    onChange(all ?? withCells(rows, columns, Math.max(0, index), column, cells))
  }
  const go = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const down = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)
    const up = event.key === 'ArrowUp'
    if ((!down && !up) || event.nativeEvent.isComposing) return
    event.preventDefault()
    const cell = `${row + (down ? 1 : -1)}:${column}`
    // Enter in the last row begins another.
    if (event.key === 'Enter' && row === rows.length - 1) onChange(addRow(rows))
    setWanted(cell)
  }
  const names = columns.slice(0, wide).map((column, at) => ({ column, at }))
  const lines = rows.slice(0, shown).map((row, index) => ({ row, index }))
  return (
    <div className="chart-fields">
      <div className="chart-grid-scroll">
        <table ref={table} className="chart-grid-table">
          <caption className="sr-only">{t('Data of the chart')}</caption>
          <thead>
            <tr>
              {names.map(({ column, at }) => (
                <th key={at} scope="col">
                  <div className="chart-grid-name">
                    <Cell
                      label={t('Name of column {at}', { at: at + 1 })}
                      cell={`-1:${at}`}
                      value={column}
                      isLate
                      onChange={(to) => onRename(column, to)}
                      onPaste={(event) => paste(event, -1, column)}
                      onKeyDown={(event) => go(event, -1, at)}
                    />
                    <button
                      type="button"
                      aria-label={t('Remove column {column}', { column })}
                      onClick={() => onChange(removeColumn(rows, column))}
                    >
                      <X aria-hidden />
                    </button>
                  </div>
                </th>
              ))}
              <td className="chart-grid-end" />
            </tr>
          </thead>
          <tbody>
            {lines.map(({ row, index }) => (
              <tr key={index}>
                {names.map(({ column, at }) => (
                  <td key={at}>
                    <Cell
                      label={t('{column}, row {index}', { column, index: index + 1 })}
                      cell={`${index}:${at}`}
                      value={cellText(row, column)}
                      onChange={(text) => onChange(withCell(rows, index, column, text))}
                      onPaste={(event) => paste(event, index, column)}
                      onKeyDown={(event) => go(event, index, at)}
                    />
                  </td>
                ))}
                <td className="chart-grid-end">
                  <button
                    type="button"
                    aria-label={t('Remove row {index}', { index: index + 1 })}
                    onClick={() => onChange(removeRow(rows, index))}
                  >
                    <X aria-hidden />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="chart-bar">
        <Button size="sm" variant="ghost" onClick={() => onChange(addRow(rows))}>
          <Plus aria-hidden />
          {t('Row')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            setWide(Math.max(wide, columns.length + 1))
            onChange(addColumn(rows))
          }}
        >
          <Plus aria-hidden />
          {t('Column')}
        </Button>
        {rows.length > shown && (
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + PAGE)}>
            {t('Show more ({count} hidden)', { count: inFigures(rows.length - shown) })}
          </Button>
        )}
        {columns.length > wide && (
          <Button size="sm" variant="ghost" onClick={() => setWide(wide + WIDE)}>
            {t('Show more columns ({count} hidden)', { count: inFigures(columns.length - wide) })}
          </Button>
        )}
      </div>
      <p className="text-xs text-text-muted">
        {t('Cells copied from a spreadsheet can be pasted here. Paste into a header to replace all data.')}
      </p>
    </div>
  )
}

interface CellProps {
  label: string
  /** Row and column, by which the arrows find it. */
  cell: string
  value: string
  /** Changes count when the field is left, not with every letter. */
  isLate?: boolean
  onChange(text: string): void
  onPaste(event: ClipboardEvent): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
}

/** A field that shows what is typed as it is typed, though `1.` and `1.0` mean the number 1. */
function Cell({ label, cell, value, isLate, onChange, onPaste, onKeyDown }: CellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      data-cell={cell}
      aria-label={label}
      value={typed ?? value}
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.target.value)
        if (!isLate) onChange(event.target.value)
      }}
      onBlur={() => {
        if (isLate && typed !== null) onChange(typed)
        setTyped(null)
      }}
      onPaste={(event) => {
        onPaste(event)
        if (event.defaultPrevented) setTyped(null)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

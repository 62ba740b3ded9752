import { type RefObject, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { writeCsv } from '../kit/csv'
import { columnsOf, rowsOf } from './read-table'
import {
  type CellChange,
  deleteRows,
  FULL,
  hasRoom,
  insertRows,
  moveColumn,
  moveRow,
  roomForRows,
  setCells,
  setColumn,
  setColumns,
  type TablePatch,
} from './table-edits'
import { type Column, type Row, type RowValues, type TableAttributes, valueAt } from './table-model'
import { columnFrom } from './table-records'
import { cellText, writtenValue } from './table-view'
import type { ShownTable } from './use-data-table'

interface Given {
  shown: ShownTable
  /** The table as it is at the moment of asking. */
  current(): TableAttributes
  onChange(patch: TablePatch): void
}

/** What was last said to the person; each time it is said is another turn, also with the same words. */
interface Told {
  words: string
  isWarning: boolean
  turn: number
}

/** All that can be done with a table's rows and columns; every one is one step of undo and says what it did. */
export function useTableActions({ shown, current, onChange }: Given) {
  const [told, setTold] = useState<Told>({ words: '', isWarning: false, turn: 0 })
  const nextPlace = useRef<{ row: string; column?: string } | null>(null)
  const tell = (words: string, isWarning: boolean) =>
    setTold(({ turn }) => ({ words, isWarning, turn: turn + 1 }))
  const say = (words: string) => tell(words, false)
  const warn = (words: string) => tell(words, true)
  const { isInOrder } = shown

  const fits = (rows: readonly RowValues[], changes: readonly CellChange[] = []): boolean => {
    const does = hasRoom(current(), rows, changes)
    if (!does) warn(FULL())
    return does
  }
  const write = (changes: readonly CellChange[]) => {
    if (fits([], changes)) onChange(setCells(current(), changes))
  }
  const placeOf = (id: string): number => rowsOf(current()).findIndex((row) => row.id === id)
  const add = (at: number, values: readonly RowValues[]): string[] => {
    const table = current()
    const room = roomForRows(table)
    if (room < values.length) warn(FULL())
    if (!fits(values)) return []
    const ids = values.slice(0, room).map(newBlockId)
    if (ids.length > 0) onChange(insertRows(table, at, values, ids))
    return ids
  }
  const goTo = (row: string, at: number) => {
    nextPlace.current = { row }
    if (isInOrder && shown.config.showPagination) shown.setPage(Math.floor(at / shown.pageSize))
  }
  const newIsHidden = () => warn(t('The new row is there, but the search or a filter hides it.'))
  const putRow = (id: string, to: number) => {
    onChange(moveRow(current(), id, to))
    say(t('Row moved to {to} of {count}', { to: to + 1, count: Object.keys(current().data).length }))
  }
  const putColumn = (id: string, to: number) => {
    onChange(moveColumn(current(), id, to))
    const column = columnsOf(current()).find((one) => one.id === id)
    say(
      t('{header} moved to {to} of {count}', {
        header: column?.header ?? t('Column'),
        to: to + 1,
        count: columnsOf(current()).length,
      }),
    )
  }
  /** The place among the others at which something stands in front of, or behind, one of them. */
  const beside = (ids: readonly string[], id: string, other: string, isAfter: boolean): number =>
    ids.filter((one) => one !== id).indexOf(other) + (isAfter ? 1 : 0)

  return {
    told,
    say,
    nextPlace: nextPlace as RefObject<{ row: string; column?: string } | null>,
    newIsHidden,
    write,
    /** A new row beside the given one, or behind the last. */
    addRow(beside: string | null, after: 0 | 1 = 1) {
      const at = beside === null ? rowsOf(current()).length : placeOf(beside) + after
      const [id] = add(at, [{}])
      if (id) goTo(id, at)
    },
    duplicateRows(ids: readonly string[]) {
      const rows = rowsOf(current()).filter(({ id }) => ids.includes(id))
      const last = rows.at(-1)
      if (!last) return
      const made = add(
        placeOf(last.id) + 1,
        rows.map(({ values }) => values),
      )
      if (made.length > 0)
        say(t('{count, plural, one {Row duplicated} other {# rows duplicated}}', { count: made.length }))
    },
    deleteRows(ids: readonly string[]) {
      onChange(deleteRows(current(), new Set(ids)))
      say(t('{count, plural, one {Row deleted} other {# rows deleted}}', { count: ids.length }))
    },
    moveRowBy(id: string, by: number) {
      if (!isInOrder) {
        warn(t('Rows are moved when the table is neither sorted nor filtered.'))
        return
      }
      const at = placeOf(id)
      const to = at + by
      if (at < 0 || to < 0 || to >= rowsOf(current()).length) return
      putRow(id, to)
      nextPlace.current = { row: id }
      if (shown.config.showPagination) shown.setPage(Math.floor(to / shown.pageSize))
    },
    placeRow(id: string, other: string, isAfter: boolean) {
      putRow(
        id,
        beside(
          rowsOf(current()).map((row) => row.id),
          id,
          other,
          isAfter,
        ),
      )
    },
    /** Past the next column that is shown. */
    moveColumnBy(id: string, by: number) {
      const { shownColumns } = shown
      const other = shownColumns[shownColumns.findIndex((column) => column.id === id) + by]
      if (!other) return
      putColumn(
        id,
        beside(
          columnsOf(current()).map((column) => column.id),
          id,
          other.id,
          by > 0,
        ),
      )
    },
    placeColumn(id: string, other: string, isAfter: boolean) {
      putColumn(
        id,
        beside(
          columnsOf(current()).map((column) => column.id),
          id,
          other,
          isAfter,
        ),
      )
    },
    hideColumn: (id: string, hidden: boolean) => onChange(setColumn(current(), id, { hidden })),
    changeColumn: (id: string, change: Partial<Column>) => onChange(setColumn(current(), id, change)),
    addColumn(beside: string, after: 0 | 1) {
      const columns = columnsOf(current())
      const at = columns.findIndex(({ id }) => id === beside) + after
      const id = newBlockId()
      const made = columnFrom(id, { accessorKey: id, header: t('New column') })
      onChange(setColumns(current(), [...columns.slice(0, at), made, ...columns.slice(at)]))
      say(t('Column added'))
    },
    deleteColumn(id: string) {
      onChange(
        setColumns(
          current(),
          columnsOf(current()).filter((column) => column.id !== id),
        ),
      )
      say(t('Column deleted'))
    },
    /** Cells of a spreadsheet, from one cell on; what goes over the end becomes new rows, what goes over the side is left out. */
    pasteCells(
      rows: readonly Row[],
      columns: readonly Column[],
      from: { x: number; y: number },
      cells: readonly (readonly string[])[],
    ) {
      const into = columns.slice(from.x)
      const value = (given: string, { type }: Column) => writtenValue(given, type)
      const written = cells.slice(0, rows.length - from.y).flatMap((line, y) =>
        line.slice(0, into.length).map(
          (given, x): CellChange => ({
            row: rows[from.y + y]!.id,
            key: into[x]!.accessorKey,
            value: value(given, into[x]!),
          }),
        ),
      )
      const table = current()
      const rest = cells
        .slice(rows.length - from.y)
        .map(
          (line): RowValues =>
            Object.fromEntries(
              line.slice(0, into.length).map((given, x) => [into[x]!.accessorKey, value(given, into[x]!)]),
            ),
        )
      const room = roomForRows(table)
      if (!fits(rest.slice(0, room), written)) return
      const patch = setCells(table, written)
      const last = rows.at(-1)
      const at = last ? placeOf(last.id) + 1 : rowsOf(table).length
      const added = rest.length > 0 ? insertRows(table, at, rest, rest.slice(0, room).map(newBlockId)) : {}
      onChange({ ...patch, ...added })
      say(t('{count, plural, one {# row} other {# rows}} pasted', { count: cells.length }))
      if (cells.some((line) => line.length > into.length))
        warn(t('The table has fewer columns than what was pasted: the values beyond them were left out.'))
      if (rest.length > room) warn(FULL())
    },
    /** All rows that are shown, as CSV (RFC 4180). */
    csv: (): string =>
      writeCsv([
        shown.shownColumns.map(({ header }) => header),
        ...shown.found.map(({ original }) =>
          shown.shownColumns.map((column) => {
            const value = valueAt(original.values, column)
            return typeof value === 'number' ? value : cellText(value, column.type)
          }),
        ),
      ]),
  }
}

export type TableActions = ReturnType<typeof useTableActions>

import { compareWords } from '@/shared/compare-words'
import type { ReadTable } from './read-table'
import {
  type CellValue,
  type Column,
  type ColumnType,
  type Row,
  type TableView,
  valueAt,
} from './table-model'
import { cellText, isEmpty, numberOf, timeOf, truthOf } from './table-view'

/** Compares two cells of a column, ascending; what is empty, or no value of the type, stands last by `isEmpty`. */
export function compareCells(a: CellValue, b: CellValue, type: ColumnType): number {
  const read = type === 'number' ? numberOf : type === 'date' ? timeOf : type === 'boolean' ? truthOf : null
  if (read) {
    const left = read(a)
    const right = read(b)
    if (left !== null && right !== null) return Number(left) - Number(right)
    if (left !== null || right !== null) return left === null ? 1 : -1
  }
  return compareWords(String(a ?? ''), String(b ?? ''))
}

/** Compares in the wanted direction; empty cells stand last in both. */
export function compareIn(a: CellValue, b: CellValue, type: ColumnType, descending: boolean): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
  const compared = compareCells(a, b, type)
  return descending ? -compared : compared
}

const COMPARISON = /^\s*(>=|<=|!=|>|<|=)\s*(.+?)\s*$/

/** Does a cell match what was typed into its column's filter: words, or `>= 10`, `< 2026-01-01`, `= Ann`? */
export function matchesFilter(value: CellValue, typed: string, type: ColumnType): boolean {
  const wanted = typed.trim()
  if (wanted === '') return true
  if (type === 'boolean') {
    const truth = truthOf(wanted)
    if (truth !== null) return (truthOf(value) ?? false) === truth
  }
  const comparison = COMPARISON.exec(wanted)
  if (comparison) {
    const [, sign, than = ''] = comparison
    const compared = isEmpty(value) ? null : compareCells(value, than, type)
    if (sign === '!=') return compared !== 0
    if (compared === null) return false
    switch (sign) {
      case '>=':
        return compared >= 0
      case '<=':
        return compared <= 0
      case '>':
        return compared > 0
      case '<':
        return compared < 0
      default:
        return compared === 0
    }
  }
  return cellText(value, type).toLowerCase().includes(wanted.toLowerCase())
}

/** Does a row hold these words in any of the columns? */
export function matchesSearch(row: Row, columns: readonly Column[], search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return (
    wanted === '' ||
    columns.some((column) =>
      cellText(valueAt(row.values, column), column.type).toLowerCase().includes(wanted),
    )
  )
}

/**
 * The rows that a view shows, in its order. What is hidden is searched by nobody; where the table's settings have switched searching or
 * sorting off, what was kept of it counts for nothing.
 */
export function rowsInView({ rows, columns, config, view: stored }: ReadTable): Row[] {
  const view: TableView = {
    sort: config.sortable ? stored.sort : [],
    search: config.showFilters ? stored.search : '',
    filters: config.showFilters ? stored.filters : {},
  }
  const shown = columns.filter(({ hidden }) => !hidden)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const filters = Object.entries(view.filters).flatMap(([id, typed]) => {
    const column = byId.get(id)
    return column?.filterable ? [{ column, typed }] : []
  })
  const sorts = view.sort.flatMap(({ column: id, descending }) => {
    const column = byId.get(id)
    return column?.sortable ? [{ column, descending }] : []
  })
  const kept = rows.filter(
    (row) =>
      matchesSearch(row, shown, view.search) &&
      filters.every(({ column, typed }) => matchesFilter(valueAt(row.values, column), typed, column.type)),
  )
  if (sorts.length === 0) return kept
  return kept.sort((a, b) => {
    for (const { column, descending } of sorts) {
      const order = compareIn(valueAt(a.values, column), valueAt(b.values, column), column.type, descending)
      if (order !== 0) return order
    }
    return 0
  })
}

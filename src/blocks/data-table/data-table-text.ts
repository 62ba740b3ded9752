import type { Block } from '../kit/block'
import { readTable } from './read-table'
import { type Column, type Row, valueAt } from './table-model'
import { cellText } from './table-view'

const line = (row: Row, columns: readonly Column[]): string =>
  columns.map((column) => cellText(valueAt(row.values, column), column.type)).join('\t')

/** The words of a data table, for search and word count: all that its columns show, filtered out or not. */
export function dataTableText({ attributes }: Block): string {
  const { columns, rows } = readTable(attributes)
  if (columns.length === 0) return ''
  return [columns.map(({ header }) => header).join('\t'), ...rows.map((row) => line(row, columns))].join('\n')
}

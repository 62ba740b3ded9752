import type { Attributes } from '../kit/attributes'
import type { Json } from '../kit/block'
import { tableOf } from './table-attributes'
import {
  type CellValue,
  type Column,
  DEFAULT_CONFIG,
  MOST_ROWS,
  type Row,
  type RowValues,
  type TableAttributes,
  type TableConfig,
  type TableView,
} from './table-model'
import { cellParts, columnFrom, FILTER, LAST, type Loose, orderOf } from './table-records'

const byOrder = (a: readonly [string, string], b: readonly [string, string]): number =>
  a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : 1

/** The columns, in order. */
export function columnsOf({ columns }: Pick<TableAttributes, 'columns'>): Column[] {
  return Object.entries(columns)
    .map(([id, column]): [string, string] => [orderOf(column), id])
    .sort(byOrder)
    .map(([, id]) => columnFrom(id, columns[id] as Loose))
}

/**
 * The rows, in order, each with its values: those it was made with, and over them what was written since. A row that was
 * deleted while somebody else wrote in it stands at the end, with what was written, as long as there is room for rows.
 */
export function rowsOf({ data, cells }: Pick<TableAttributes, 'data' | 'cells'>): Row[] {
  const written = new Map<string, Record<string, CellValue>>()
  for (const [name, value] of Object.entries(cells)) {
    const { row, key } = cellParts(name)
    const values = written.get(row)
    if (values) values[key] = value as CellValue
    else written.set(row, { [key]: value as CellValue })
  }
  const ids = Object.entries(data).map(([id, row]): [string, string] => [orderOf(row), id])
  const deleted = [...written.keys()].filter((id) => !Object.hasOwn(data, id)).sort()
  for (const id of deleted.slice(0, Math.max(0, MOST_ROWS - ids.length))) ids.push([LAST, id])
  return ids.sort(byOrder).map(([, id]) => {
    const stored = data[id]
    const made = (Array.isArray(stored) ? stored[1] : {}) as RowValues
    const over = written.get(id)
    return { id, values: over ? { ...made, ...over } : made }
  })
}

export const configOf = ({ config }: Pick<TableAttributes, 'config'>): TableConfig => ({
  ...DEFAULT_CONFIG,
  ...(config as Partial<TableConfig>),
})

export function viewOf({ view }: Pick<TableAttributes, 'view'>): TableView {
  const filters: Record<string, string> = {}
  for (const [key, value] of Object.entries(view))
    if (key.startsWith(FILTER)) filters[key.slice(FILTER.length)] = String(value)
  return {
    sort: (view.sort ?? []) as unknown as TableView['sort'],
    search: typeof view.search === 'string' ? view.search : '',
    filters,
  }
}

/** A view as it is stored. */
export function storedView({ sort, search, filters }: TableView): Record<string, Json> {
  const stored: Record<string, Json> = {}
  if (sort.length > 0) stored.sort = sort.map((one) => ({ ...one }))
  if (search) stored.search = search
  for (const [column, text] of Object.entries(filters)) if (text) stored[`${FILTER}${column}`] = text
  return tableOf({ view: stored }).view
}

/** What a block's attributes say, as it is read. */
export interface ReadTable {
  columns: Column[]
  rows: Row[]
  config: TableConfig
  view: TableView
}

/** All that is asked of a block's attributes at once. */
export const readTable = (attributes: Attributes | undefined): ReadTable => {
  const table = tableOf(attributes ?? {})
  return { columns: columnsOf(table), rows: rowsOf(table), config: configOf(table), view: viewOf(table) }
}

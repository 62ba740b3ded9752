import { generateNKeysBetween } from 'fractional-indexing'
import * as z from 'zod/mini'
import { type Attributes, indent } from '../kit/attributes'
import type { Json } from '../kit/block'

/** What one table holds at most; what is more is left out, with a message where a person is there to read it (R34). */
export const MOST_ROWS = 5_000
export const MOST_COLUMNS = 100
/** Characters of one cell, and of all cells of a table. */
export const LONGEST_CELL = 10_000
export const MOST_CHARACTERS = 2_000_000

export const COLUMN_TYPES = ['text', 'number', 'date', 'boolean'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]
export const ALIGNS = ['left', 'center', 'right'] as const
export type Align = (typeof ALIGNS)[number]

/** What a cell holds. Dates are ISO 8601 texts; what is not there, `null` and `''` are all empty. */
export type CellValue = string | number | boolean | null
/** A row as it was given: values by the keys of the data. */
export type RowValues = Readonly<Record<string, CellValue>>

/** A column (product.md 3.21): which values of the rows it shows, and how. */
export interface Column {
  id: string
  header: string
  /** The key of the values that it shows. */
  accessorKey: string
  type: ColumnType
  sortable: boolean
  filterable: boolean
  align: Align
  /** Not shown, but there. */
  hidden: boolean
}

export interface Row {
  id: string
  values: RowValues
}

/** How a table behaves (product.md 3.21; page size: 5.16 and 9.12). */
export interface TableConfig {
  showPagination: boolean
  showFilters: boolean
  showColumnVisibility: boolean
  /** Rows on a page, 1–100. */
  pageSize: number
  sortable: boolean
  selectable: boolean
  reorderable: boolean
}

export const DEFAULT_CONFIG: TableConfig = {
  showPagination: true,
  showFilters: true,
  showColumnVisibility: true,
  pageSize: 10,
  sortable: true,
  selectable: false,
  reorderable: true,
}

/** Page sizes that are offered (product.md 9.7). */
export const PAGE_SIZES = [5, 10, 20, 30] as const

/** Which rows are shown, and in which order. */
export interface TableView {
  sort: readonly { column: string; descending: boolean }[]
  search: string
  /** What rows must match, by column. */
  filters: Readonly<Record<string, string>>
}

/** A table as a page has it: the four records are stored member by member (docs/decisions/data-table.md). */
export interface TableAttributes {
  columns: Record<string, Json>
  data: Record<string, Json>
  cells: Record<string, Json>
  config: Record<string, Json>
  view: Record<string, Json>
}

const ID = /^(?!__proto__$)[\w-]{1,64}$/
const ORDER = /^[A-Za-z][0-9A-Za-z]{0,200}$/
/** The order of what says none. */
const LAST = 'zzzzz'
/** A key that is lost, or means something else, in the objects of some programs. */
const isKey = (key: string): boolean => key !== '__proto__' && key.length <= 200

type Loose = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const EMPTY: Record<string, Json> = Object.freeze({})
/** Records that were cleaned: what a page holds is asked for again and again, and never changed. */
const clean = new WeakSet<object>([EMPTY])

const known = (record: Record<string, Json>): Record<string, Json> => {
  for (const _ in record) {
    clean.add(record)
    return record
  }
  return EMPTY
}

/** An attribute that is a record. Whatever is given, what can be understood of it is kept. */
function recordOf(read: (given: Loose | readonly unknown[]) => Record<string, Json>) {
  const given = z.custom<Loose>((value) => typeof value === 'object' && value !== null)
  return z._default(
    z.pipe(
      given,
      z.transform(
        (value): Record<string, Json> =>
          clean.has(value) ? (value as Record<string, Json>) : known(read(value)),
      ),
    ),
    // Always the same: what is empty is not written.
    () => EMPTY,
  )
}

/** A value as a cell can hold it; what is nested is kept as its JSON text, `undefined` when there is none. */
export function cellValue(value: unknown): CellValue | undefined {
  switch (typeof value) {
    case 'string':
      return value.toWellFormed().slice(0, LONGEST_CELL)
    case 'number':
      return Number.isFinite(value) ? value : undefined
    case 'boolean':
      return value
    case 'object':
      if (value === null) return null
      try {
        return JSON.stringify(value).slice(0, LONGEST_CELL)
      } catch {
        // Nested without end.
        return undefined
      }
    default:
      return undefined
  }
}

/** The values of a row that can be kept. */
export function rowValues(given: Loose): Record<string, CellValue> {
  const values: Record<string, CellValue> = {}
  let count = 0
  for (const key of Object.keys(given)) {
    const value = isKey(key) ? cellValue(given[key]) : undefined
    if (value === undefined) continue
    values[key] = value
    if (++count === MOST_COLUMNS) break
  }
  return values
}

const sizeOf = (values: RowValues): number =>
  Object.entries(values).reduce((sum, [key, value]) => sum + key.length + String(value).length, 0)

/** Keys in order for so many things that have none yet: the same from everybody. */
export const freshOrders = (count: number): string[] => generateNKeysBetween(null, null, count)

function readData(given: Loose | readonly unknown[]): Record<string, Json> {
  const data: Record<string, Json> = {}
  let room = MOST_CHARACTERS
  let count = 0
  const keep = (id: string, order: string, values: Record<string, CellValue>) => {
    room -= sizeOf(values)
    if (room >= 0 && count++ < MOST_ROWS) data[id] = [order, values]
  }
  if (Array.isArray(given)) {
    const rows = given.slice(0, MOST_ROWS).filter(isRecord)
    const orders = freshOrders(rows.length)
    for (const [at, row] of rows.entries()) keep(`r${at}`, orders[at]!, rowValues(row))
    return data
  }
  for (const [id, row] of Object.entries(given)) {
    if (!ID.test(id) || !Array.isArray(row) || !isRecord(row[1])) continue
    const order: unknown = row[0]
    keep(id, typeof order === 'string' && ORDER.test(order) ? order : LAST, rowValues(row[1]))
    if (count >= MOST_ROWS) break
  }
  return data
}

function readCells(given: Loose | readonly unknown[]): Record<string, Json> {
  const cells: Record<string, Json> = {}
  let room = MOST_CHARACTERS
  if (Array.isArray(given)) return cells
  for (const [name, stored] of Object.entries(given)) {
    const { row, key } = cellParts(name)
    const value = cellValue(stored)
    if (!ID.test(row) || !isKey(key) || value === undefined || value === null) continue
    room -= name.length + String(value).length
    if (room < 0) break
    cells[name] = value
  }
  return cells
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown, fallback: Value): Value =>
  values.find((value) => value === given) ?? fallback

/** A column from what is said of it: what is missing has its usual value, which `align` has by the type. */
export function columnFrom(id: string, given: Loose): Column {
  const type = oneOf(COLUMN_TYPES, given.type, 'text')
  const text = (value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().slice(0, 200) : undefined
  const accessorKey = text(given.accessorKey)
  return {
    id,
    header: text(given.header) ?? accessorKey ?? '',
    accessorKey: accessorKey !== undefined && isKey(accessorKey) ? accessorKey : id,
    type,
    sortable: given.sortable !== false,
    filterable: given.filterable !== false,
    align: oneOf(ALIGNS, given.align, type === 'number' ? 'right' : 'left'),
    hidden: given.hidden === true,
  }
}

/** A column as it is stored: its place among the others, and what is not as usual. */
export function storedColumn({ id, ...said }: Column, order: string): Json {
  const usual: Loose = { ...columnFrom(id, { accessorKey: said.accessorKey, type: said.type }) }
  const lean: Record<string, Json> = { order, accessorKey: said.accessorKey }
  if (said.type !== 'text') lean.type = said.type
  for (const [key, value] of Object.entries(said)) if (usual[key] !== value) lean[key] = value
  return lean
}

function readColumns(given: Loose | readonly unknown[]): Record<string, Json> {
  const columns: Record<string, Json> = {}
  const entries: [string, unknown][] = Array.isArray(given)
    ? given.map((column, at) => [
        isRecord(column) && typeof column.id === 'string' ? column.id : `c${at}`,
        column,
      ])
    : Object.entries(given)
  const orders = Array.isArray(given) ? freshOrders(Math.min(entries.length, MOST_COLUMNS)) : null
  for (const [at, [id, column]] of entries.slice(0, MOST_COLUMNS).entries()) {
    if (!ID.test(id) || !isRecord(column)) continue
    const { order } = column
    const place = orders?.[at] ?? (typeof order === 'string' && ORDER.test(order) ? order : LAST)
    columns[id] = storedColumn(columnFrom(id, column), place)
  }
  return columns
}

/** The page size that a number means: a whole one, 1–100 (product.md 5.16). */
export const pageSizeOf = (given: unknown): number | null =>
  typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= 100 ? given : null

function readConfig(given: Loose | readonly unknown[]): Record<string, Json> {
  const config: Record<string, Json> = {}
  for (const [key, usual] of Object.entries(DEFAULT_CONFIG)) {
    const value = (given as Loose)[key]
    const isFitting = key === 'pageSize' ? pageSizeOf(value) !== null : typeof value === 'boolean'
    if (isFitting && value !== usual) config[key] = value as Json
  }
  return config
}

const FILTER = 'filter:'

function readView(given: Loose | readonly unknown[]): Record<string, Json> {
  const view: Record<string, Json> = {}
  if (Array.isArray(given)) return view
  for (const [key, value] of Object.entries(given)) {
    const isText = typeof value === 'string' && value !== ''
    if (isText && (key === 'search' || (key.startsWith(FILTER) && ID.test(key.slice(FILTER.length)))))
      view[key] = value.toWellFormed().slice(0, 200)
    if (key !== 'sort' || !Array.isArray(value)) continue
    const sort = value
      .slice(0, MOST_COLUMNS)
      .filter((one) => isRecord(one) && typeof one.column === 'string' && ID.test(one.column))
      .map((one: Loose) => ({ column: String(one.column), descending: one.descending === true }))
    if (sort.length > 0) view.sort = sort
  }
  return view
}

/** The records of a table; `columns` and `data` are also understood as the plain lists of product.md 3.21. */
const tableShape = {
  columns: recordOf(readColumns),
  data: recordOf(readData),
  cells: recordOf(readCells),
  config: recordOf(readConfig),
  view: recordOf(readView),
}

/** All attributes of a data table. */
export const dataTableAttributes = {
  ...tableShape,
  /** Styles of the person's own, used only inside of the block (rulings 3). */
  customCss: z._default(z.string().check(z.maxLength(20_000)), ''),
  indent,
}

/** The records of a table whatever is given: what they do not say is empty. */
export function tableOf(given: Readonly<Record<string, unknown>>): TableAttributes {
  const read = (name: keyof typeof tableShape): Record<string, Json> => {
    const found = tableShape[name].safeParse(given[name])
    return found.success ? found.data : EMPTY
  }
  return {
    columns: read('columns'),
    data: read('data'),
    cells: read('cells'),
    config: read('config'),
    view: read('view'),
  }
}

/** A record with its changes, in the form that a page gives back; `undefined` takes a member away. */
export function changedRecord(
  name: keyof TableAttributes,
  before: Record<string, Json>,
  changes: Readonly<Record<string, Json | undefined>>,
): Record<string, Json> {
  const after: Record<string, Json> = { ...before }
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete after[key]
    else after[key] = value
  }
  return tableOf({ [name]: after })[name]
}

export const cellName = (row: string, key: string): string => `${row}:${key}`

/** The row and the key of a cell's name; ids of rows hold no colon. */
export function cellParts(name: string): { row: string; key: string } {
  const colon = name.indexOf(':')
  return { row: name.slice(0, Math.max(0, colon)), key: name.slice(colon + 1) }
}

const byOrder = (a: readonly [string, string], b: readonly [string, string]): number =>
  a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : 1

/** The columns, in order. */
export function columnsOf({ columns }: Pick<TableAttributes, 'columns'>): Column[] {
  return Object.entries(columns)
    .map(([id, column]): [string, string] => [orderOf(column), id])
    .sort(byOrder)
    .map(([, id]) => columnFrom(id, columns[id] as Loose))
}

/** The place that a stored row or column says. */
export const orderOf = (stored: Json | undefined): string => {
  const order = Array.isArray(stored) ? stored[0] : isRecord(stored) ? stored.order : undefined
  return typeof order === 'string' ? order : LAST
}

/**
 * The rows, in order, each with its values: those it was made with, and over them what was written since. A row that was
 * deleted while somebody else wrote in it stands at the end, with what was written.
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
  for (const id of written.keys()) if (!Object.hasOwn(data, id)) ids.push([LAST, id])
  return ids.sort(byOrder).map(([, id]) => {
    const stored = data[id]
    const made = (Array.isArray(stored) ? stored[1] : {}) as RowValues
    const over = written.get(id)
    return { id, values: over ? { ...made, ...over } : made }
  })
}

/** What stands in a cell; values that are inherited by every object are none. */
export const valueAt = (values: RowValues, { accessorKey }: Pick<Column, 'accessorKey'>): CellValue =>
  Object.hasOwn(values, accessorKey) ? (values[accessorKey] ?? null) : null

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

/** All that is asked of a block's attributes at once. */
export const readTable = (attributes: Attributes | undefined) => {
  const table = tableOf(attributes ?? {})
  return { columns: columnsOf(table), rows: rowsOf(table), config: configOf(table), view: viewOf(table) }
}

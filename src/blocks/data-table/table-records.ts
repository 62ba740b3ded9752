import { generateNKeysBetween } from 'fractional-indexing'
import type { Json } from '../kit/block'
import {
  ALIGNS,
  type CellValue,
  COLUMN_TYPES,
  type Column,
  DEFAULT_CONFIG,
  LONGEST_CELL,
  LONGEST_HEADER,
  MOST_CHARACTERS,
  MOST_COLUMNS,
  MOST_ROWS,
  type RowValues,
} from './table-model'

const ID = /^(?!__proto__$)[\w-]{1,64}$/
const ORDER = /^[A-Za-z][0-9A-Za-z]{0,200}$/
/** The order of what says none. */
export const LAST = 'zzzzz'
/** A key that is lost, or means something else, in the objects of some programs. */
const isKey = (key: string): boolean => key !== '__proto__' && key.length <= 200

export type Loose = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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

/** Characters that values take, with their keys. */
export const sizeOf = (values: RowValues): number =>
  Object.entries(values).reduce((sum, [key, value]) => sum + key.length + String(value).length, 0)

/** Keys in order for this many things that have none yet: the same from everybody. */
export const freshOrders = (count: number): string[] => generateNKeysBetween(null, null, count)

export const cellName = (row: string, key: string): string => `${row}:${key}`

/** The row and the key of a cell's name; ids of rows hold no colon. */
export function cellParts(name: string): { row: string; key: string } {
  const colon = name.indexOf(':')
  return { row: name.slice(0, Math.max(0, colon)), key: name.slice(colon + 1) }
}

/** The place that a stored row or column says. */
export const orderOf = (stored: Json | undefined): string => {
  const order = Array.isArray(stored) ? stored[0] : isRecord(stored) ? stored.order : undefined
  return typeof order === 'string' ? order : LAST
}

export function readData(given: Loose | readonly unknown[]): Record<string, Json> {
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

export function readCells(given: Loose | readonly unknown[]): Record<string, Json> {
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
    typeof value === 'string' ? value.toWellFormed().slice(0, LONGEST_HEADER) : undefined
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

export function readColumns(given: Loose | readonly unknown[]): Record<string, Json> {
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

export function readConfig(given: Loose | readonly unknown[]): Record<string, Json> {
  const config: Record<string, Json> = {}
  for (const [key, usual] of Object.entries(DEFAULT_CONFIG)) {
    const value = (given as Loose)[key]
    const isFitting = key === 'pageSize' ? pageSizeOf(value) !== null : typeof value === 'boolean'
    if (isFitting && value !== usual) config[key] = value as Json
  }
  return config
}

export const FILTER = 'filter:'

export function readView(given: Loose | readonly unknown[]): Record<string, Json> {
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

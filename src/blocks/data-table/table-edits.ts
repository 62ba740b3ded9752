import { generateNKeysBetween } from 'fractional-indexing'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { Json } from '../kit/block'
import { columnsOf, rowsOf } from './read-table'
import { changedRecord } from './table-attributes'
import {
  type CellValue,
  type Column,
  MOST_CHARACTERS,
  MOST_COLUMNS,
  MOST_ROWS,
  type Row,
  type RowValues,
  type TableAttributes,
} from './table-model'
import { cellName, cellParts, freshOrders, orderOf, rowValues, sizeOf, storedColumn } from './table-records'

/** What changes of a block's attributes: whole records, of which a page writes only the members that differ. */
export type TablePatch = Partial<TableAttributes>

export interface CellChange {
  row: string
  key: string
  value: CellValue
}

/** What a person is told who puts in more than `hasRoom` finds room for. */
export const FULL = () =>
  t('This data table is full: it holds up to {mostRows} rows and {mostCharacters} characters.', {
    mostRows: inFigures(MOST_ROWS),
    mostCharacters: inFigures(MOST_CHARACTERS),
  })

type Changes = Record<string, Json | undefined>

const madeOf = (table: TableAttributes, row: string): RowValues => {
  const stored = table.data[row]
  return (Array.isArray(stored) ? stored[1] : {}) as RowValues
}

/**
 * Writes cells. Each is a member of its own, so that two people who write in different cells at once both keep what they
 * wrote. A cell that is written back to what its row was made with takes no room.
 */
export function setCells(table: TableAttributes, changes: readonly CellChange[]): TablePatch {
  return { cells: changedRecord('cells', table.cells, cellChanges(table, changes)) }
}

function cellChanges(table: TableAttributes, changes: readonly CellChange[]): Changes {
  const cells: Changes = {}
  for (const { row, key, value } of changes) {
    const values = madeOf(table, row)
    const before = Object.hasOwn(values, key) ? values[key] : undefined
    const isAsMade = value === before || ((value === null || value === '') && (before ?? '') === '')
    // What was emptied is an empty text: `null` is not there.
    cells[cellName(row, key)] = isAsMade ? undefined : (value ?? '')
  }
  return cells
}

/** The names of the cells that were written in a row. */
const cellsOfRow = (table: TableAttributes, rows: ReadonlySet<string>): string[] =>
  Object.keys(table.cells).filter((name) => rows.has(cellParts(name).row))

/** How many rows more a table can take. */
export const roomForRows = (table: TableAttributes): number => Math.max(0, MOST_ROWS - rowsOf(table).length)

const lengthOf = (value: unknown): number =>
  value === undefined || value === null ? 0 : String(value).length

/**
 * Is there room for these rows and these cells too? What has none would be left out when the page is read. A table that is
 * full can still be made smaller: cells are written when they say no more than what they said before.
 */
export function hasRoom(
  table: TableAttributes,
  rows: readonly RowValues[],
  changes: readonly CellChange[] = [],
): boolean {
  const standing = Object.values(table.data).map((row) => (row as [string, RowValues])[1])
  const made = [...standing, ...rows].reduce((sum, row) => sum + sizeOf(row), 0)
  let written = sizeOf(table.cells as RowValues)
  let said = 0
  for (const [name, value] of Object.entries(cellChanges(table, changes))) {
    const { row, key } = cellParts(name)
    const before = Object.hasOwn(table.cells, name) ? table.cells[name] : undefined
    const values = madeOf(table, row)
    const first = Object.hasOwn(values, key) ? values[key] : undefined
    if (before !== undefined) written -= name.length + lengthOf(before)
    if (value !== undefined) written += name.length + lengthOf(value)
    said += lengthOf(value ?? first) - lengthOf(before ?? first)
  }
  if (made + written <= MOST_CHARACTERS) return true
  return rows.length === 0 && said <= 0 && written <= MOST_CHARACTERS
}

/** Is a table larger than what is read of one? What is over is left out when the page is read. */
export function isOverfull({ data, cells }: Pick<TableAttributes, 'data' | 'cells'>): boolean {
  const rows = Object.values(data).map((row) => (row as [string, RowValues])[1])
  const made = rows.reduce((sum, row) => sum + sizeOf(row), 0)
  return rows.length > MOST_ROWS || made + sizeOf(cells as RowValues) > MOST_CHARACTERS
}

/** Puts rows in front of the row at `at` (behind the last where there is none). `ids` names them. */
export function insertRows(
  table: TableAttributes,
  at: number,
  values: readonly RowValues[],
  ids: readonly string[],
): TablePatch {
  const standing = rowsOf(table).map(({ id }) => id)
  const fresh = values.slice(0, roomForRows(table))
  const named = fresh.map((_, index) => ids[index]!)
  const order = [...standing.slice(0, at), ...named, ...standing.slice(at)]
  const byId = new Map(named.map((id, index) => [id, rowValues(fresh[index]!)]))
  return { data: placed(table, order, byId) }
}

/**
 * The rows in a new order: rows that need another place get one, all others are left alone. New ones come with their values.
 */
function placed(
  table: TableAttributes,
  order: readonly string[],
  fresh: ReadonlyMap<string, Record<string, CellValue>> = new Map(),
): Record<string, Json> {
  const standing = order.map((id) => (fresh.has(id) ? null : orderOf(table.data[id])))
  const orders = newOrders(standing)
  const data: Changes = {}
  for (const [at, place] of orders.entries()) {
    if (place === null) continue
    const id = order[at]!
    data[id] = [place, (fresh.get(id) ?? madeOf(table, id)) as Json]
  }
  return changedRecord('data', table.data, data)
}

/**
 * Which keys to write so that things stand in this order; `null` for those whose own is good. `standing` are the keys they
 * have, `null` for those that have none. As many as possible keep theirs.
 */
export function newOrders(standing: readonly (string | null)[]): (string | null)[] {
  const kept = ascending(standing)
  const orders: (string | null)[] = standing.map(() => null)
  const generate = (from: string | null, to: string | null, count: number) => {
    try {
      return generateNKeysBetween(from, to, count)
    } catch {
      // A key that somebody else's program made.
      return null
    }
  }
  let from = 0
  let previous: string | null = null
  for (let at = 0; at <= standing.length; at++) {
    if (at < standing.length && !kept.has(at)) continue
    const next = at < standing.length ? (standing[at] as string) : null
    if (at > from) {
      const keys = generate(previous, next, at - from)
      if (!keys) return freshOrders(standing.length)
      for (const [index, key] of keys.entries()) orders[from + index] = key
    }
    previous = next
    from = at + 1
  }
  return orders
}

/** The places of a longest strictly ascending sequence among the keys that there are. */
function ascending(keys: readonly (string | null)[]): ReadonlySet<number> {
  const ends: number[] = []
  const before: number[] = []
  for (const [at, key] of keys.entries()) {
    if (key === null) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (keys[ends[middle]!]! < key) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? ends[low - 1]! : -1
    ends[low] = at
  }
  const kept = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) kept.add(at)
  return kept
}

/** Moves a row to the place `to` among the others. */
export function moveRow(table: TableAttributes, row: string, to: number): TablePatch {
  const others = rowsOf(table).flatMap(({ id }) => (id === row ? [] : [id]))
  return { data: placed(table, [...others.slice(0, to), row, ...others.slice(to)]) }
}

/** Takes rows away, with what was written in them. */
export function deleteRows(table: TableAttributes, rows: ReadonlySet<string>): TablePatch {
  const gone = (names: Iterable<string>): Changes =>
    Object.fromEntries([...names].map((name) => [name, undefined]))
  return {
    data: changedRecord('data', table.data, gone(rows)),
    cells: changedRecord('cells', table.cells, gone(cellsOfRow(table, rows))),
  }
}

/** Says all columns anew: what differs is written. */
export function setColumns(table: TableAttributes, columns: readonly Column[]): TablePatch {
  const shown = columns.slice(0, MOST_COLUMNS)
  const standing = shown.map(({ id }) =>
    Object.hasOwn(table.columns, id) ? orderOf(table.columns[id]) : null,
  )
  const orders = newOrders(standing)
  const changes: Changes = Object.fromEntries(Object.keys(table.columns).map((id) => [id, undefined]))
  for (const [at, column] of shown.entries())
    changes[column.id] = storedColumn(column, orders[at] ?? standing[at]!)
  return { columns: changedRecord('columns', table.columns, changes) }
}

/** Changes one column. */
export const setColumn = (table: TableAttributes, id: string, change: Partial<Column>): TablePatch =>
  setColumns(
    table,
    columnsOf(table).map((column) => (column.id === id ? { ...column, ...change } : column)),
  )

/** Moves a column to the place `to` among the others. */
export function moveColumn(table: TableAttributes, id: string, to: number): TablePatch {
  const columns = columnsOf(table)
  const moved = columns.find((column) => column.id === id)
  if (!moved) return {}
  const others = columns.filter((column) => column !== moved)
  return setColumns(table, [...others.slice(0, to), moved, ...others.slice(to)])
}

/**
 * Brings what was done to a copy of the rows (`before` → `after`) into the table as it is now: others may have gone on
 * since, and what they did stays where nothing was done.
 */
export function mergeRows(table: TableAttributes, before: readonly Row[], after: readonly Row[]): TablePatch {
  const was = new Map(before.map((row) => [row.id, row.values]))
  const wanted = new Map(after.map((row) => [row.id, row.values]))
  const gone = new Set(before.flatMap(({ id }) => (wanted.has(id) ? [] : [id])))
  let now: TableAttributes = { ...table, ...deleteRows(table, gone) }
  const changes: CellChange[] = []
  for (const [id, values] of wanted) {
    const old = was.get(id)
    if (!old) continue
    for (const key of new Set([...Object.keys(old), ...Object.keys(values)])) {
      const value = (Object.hasOwn(values, key) ? values[key] : null) ?? null
      if (value !== ((Object.hasOwn(old, key) ? old[key] : null) ?? null))
        changes.push({ row: id, key, value })
    }
  }
  now = { ...now, ...setCells(now, changes) }
  const fresh = new Map(
    after.flatMap(({ id, values }) => (was.has(id) ? [] : [[id, rowValues(values)] as const])),
  )
  const kept = before.filter(({ id }) => wanted.has(id)).map(({ id }) => id)
  const keptNow = after.filter(({ id }) => was.has(id)).map(({ id }) => id)
  const isReordered = kept.some((id, at) => id !== keptNow[at])
  if (fresh.size > 0 || isReordered) {
    const others = rowsOf(now).flatMap(({ id }) => (wanted.has(id) ? [] : [id]))
    const there = new Set(rowsOf(now).map(({ id }) => id))
    const order = after.flatMap(({ id }) => (there.has(id) || fresh.has(id) ? [id] : []))
    now = { ...now, data: placed(now, [...order, ...others], fresh) }
  }
  return { data: now.data, cells: now.cells }
}

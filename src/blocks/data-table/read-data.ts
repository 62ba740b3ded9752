import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { columnNames, LARGEST_CSV, parsePasted, tableFromCsv } from '../kit/csv'
import {
  type CellValue,
  type Column,
  MOST_CHARACTERS,
  MOST_COLUMNS,
  MOST_ROWS,
  type Row,
  type RowValues,
} from './table-model'
import { columnFrom, rowValues } from './table-records'
import { timeOf } from './table-view'

/** The messages of product.md 5.16. */
export const INVALID_JSON = () => t('Invalid JSON format')
export const INVALID_JSON_FILE = () => t('Invalid JSON file')
export const INVALID_CSV_FILE = () => t('Invalid CSV file')

/** Rows that were read, and what a person must be told of what was left out. */
export interface ReadRows {
  rows: RowValues[]
  notice: string | null
}

const count = (number: number): string => inFigures(number)

function within(given: readonly Readonly<Record<string, unknown>>[]): ReadRows {
  const rows: RowValues[] = []
  let room = MOST_CHARACTERS
  for (const one of given.slice(0, MOST_ROWS)) {
    const values = rowValues(one)
    for (const [key, value] of Object.entries(values)) room -= key.length + String(value).length
    if (room < 0) break
    rows.push(values)
  }
  const isCut = rows.length < given.length
  const isNarrowed = given.some((one) => Object.keys(one).length > MOST_COLUMNS)
  const notices = [
    ...(isCut
      ? [
          t('A data table holds up to {count} rows: the first {count2} of {count3} are taken.', {
            count: count(MOST_ROWS),
            count2: count(rows.length),
            count3: count(given.length),
          }),
        ]
      : []),
    ...(isNarrowed
      ? [t('Of each row the first {mostColumns} values are taken.', { mostColumns: MOST_COLUMNS })]
      : []),
  ]
  return { rows, notice: notices.length > 0 ? notices.join(' ') : null }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The rows that a JSON text says: a list of objects; of lists, the first of them names; or an object whose only list
 * holds them. `null` for text that is no JSON, or says no rows.
 */
export function rowsFromJson(text: string): ReadRows | null {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return null
  }
  if (isRecord(given)) {
    const lists = Object.values(given).filter(Array.isArray)
    given = lists.length === 1 ? lists[0] : null
  }
  if (!Array.isArray(given)) return null
  if (given.length === 0) return { rows: [], notice: null }
  if (given.every(isRecord)) return within(given)
  if (!given.every(Array.isArray)) return null
  const [header, ...rest] = given as unknown[][]
  const width = Math.min(
    MOST_COLUMNS,
    Math.max(...given.slice(0, MOST_ROWS).map((row: unknown[]) => row.length)),
  )
  const names = columnNames(Array.from({ length: width }, (_, at) => String(header?.[at] ?? '')))
  return within(rest.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))))
}

/** The rows of a CSV or TSV text whose first line names the columns; `null` when it is none, or too large. */
export function rowsFromCsv(text: string): ReadRows | null {
  if (text.length > LARGEST_CSV) return null
  const table = tableFromCsv(text)
  return table && within(table.records)
}

/** Cells as a spreadsheet copies them, for the cells from one on, as they are written; `null` when it is a text of one cell. */
export function cellsFromPaste(text: string): string[][] | null {
  if (text.length > LARGEST_CSV || !/[\t\n]/.test(text.trimEnd())) return null
  return parsePasted(text)
}

const TRUTH = /^(?:true|false)$/i

/** The columns that the rows have: one for each key, in the order in which they are met. */
export function columnsFromRows(rows: readonly RowValues[]): Column[] {
  const found = new Map<string, CellValue[]>()
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      const values = found.get(key)
      if (!values && found.size >= MOST_COLUMNS) continue
      if (!values) found.set(key, [value])
      else if (values.length < 200) values.push(value)
    }
  }
  const taken = new Set<string>()
  return [...found].map(([accessorKey, values]) => {
    const name = accessorKey.replace(/[^\w-]+/g, '-').slice(0, 40) || 'column'
    let id = name
    for (let n = 2; taken.has(id) || id === '__proto__'; n++) id = `${name.slice(0, 36)}-${n}`
    taken.add(id)
    return columnFrom(id, { accessorKey, header: headerOf(accessorKey), type: typeOf(values) })
  })
}

/** `firstName` and `first_name` as a person would write them: `First name`. */
function headerOf(key: string): string {
  if (!/^[a-z][\w]*$/i.test(key) || key === key.toUpperCase()) return key
  const text = key
    .replace(/_+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function typeOf(given: readonly CellValue[]): Column['type'] {
  const values = given.filter((value) => value !== null && value !== '')
  if (values.length === 0) return 'text'
  if (values.every((value) => typeof value === 'number')) return 'number'
  if (values.every((value) => typeof value === 'boolean' || TRUTH.test(String(value)))) return 'boolean'
  return values.every((value) => timeOf(value) !== null) ? 'date' : 'text'
}

/** The rows as JSON text, the way a person reads it. */
export const jsonOfRows = (rows: readonly Row[]): string =>
  rows.length === 0 ? '[]' : `[\n${rows.map(({ values }) => `  ${JSON.stringify(values)}`).join(',\n')}\n]`

/**
 * Rows that were written anew, under the ids they had: the same content is the same row, and what lies between rows that
 * stayed is matched by its place.
 */
export function withKnownIds(
  before: readonly Row[],
  after: readonly RowValues[],
  newId: () => string,
): Row[] {
  const written = after.map((values) => JSON.stringify(values))
  const known = new Map<string, string[]>()
  for (const { id, values } of before) {
    const text = JSON.stringify(values)
    const ids = known.get(text)
    if (ids) ids.push(id)
    else known.set(text, [id])
  }
  const ids = written.map((text) => known.get(text)?.shift())
  const taken = new Set(ids)
  const place = new Map(before.map(({ id }, at) => [id, at]))
  let next = 0
  return after.map((values, at) => {
    const id = ids[at]
    if (id !== undefined) {
      next = Math.max(next, place.get(id)! + 1)
      return { id, values }
    }
    const matched = before[next]
    if (!matched || taken.has(matched.id)) return { id: newId(), values }
    next++
    taken.add(matched.id)
    return { id: matched.id, values }
  })
}

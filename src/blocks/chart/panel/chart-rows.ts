import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { Json } from '../../kit/block'
import { type CsvValue, cellValue, columnNames, parsePasted, tableFromCsv } from '../../kit/csv'
import { plainNumber } from '../../kit/plain-number'
import { LONGEST_DATA, numericOf } from '../read-chart'
import { columnsOf, type Row, readConfig, readRows } from '../read-rows'

/** Rows as the JSON that a chart keeps, one row to a line. */
export const writeRows = (rows: readonly Row[]): string =>
  rows.length === 0 ? '[]' : `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]`

/** A value as it is typed in a cell. */
export const cellText = (row: Row, column: string): string => {
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A row from its cells, in the order of the columns. `Object.fromEntries` makes even `__proto__` a plain name. */
const rowFrom = (columns: readonly string[], value: (column: string) => Json | undefined): Row =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const found = value(column)
      return found === undefined ? [] : [[column, found]]
    }),
  )

const valueIn = (row: Row | undefined, column: string): Json | undefined =>
  row && Object.hasOwn(row, column) ? row[column] : undefined

/** What a person has typed or pasted: a number when it is one, also as people write it where they live. */
function writtenValue(text: string): CsvValue {
  const number = cellValue(plainNumber(text))
  return typeof number === 'number' ? number : cellValue(text)
}

/** The rows with one cell as it was typed; a number when it is one. A row past the end is added. */
export function withCell(rows: readonly Row[], index: number, column: string, text: string): Row[] {
  return withCells(rows, columnsOf(rows), index, column, [[text]])
}

/** The rows with texts written over them from a cell on, as a spreadsheet does; rows and columns are added where they are needed. */
export function withCells(
  rows: readonly Row[],
  columns: readonly string[],
  index: number,
  column: string,
  cells: readonly (readonly string[])[],
): Row[] {
  const from = Math.max(0, columns.indexOf(column))
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0)
  const all = columnNames(
    Array.from({ length: Math.max(columns.length, from + width) }, (_, at) => columns[at] ?? ''),
  )
  const height = Math.max(rows.length, index + cells.length)
  return Array.from({ length: height }, (_, at) => {
    const texts = cells[at - index]
    if (!texts) return rows[at]!
    return rowFrom(all, (name) => {
      const text = texts[all.indexOf(name) - from]
      return text === undefined ? valueIn(rows[at], name) : writtenValue(text)
    })
  })
}

/** What is pasted from a spreadsheet; `null` for a single text, which goes into its cell as any text does. */
export function cellsFromClipboard(text: string): string[][] | null {
  if (!/[\t\n\r]/.test(text.trim())) return null
  return parsePasted(text)
}

/** Rows of what is pasted over everything: the first line names the columns. */
export function rowsFromClipboard(text: string): Row[] | null {
  if (text.includes('\t')) {
    const [names = [], ...rows] = cellsFromClipboard(text) ?? []
    const width = rows.reduce((most, row) => Math.max(most, row.length), names.length)
    const columns = columnNames(Array.from({ length: width }, (_, at) => names[at] ?? ''))
    return rows.length > 0
      ? rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, writtenValue(row[at] ?? '')])))
      : null
  }
  const table = tableFromCsv(text)
  return table && table.records.length > 0 ? [...table.records] : null
}

/** The config with a column under its new name, so that its series stays drawn, with its label and colour; as it was when it names none. */
export function renamedInConfig(config: string, column: string, to: string): string {
  let said: unknown
  try {
    said = JSON.parse(config)
  } catch {
    return config
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said) || !Object.hasOwn(said, column))
    return config
  const entries = Object.entries(said).filter(([key]) => key !== to)
  return JSON.stringify(
    Object.fromEntries(entries.map(([key, value]) => [key === column ? to : key, value])),
    null,
    2,
  )
}

/**
 * The config with the columns among `fresh` that hold numbers as series too, and without those that hold none any more: a config that names
 * series draws nothing else. One that names none of the data's columns is left as it is, for then all that hold numbers are drawn.
 */
export function withFreshSeries(config: string, rows: readonly Row[], fresh: ReadonlySet<string>): string {
  const said = readConfig(config)
  const columns = columnsOf(rows)
  if (!said || !columns.some((column) => said.has(column) && !fresh.has(column))) return config
  const numeric = numericOf(rows, fresh)
  const wanted = JSON.parse(config) as Record<string, unknown>
  let isChanged = false
  for (const column of fresh) {
    const entry = Object.hasOwn(wanted, column) ? wanted[column] : undefined
    if (numeric.has(column) === (entry !== undefined)) continue
    const isBare = JSON.stringify(entry) === '{}'
    if (entry !== undefined && !isBare) continue
    isChanged = true
    if (entry === undefined) wanted[column] = {}
    else delete wanted[column]
  }
  return isChanged ? JSON.stringify(wanted, null, 2) : config
}

export function renameColumn(rows: readonly Row[], column: string, to: string): Row[] {
  const columns = columnsOf(rows)
  const name = to.trim()
  if (name === '' || columns.includes(name)) return [...rows]
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key === column ? name : key, value])),
  )
}

export function addColumn(rows: readonly Row[]): Row[] {
  const columns = columnsOf(rows)
  const name = columnNames([...columns, columns.length === 0 ? t('Name') : t('Value')]).at(-1)!
  return (rows.length > 0 ? rows : [{}]).map((row) =>
    rowFrom([...columns, name], (key) => valueIn(row, key) ?? null),
  )
}

export const removeColumn = (rows: readonly Row[], column: string): Row[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== column)))

export function addRow(rows: readonly Row[]): Row[] {
  const columns = columnsOf(rows)
  const names = columns.length > 0 ? columns : [t('Name'), t('Value')]
  return [...rows, rowFrom(names, () => null)]
}

export const removeRow = (rows: readonly Row[], index: number): Row[] => rows.filter((_, at) => at !== index)

export const INVALID_JSON_FILE = () => t('Invalid JSON file')
export const INVALID_CSV_FILE = () => t('Invalid CSV file')

const number = (value: number): string => inFigures(value)

/** Why so much data is not kept; `null` when it is. */
export const tooMuch = (data: string, rows: number): string | null =>
  data.length <= LONGEST_DATA
    ? null
    : t(
        '{number} rows ({number2} characters) are more than a chart can keep. Take fewer rows or columns: at most {number3} characters.',
        { number: number(rows), number2: number(data.length), number3: number(LONGEST_DATA) },
      )

/** The data of a file, by its name and content (product.md 5.16): JSON as it stands, CSV as rows. */
export function dataFromFile(name: string, text: string): { data: string } | { problem: string } {
  if (/\.json$/i.test(name)) {
    const read = readRows(text)
    if (!('rows' in read) || read.rows.length === 0) return { problem: INVALID_JSON_FILE() }
    const long = tooMuch(text, read.rows.length)
    return long ? { problem: long } : { data: text.trim() }
  }
  const table = tableFromCsv(text)
  if (!table || table.records.length === 0) return { problem: INVALID_CSV_FILE() }
  const data = writeRows(table.records)
  const long = tooMuch(data, table.records.length)
  return long ? { problem: long } : { data }
}

/** The rows for a CSV file, the names of the columns first. */
export function csvRows(rows: readonly Row[]): CsvValue[][] {
  const columns = columnsOf(rows)
  return [
    columns,
    ...rows.map((row) =>
      columns.map((column): CsvValue => {
        const value = valueIn(row, column)
        return typeof value === 'number' ? value : cellText(row, column)
      }),
    ),
  ]
}

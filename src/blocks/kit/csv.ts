import papa from 'papaparse'
import { t } from '@/shared/i18n'
import { readCell, safeCell } from './safe-cell'

export { readCell, safeCell } from './safe-cell'

/** Bytes of a CSV file that is read; about what a page can hold in one block. */
export const LARGEST_CSV = 5 * 1024 * 1024

export type CsvValue = string | number | null

export interface CsvTable {
  /** One name for each column, none empty, none twice. */
  columns: readonly string[]
  /** Rows by the names of the columns. */
  records: readonly Record<string, CsvValue>[]
}

/**
 * Rows of CSV (RFC 4180: quotes, quotes within them, line breaks within them), of TSV or of what a spreadsheet copies:
 * comma, `;`, tab or `|`, whichever parts the first lines alike. Rows may differ in length; empty lines are left out. What
 * was put in front of formulas comes off. `null` for what is no CSV: nothing at all, or a quote that is never closed.
 */
export const parseCsv = (text: string): string[][] | null => parsed(text)?.rows ?? null

/**
 * Cells as a spreadsheet copies them: always parted by tabs, whatever signs stand in them. Empty ones keep their places. `null` for what is
 * none: nothing at all, or a quote that is never closed.
 */
export function parsePasted(text: string): string[][] | null {
  const { data, errors } = papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' })
  if (errors.some(({ code }) => code === 'MissingQuotes') || !data.length || text.includes('\0')) return null
  return data.map((row) => row.map(readCell))
}

function parsed(text: string): { rows: string[][]; delimiter: string } | null {
  const made = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
  })
  if (made.errors.some(({ type, code }) => type === 'Quotes' && code === 'MissingQuotes')) return null
  // A zero byte is in files that are no text.
  if (!made.data.length || text.includes('\0')) return null
  return { rows: made.data.map((row) => row.map(readCell)), delimiter: made.meta.delimiter }
}

/** Rows as CSV (RFC 4180: comma, CRLF, quotes where they are needed), formulas neutralised (R35). `null` is empty. */
export const writeCsv = (rows: readonly (readonly (CsvValue | boolean)[])[]): string =>
  papa.unparse(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? safeCell(cell) : String(cell ?? '')))),
    { newline: '\r\n' },
  )

/**
 * What a cell's text means: a number where it is written like one and no digit is lost (so `007`, `1e400` and an order number
 * of twenty digits stay as they are), `null` where there is nothing (product.md 5.16).
 */
export function cellValue(text: string): CsvValue {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(trimmed)) return text
  const number = Number(trimmed)
  return Number.isFinite(number) && trimmed.replace(/e.*|\D/gi, '').length <= 15 ? number : text
}

/** Column names that are not empty and stand once each: the second `a` becomes `a 2`. */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((raw, at) => {
    const name = raw.trim() || t('Column {at}', { at: at + 1 })
    let free = name
    for (let count = 2; taken.has(free); count++) free = `${name} ${count}`
    taken.add(free)
    return free
  })
}

/**
 * CSV whose first line names the columns (product.md 5.16), or `null` when it is none. Keys such as `__proto__` are names. A column whose cells
 * are all written like numbers holds numbers; in any other a `1.10` or `2E10` stays what it is: part of a version or an article number.
 */
export function tableFromCsv(text: string): CsvTable | null {
  const read = parsed(text)
  if (!read) return null
  const { rows, delimiter } = read
  // Where cells are parted by semicolons, the comma is the decimal sign.
  const value = (cell: string): CsvValue =>
    cellValue(delimiter === ';' && /^\s*-?\d+,\d+\s*$/.test(cell) ? cell.replace(',', '.') : cell)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const columns = columnNames(Array.from({ length: width }, (_, at) => rows[0]![at] ?? ''))
  const body = rows.slice(1)
  const isNumeric = columns.map((_, at) => body.every((row) => typeof value(row[at] ?? '') !== 'string'))
  const records = body.map((row) =>
    Object.fromEntries(
      columns.map((name, at) => {
        const cell = row[at] ?? ''
        return [name, isNumeric[at] || cell.trim() === '' ? value(cell) : cell]
      }),
    ),
  )
  return { columns, records }
}

import papa from 'papaparse'
import { type Block, normalizeBlocks } from '@/blocks'
import {
  LONGEST_CELL,
  LONGEST_HEADER,
  MOST_CHARACTERS,
  MOST_COLUMNS,
  MOST_ROWS,
} from '@/blocks/data-table/table-model'
import { cellValue, columnNames, readCell, safeCell } from '@/blocks/kit/csv'
import { Notes } from '@/blocks/markdown/notes'
import { decodeOlderText } from '@/shared/decode-text'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import type { ExportFormat, ImportFormat } from './format'
import { gridsIn } from './table-grid'
import { withWordsOfNotes } from './words-of-notes'

const NO_CSV = () => t('This file is no CSV: a quote in it is never closed, or there is nothing in it.')
const NO_TABLES = () => t('There is no table on this page that CSV could hold.')

/**
 * CSV and TSV (RFC 4180; comma, `;`, tab or `|`, whichever parts the first lines alike): a data table whose columns the
 * first line names. A column is of numbers only when every cell reads the same as a number, so that nothing is lost.
 */
export const csvImport: ImportFormat = {
  id: 'csv',
  get label() {
    return t('CSV')
  },
  extensions: ['csv', 'tsv', 'tab'],
  read({ bytes }) {
    // Some programs end every line with one sign too many.
    const text = decodeOlderText(bytes)
      .replace(/^\ufeff/, '')
      .replaceAll('\r\r\n', '\r\n')
    const { lines, isBroken } = linesIn(text)
    const width = lines.reduce((most, row) => Math.max(most, row.length), 0)
    const [header, ...rows] = width === 1 ? lines : lines.filter((row) => !isBlank(row))
    if (!header || isBroken) throw new AppError('bad-input', NO_CSV())
    refuseTooLarge(text, rows, width)
    const names = columnNames(Array.from({ length: width }, (_, at) => readCell(header[at] ?? '')))
    const cells = rows.map((row) => row.map(readCell))
    const columns = names.map((name, at) => ({
      id: `c${at}`,
      accessorKey: `c${at}`,
      header: name.slice(0, LONGEST_HEADER),
      ...(isNumeric(cells, at) ? { type: 'number' } : {}),
    }))
    const values = cells.map((row) =>
      Object.fromEntries(
        columns.flatMap(({ id, type }, at) => {
          const cell = row[at] ?? ''
          if (cell === '') return []
          return [[id, type === 'number' ? Number(cell) : cell] as const]
        }),
      ),
    )
    const table: Block = { id: newBlockId(), kind: 'dataTable', attributes: { columns, data: values } }
    const notes = new Notes()
    for (const name of names)
      if (name.length > LONGEST_HEADER)
        notes.converted(
          t('Column name of {count} characters', { count: inFigures(name.length) }),
          t('its first {count}', { count: inFigures(LONGEST_HEADER) }),
        )
    return { title: '', blocks: normalizeBlocks([table]), notes: notes.all() }
  },
}

const isBlank = (row: readonly string[]): boolean => row.length === 1 && row[0] === ''

/**
 * The lines of the table, of a too long one the first that show it is too long. Between those of one cell an empty line is an empty cell,
 * which is why it is told here; at the end it is none.
 */
function linesIn(text: string): { lines: string[][]; isBroken: boolean } {
  const lines: string[][] = []
  let full = 0
  let isBroken = false
  papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step({ data, errors }, parser) {
      isBroken ||= errors.some(({ type, code }) => type === 'Quotes' && code === 'MissingQuotes')
      if (!isBlank(data)) full++
      // As many empty ones as there may be rows say enough.
      else if (lines.length - full > MOST_ROWS) return
      lines.push(data)
      if (full > MOST_ROWS + 1) parser.abort()
    },
  })
  while (lines.length > 0 && isBlank(lines.at(-1)!)) lines.pop()
  return { lines, isBroken }
}

/** What parts the cells of the first lines alike; empty lines say nothing of that. */
const delimiterOf = (text: string): string =>
  papa.parse(text, { delimitersToGuess: [',', ';', '\t', '|'], skipEmptyLines: 'greedy', preview: 20 }).meta
    .delimiter

/** Every cell that is there is a number, written as we would write it again. */
const isNumeric = (rows: readonly string[][], at: number): boolean =>
  rows.some((row) => (row[at] ?? '') !== '') &&
  rows.every((row) => {
    const cell = row[at] ?? ''
    return cell === '' || (typeof cellValue(cell) === 'number' && String(Number(cell)) === cell)
  })

function refuseTooLarge(text: string, rows: readonly string[][], width: number): void {
  const number = (value: number) => inFigures(value)
  const refuse = (has: string, most: string) => {
    throw new AppError(
      'too-large',
      t('This table has {has}; one data table holds at most {most}. Split it into several files.', {
        has,
        most,
      }),
    )
  }
  if (rows.length > MOST_ROWS) {
    let lines = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
    refuse(t('about {count} rows', { count: number(lines) }), t('{count} rows', { count: number(MOST_ROWS) }))
  }
  if (width > MOST_COLUMNS)
    refuse(
      t('{count} columns', { count: number(width) }),
      t('{count} columns', { count: number(MOST_COLUMNS) }),
    )
  let characters = 0
  for (const row of rows)
    for (const cell of row) {
      characters += cell.length + 8
      if (cell.length > LONGEST_CELL)
        refuse(
          t('a cell of {count} characters', { count: number(cell.length) }),
          t('{count} in a cell', { count: number(LONGEST_CELL) }),
        )
    }
  if (characters > MOST_CHARACTERS)
    refuse(
      t('{count} characters', { count: number(characters) }),
      t('{count} characters', { count: number(MOST_CHARACTERS) }),
    )
}

/** A file for each table of the page (RFC 4180), formulas neutralised so that our importer takes that back (R35). */
export const csvExport: ExportFormat = {
  write({ blocks }, { delimiter = ',' }) {
    const grids = gridsIn(withWordsOfNotes(blocks))
    if (grids.length === 0) throw new AppError('bad-input', NO_TABLES())
    return grids.map((grid, at) => ({
      suffix: grids.length === 1 ? '' : ` - table ${at + 1}`,
      content: `${papa.unparse(
        grid.map((row) => row.map(safeCell)),
        { newline: '\r\n', delimiter },
      )}\r\n`,
    }))
  },
}

import papa from 'papaparse'
import { type Block, normalizeBlocks } from '@/blocks'
import { LONGEST_CELL, MOST_CHARACTERS, MOST_COLUMNS, MOST_ROWS } from '@/blocks/data-table/table-model'
import { cellValue, columnNames, readCell, safeCell } from '@/blocks/kit/csv'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { decodeText } from './decode-text'
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
    const text = decodeText(bytes).replace(/^\ufeff/, '')
    const { data, errors } = papa.parse<string[]>(text, {
      delimiter: delimiterOf(text),
      preview: MOST_ROWS + 2,
    })
    const isBroken = errors.some(({ type, code }) => type === 'Quotes' && code === 'MissingQuotes')
    const width = data.reduce((most, row) => Math.max(most, row.length), 0)
    const isLine = (row: string[], at: number) =>
      row.length > 1 || row[0] !== '' || (width === 1 && at < data.length - 1)
    const [header, ...rows] = data.filter(isLine)
    if (!header || isBroken) throw new AppError('bad-input', NO_CSV())
    refuseTooLarge(text, rows, width)
    const names = columnNames(Array.from({ length: width }, (_, at) => readCell(header[at] ?? '')))
    const cells = rows.map((row) => row.map(readCell))
    const columns = names.map((name, at) => ({
      id: `c${at}`,
      accessorKey: `c${at}`,
      header: name.slice(0, 200),
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
    return { title: '', blocks: normalizeBlocks([table]), notes: [] }
  },
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

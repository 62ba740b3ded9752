import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import type { Json } from '../..'
import { LARGEST_CSV } from '../../kit/csv'
import {
  columnsFromRows,
  INVALID_CSV_FILE,
  INVALID_JSON,
  INVALID_JSON_FILE,
  type ReadRows,
  rowsFromCsv,
  rowsFromJson,
  withKnownIds,
} from '../read-data'
import { columnsOf, configOf, rowsOf } from '../read-table'
import { changedRecord, tableOf } from '../table-attributes'
import { mergeRows, setColumns } from '../table-edits'
import type { Column, Row, RowValues, TableAttributes, TableConfig } from '../table-model'

/** A table while it is edited in its dialog: nothing of it is on the page before it is kept. */
export interface TableDraft {
  columns: readonly Column[]
  rows: readonly Row[]
  config: TableConfig
  /** What stands in the field of the page size, right or wrong. */
  pageSize: string
  customCss: string
  /** JSON that was typed and is not right yet. */
  wrongJson: string | null
}

export function draftOf(attributes: Readonly<Record<string, unknown>>): TableDraft {
  const table = tableOf(attributes)
  const config = configOf(table)
  return {
    columns: columnsOf(table),
    rows: rowsOf(table),
    config,
    pageSize: String(config.pageSize),
    customCss: String(attributes.customCss ?? ''),
    wrongJson: null,
  }
}

/** The page size that was typed; `null` when it is none (product.md 5.16). */
export function typedPageSize({ pageSize }: Pick<TableDraft, 'pageSize'>): number | null {
  const size = /^\d{1,3}$/.test(pageSize.trim()) ? Number(pageSize) : 0
  return size >= 1 && size <= 100 ? size : null
}

/** Why the table cannot be inserted or updated; `null` when it can (product.md 5.16). */
export function problemOf(draft: TableDraft): string | null {
  if (draft.wrongJson !== null) return INVALID_JSON()
  if (draft.rows.length === 0) return t('There is no data yet.')
  if (draft.columns.length === 0) return t('There are no columns yet.')
  return typedPageSize(draft) === null ? t('The page size is a whole number from 1 to 100.') : null
}

/** The draft with other rows; where there are no columns yet, the rows say which there are. */
export function withRows(draft: TableDraft, values: readonly RowValues[]): TableDraft {
  const rows = withKnownIds(draft.rows, values, newBlockId)
  const columns = draft.columns.length > 0 ? draft.columns : columnsFromRows(values)
  return { ...draft, rows, columns, wrongJson: null }
}

/** The draft with JSON that was typed; what was left out of it is told. */
export function withJson(draft: TableDraft, text: string): { draft: TableDraft; notice: string | null } {
  const read = rowsFromJson(text)
  if (!read) return { draft: { ...draft, wrongJson: text }, notice: null }
  return { draft: withRows(draft, read.rows), notice: read.notice }
}

/** The draft with rows and columns of somewhere else in the place of its own. */
export const withOtherData = (draft: TableDraft, { rows }: ReadRows): TableDraft => ({
  ...withRows({ ...draft, rows: [], columns: [] }, rows),
})

/** The columns that the data has and the table does not. */
export function missingColumns({ rows, columns }: TableDraft): Column[] {
  const keys = new Set(columns.map(({ accessorKey }) => accessorKey))
  const ids = new Set(columns.map(({ id }) => id))
  return columnsFromRows(rows.map(({ values }) => values))
    .filter(({ accessorKey }) => !keys.has(accessorKey))
    .map((column) => (ids.has(column.id) ? { ...column, id: newBlockId() } : column))
}

/** The rows that a file holds, by its name, or what is wrong with it in the words of product.md 5.16. */
export function rowsFromFile(name: string, text: string): ReadRows | { problem: string } {
  const isJson = /\.json$/i.test(name)
  const read = isJson ? rowsFromJson(text) : /\.(?:csv|tsv|txt)$/i.test(name) ? rowsFromCsv(text) : null
  return read && read.rows.length > 0 ? read : { problem: isJson ? INVALID_JSON_FILE() : INVALID_CSV_FILE() }
}

/** Bytes of a file that is read. */
export const LARGEST_FILE = LARGEST_CSV

/**
 * What the page has to be told: of the records only what was changed in the dialog. What others did meanwhile stays, where
 * nobody did something else with the same cell or column here.
 */
export function changesOf(
  now: Readonly<Record<string, unknown>>,
  start: TableDraft,
  draft: TableDraft,
): Record<string, Json> {
  const table = tableOf(now)
  const rows: TableAttributes = { ...table, ...mergeRows(table, start.rows, draft.rows) }
  const said = (column: Column | undefined) => JSON.stringify(column)
  const was = new Map(start.columns.map((column) => [column.id, column]))
  const theirs = new Map(columnsOf(table).map((column) => [column.id, column]))
  const columns = draft.columns.flatMap((column) => {
    if (said(was.get(column.id)) !== said(column)) return [column]
    const stood = theirs.get(column.id)
    return stood ? [stood] : []
  })
  const kept = new Set(draft.columns.map(({ id }) => id))
  const added = [...theirs.values()].filter(({ id }) => !was.has(id) && !kept.has(id))
  const pageSize = typedPageSize(draft) ?? start.config.pageSize
  const wanted = { ...draft.config, pageSize }
  const config = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => start.config[key as keyof TableConfig] !== value),
  )
  const changes: Record<string, Json> = {
    ...setColumns(table, [...columns, ...added]),
    data: rows.data,
    cells: rows.cells,
    config: changedRecord('config', table.config, config),
  }
  if (draft.customCss !== start.customCss) changes.customCss = draft.customCss
  return changes
}

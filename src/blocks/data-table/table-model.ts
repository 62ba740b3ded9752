import type { Json } from '../kit/block'

/** What one table holds at most; what is more is left out, with a message where a person is there to read it (R34). */
export const MOST_ROWS = 5_000
export const MOST_COLUMNS = 100
/** Characters of one cell, and of all cells of a table. */
export const LONGEST_CELL = 10_000
/** Characters of a column's name. */
export const LONGEST_HEADER = 200
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

/** What stands in a cell; values that are inherited by every object are none. */
export const valueAt = (values: RowValues, { accessorKey }: Pick<Column, 'accessorKey'>): CellValue =>
  Object.hasOwn(values, accessorKey) ? (values[accessorKey] ?? null) : null

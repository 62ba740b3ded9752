import {
  type ColumnDef,
  getCoreRowModel,
  getFilteredRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  useReactTable,
} from '@tanstack/react-table'
import { useEffect, useMemo, useRef, useState } from 'react'
import { columnsOf, configOf, rowsOf, storedView, viewOf } from './read-table'
import { compareCells, matchesFilter } from './rows-in-view'
import type { TablePatch } from './table-edits'
import { type Row, type TableAttributes, type TableView, valueAt } from './table-model'
import { cellText, isEmpty } from './table-view'

/** Milliseconds of quiet before what is typed into a search or filter is kept with the table. */
const PAUSE = 400

interface Given {
  table: TableAttributes
  isEditable: boolean
  onChange(patch: TablePatch): void
}

/**
 * A table as it is shown, by TanStack Table. Sorting, filters and hidden columns are the table's own and kept with it; the
 * page, what is searched for, the selected rows, and all of it where nothing may be changed, are the person's own.
 */
export function useDataTable({ table, isEditable, onChange }: Given) {
  const { data, cells } = table
  const columns = useMemo(() => columnsOf({ columns: table.columns }), [table.columns])
  const rows = useMemo(() => rowsOf({ data, cells }), [data, cells])
  const config = useMemo(() => configOf({ config: table.config }), [table.config])
  const kept = useMemo(() => viewOf({ view: table.view }), [table.view])
  const [own, setOwn] = useState<TableView | null>(null)
  const [ownSearch, setOwnSearch] = useState<string | null>(null)
  const [ownHidden, setOwnHidden] = useState<Readonly<Record<string, boolean>>>({})
  const [ownPageSize, setOwnPageSize] = useState<number | null>(null)
  const [page, setPage] = useState(0)
  const [selected, setSelected] = useState<Record<string, boolean>>({})
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const waiting = useRef<TableView | null>(null)
  const write = useRef(onChange)
  write.current = onChange

  const view = { ...(own ?? kept), ...(ownSearch === null ? {} : { search: ownSearch }) }
  const keep = () => {
    clearTimeout(timer.current)
    if (!waiting.current) return
    write.current({ view: storedView(waiting.current) })
    waiting.current = null
    setOwn(null)
  }
  /** Shows it at once; what is typed is kept with the table once the typing pauses. */
  const setView = (next: TableView, isTyped = false) => {
    setPage(0)
    setOwn(next)
    if (!isEditable) return
    waiting.current = { ...next, search: kept.search }
    clearTimeout(timer.current)
    if (isTyped) timer.current = setTimeout(keep, PAUSE)
    else keep()
  }
  /** What somebody looks for is nobody else's; words that a table was kept with (by an import) go once somebody writes others. */
  const setSearch = (search: string) => {
    setPage(0)
    setOwnSearch(search)
    if (!isEditable || kept.search === '') return
    waiting.current = { ...(waiting.current ?? kept), search: '' }
    keep()
  }
  /** All rows are shown again. */
  const clear = () => {
    setPage(0)
    setOwnSearch('')
    const next = { ...(waiting.current ?? own ?? kept), search: '', filters: {} }
    if (!isEditable) return setOwn(next)
    waiting.current = next
    keep()
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      if (waiting.current) write.current({ view: storedView(waiting.current) })
      waiting.current = null
    },
    [],
  )

  const isHidden = (id: string, hidden: boolean): boolean => (isEditable ? hidden : (ownHidden[id] ?? hidden))
  const visibility = Object.fromEntries(columns.map(({ id, hidden }) => [id, !isHidden(id, hidden)]))
  const pageSize = (isEditable ? null : ownPageSize) ?? config.pageSize
  const definitions = useMemo(
    (): ColumnDef<Row>[] =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        // Empty cells stand last, whatever the direction.
        accessorFn: ({ values }) => {
          const value = valueAt(values, column)
          return isEmpty(value) ? undefined : value
        },
        enableSorting: config.sortable && column.sortable,
        enableColumnFilter: config.showFilters && column.filterable,
        sortUndefined: 'last',
        sortingFn: (a, b) =>
          compareCells(valueAt(a.original.values, column), valueAt(b.original.values, column), column.type),
        filterFn: (row, _, typed: string) =>
          matchesFilter(valueAt(row.original.values, column), typed, column.type),
      })),
    [columns, config],
  )
  const types = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const made = useReactTable<Row>({
    data: rows,
    columns: definitions,
    getRowId: ({ id }) => id,
    state: {
      sorting: view.sort.flatMap(({ column, descending }) =>
        types.get(column)?.sortable && config.sortable ? [{ id: column, desc: descending }] : [],
      ),
      columnFilters: config.showFilters
        ? Object.entries(view.filters).flatMap(([id, value]) =>
            types.get(id)?.filterable && value.trim() ? [{ id, value }] : [],
          )
        : [],
      globalFilter: config.showFilters ? view.search.trim() : '',
      pagination: { pageIndex: page, pageSize },
      columnVisibility: visibility,
      rowSelection: selected,
    },
    globalFilterFn: (row, id, typed: string) => {
      const column = types.get(id)
      if (!column) return false
      const text = cellText(valueAt(row.original.values, column), column.type)
      return text.toLowerCase().includes(typed.toLowerCase())
    },
    getColumnCanGlobalFilter: (column) => column.getIsVisible(),
    enableRowSelection: config.selectable,
    onRowSelectionChange: setSelected,
    autoResetPageIndex: false,
    getCoreRowModel: getCoreRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getSortedRowModel: getSortedRowModel(),
    ...(config.showPagination ? { getPaginationRowModel: getPaginationRowModel() } : {}),
  })
  const pages = config.showPagination ? Math.max(1, made.getPageCount()) : 1
  if (page > pages - 1) setPage(pages - 1)
  const isFiltered = made.getState().columnFilters.length > 0 || made.getState().globalFilter !== ''
  return {
    made,
    columns,
    rows,
    config,
    view,
    setView,
    setSearch,
    clear,
    keep,
    page,
    pages,
    pageSize,
    setPage,
    setOwnPageSize,
    setOwnHidden: (id: string, hidden: boolean) => setOwnHidden({ ...ownHidden, [id]: hidden }),
    isFiltered,
    /** Rows stand in the order that they were given, all of them: only then do they have places to be moved to. */
    isInOrder: !isFiltered && made.getState().sorting.length === 0,
    /** All rows that are shown, on whatever page. */
    found: made.getPrePaginationRowModel().rows,
    shown: made.getRowModel().rows,
    shownColumns: columns.filter(({ id }) => visibility[id]),
  }
}

export type ShownTable = ReturnType<typeof useDataTable>

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useWindow } from '@/ui/use-window'
import { type CellStep, HEAD, type Place, stepFrom } from './grid-steps'
import type { Row } from './table-model'
import { cellName } from './table-records'
import type { ShownTable } from './use-data-table'

interface Given {
  shown: ShownTable
  rows: readonly Row[]
  /** What was made elsewhere and should be written in at once. */
  nextPlace: RefObject<{ row: string; column?: string } | null>
  /** It was made, but the search or a filter hides it. */
  onHidden(): void
}

/**
 * Which cell has the focus and whether it is written in, where the focus goes from there, and which rows are drawn. A cell that
 * is not drawn yet gets the focus once it is.
 */
export function useGridFocus({ shown, rows, nextPlace: next, onHidden }: Given) {
  const { config, shownColumns: columns, view } = shown
  const [active, setActive] = useState<Place | null>(null)
  const [editing, setEditing] = useState<{ typed: string | null } | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const wanted = useRef<Place | null>(null)
  const [rowHeight, setRowHeight] = useState(36)
  const drawn = useWindow(body, rows.length, rowHeight, {
    isWhole: config.showPagination,
    covered: () => grid.current?.querySelector('thead')?.clientHeight ?? 0,
  })

  const x = Math.max(
    0,
    columns.findIndex(({ id }) => id === active?.column),
  )
  const y = active ? rows.findIndex(({ id }) => id === active.row) : -1
  const here: Place | null =
    rows.length > 0 && columns.length > 0 ? { row: rows[Math.max(0, y)]!.id, column: columns[x]!.id } : null

  const elementAt = ({ row, column }: Place): HTMLElement | null =>
    grid.current?.querySelector(
      row === HEAD
        ? `[data-head-of="${CSS.escape(column)}"]`
        : `[data-cell="${CSS.escape(cellName(row, column))}"]`,
    ) ?? null
  const go = (place: Place) => {
    wanted.current = place
    setActive(place)
    const at = rows.findIndex(({ id }) => id === place.row)
    if (drawn.isWindowed && at >= 0) drawn.reveal(at)
  }
  useLayoutEffect(() => {
    const height = grid.current?.querySelector<HTMLElement>(
      'tbody tr[data-row]:not(:has(.data-field))',
    )?.offsetHeight
    // Of the first row alone: with rows of several heights, one further down would lead to another one, and that to a third.
    if (height && drawn.first === 0) setRowHeight(height)
    if (!wanted.current || editing) return
    const element = elementAt(wanted.current)
    if (!element) return
    wanted.current = null
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  // Other rows are seen from the first on.
  const wantedRows = JSON.stringify([view.sort, view.search, view.filters])
  const shownRows = useRef(wantedRows)
  useLayoutEffect(() => {
    if (shownRows.current === wantedRows) return
    shownRows.current = wantedRows
    if (grid.current) grid.current.scrollTop = 0
  }, [wantedRows])
  useLayoutEffect(() => {
    if (!next.current) return
    const { row, column } = next.current
    if (!rows.some(({ id }) => id === row)) {
      const at = shown.found.findIndex(({ original }) => original.id === row)
      // Where it stands among rows that are sorted.
      if (at >= 0 && config.showPagination) shown.setPage(Math.floor(at / shown.pageSize))
      else if (at < 0 && shown.rows.some(({ id }) => id === row)) {
        next.current = null
        onHidden()
      }
      return
    }
    next.current = null
    go({ row, column: column ?? columns[0]?.id ?? '' })
  })

  /** Goes on to another cell, and says whether there is one. */
  const step = (how: CellStep): boolean => {
    const to = stepFrom({ x, y: Math.max(0, y) }, how, { width: columns.length, height: rows.length })
    if (to === null) return false
    const row = to.y < 0 ? HEAD : rows[to.y]?.id
    const column = columns[to.x]?.id
    if (row === undefined || column === undefined) return false
    go({ row, column })
    return true
  }

  return {
    grid,
    active,
    setActive,
    editing,
    setEditing,
    /** The cell that Tab leads to, and its column and row among those that are shown; the row is -1 for none. */
    here,
    x,
    y,
    go,
    step,
    /** The focus is put there after what is about to be drawn, such as a row that moves. */
    goOnceDrawn(place: Place) {
      wanted.current = place
    },
    isEditing: (row: string, column: string): boolean =>
      editing !== null && active?.row === row && active.column === column,
    isWindowed: drawn.isWindowed,
    /** The rows that are drawn: from `first` on, up to `last`. They stand in `body`. */
    first: drawn.first,
    last: drawn.end,
    body,
    heightOf: (count: number): number => count * rowHeight,
  }
}

export type GridFocus = ReturnType<typeof useGridFocus>

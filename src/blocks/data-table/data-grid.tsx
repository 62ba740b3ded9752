import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Checkbox } from '@/ui/checkbox'
import { safeCell } from '../kit/csv'
import { CellContent, CellEditor } from './data-cell'
import { GridMenu, type OpenMenu } from './grid-menu'
import { type CellStep, stepFrom } from './grid-steps'
import { cellsFromPaste } from './read-data'
import { type CellValue, type Column, cellName, cellParts, type Row, valueAt } from './table-data'
import { cellText, isEmpty, truthOf, typedValue } from './table-view'
import type { ShownTable } from './use-data-table'
import { useReorder } from './use-reorder'
import type { TableActions } from './use-table-actions'

interface Place {
  row: string
  column: string
}

/** Rows from which only those in view are drawn (rulings 0), and how many more are drawn around them. */
const MANY = 200
const AROUND = 12

interface GridProps {
  shown: ShownTable
  actions: TableActions
  isEditable: boolean
  isFiltering: boolean
  onEdit(): void
  /** The person is done here: the block itself is selected. */
  onLeave(): void
}

/**
 * The cells, used like those of a spreadsheet: one has the focus, arrows go on, typing, Enter and F2 write, Escape gives up and
 * then leaves, Ctrl+C and Ctrl+V copy and paste, Shift+Ctrl and an arrow move the row or the column.
 */
export function DataGrid({ shown, actions, isEditable, isFiltering, onEdit, onLeave }: GridProps) {
  const { made, config, shownColumns: columns, setView, view, isInOrder } = shown
  const rows = shown.shown.map(({ original }) => original)
  const [active, setActive] = useState<Place | null>(null)
  const [editing, setEditing] = useState<{ typed: string | null } | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [top, setTop] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const wanted = useRef<Place | null>(null)
  const rowHeight = useRef(36)

  const isWindowed = !config.showPagination && rows.length > MANY
  const first = isWindowed ? Math.max(0, Math.floor(top / rowHeight.current) - AROUND) : 0
  const last = isWindowed ? Math.min(rows.length, first + 2 * AROUND + 24) : rows.length
  const drawn = rows.slice(first, last)
  const canMove = isEditable && config.reorderable
  const hasHandle = isEditable || config.selectable

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
    const box = grid.current
    if (!isWindowed || !box || at < 0) return
    const head = box.querySelector('thead')?.clientHeight ?? 0
    const from = at * rowHeight.current
    if (from < box.scrollTop) box.scrollTop = from
    else if (from + rowHeight.current + head > box.scrollTop + box.clientHeight)
      box.scrollTop = from + rowHeight.current + head - box.clientHeight
  }
  useLayoutEffect(() => {
    const height = grid.current?.querySelector<HTMLElement>('tbody tr[data-row]')?.offsetHeight
    if (height) rowHeight.current = height
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
  // What was made elsewhere and should be written in at once.
  const next = actions.nextPlace
  useLayoutEffect(() => {
    if (!next.current) return
    const { row, column } = next.current
    if (!rows.some(({ id }) => id === row)) return
    next.current = null
    go({ row, column: column ?? columns[0]?.id ?? '' })
  })

  const step = (how: CellStep) => {
    const to = stepFrom({ x, y: Math.max(0, y) }, how, { width: columns.length, height: rows.length })
    if (to === null) return false
    const row = to.y < 0 ? HEAD : rows[to.y]?.id
    const column = columns[to.x]?.id
    if (row === undefined || column === undefined) return false
    go({ row, column })
    return true
  }
  const edit = (typed: string | null) => {
    const column = columns[x]
    const row = here && rows.find(({ id }) => id === here.row)
    if (!isEditable || !column || !row) return
    const value = valueAt(row.values, column)
    if (column.type === 'boolean' && (isEmpty(value) || truthOf(value) !== null)) {
      actions.write([{ row: row.id, key: column.accessorKey, value: truthOf(value) !== true }])
      return
    }
    setActive(here)
    setEditing({ typed })
  }
  const end = (row: Row, column: Column, value: CellValue | undefined, how: string) => {
    setEditing(null)
    if (value !== undefined) actions.write([{ row: row.id, key: column.accessorKey, value }])
    if (how === 'away') return
    if (how === 'stay' || !step(how as CellStep)) go({ row: row.id, column: column.id })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.nativeEvent.isComposing || !(event.target as Element).matches('[data-cell]')) return
    const mod = event.metaKey || event.ctrlKey
    const { key } = event
    const column = columns[x]
    const row = here?.row
    if (!column || row === undefined) return
    if (mod && event.shiftKey && key.startsWith('Arrow')) {
      if (!canMove) return
      if (key === 'ArrowUp' || key === 'ArrowDown') actions.moveRowBy(row, key === 'ArrowUp' ? -1 : 1)
      else actions.moveColumnBy(column.id, key === 'ArrowLeft' ? -1 : 1)
      wanted.current = { row, column: column.id }
    } else if (key === 'Tab') {
      // At the last cell it goes on to what stands behind the table.
      if (!step(event.shiftKey ? 'back' : 'forth')) return
    } else if (STEPS[key] && !event.altKey) {
      const how = STEPS[key]!
      step(mod && (how === 'start' || how === 'end') ? (how === 'start' ? 'first' : 'last') : how)
    } else if (key === 'PageDown' || key === 'PageUp') {
      if (shown.pages > 1)
        shown.setPage(Math.max(0, Math.min(shown.pages - 1, shown.page + (key === 'PageDown' ? 1 : -1))))
      else step(key === 'PageDown' ? 'pageDown' : 'pageUp')
    } else if (key === 'Escape') onLeave()
    else if (key === 'F10' && event.shiftKey)
      openMenu('row', row, event.currentTarget.querySelector(':focus'), true)
    else if (key === 'ContextMenu') openMenu('row', row, event.currentTarget.querySelector(':focus'), true)
    else if (key === 'Enter' && mod && isEditable) actions.addRow(row, event.shiftKey ? 0 : 1)
    else if (key === 'Enter' || key === 'F2') edit(null)
    else if ((key === 'Delete' || key === 'Backspace') && isEditable)
      actions.write([{ row, key: column.accessorKey, value: null }])
    else if (key === ' ' && config.selectable && (event.shiftKey || !isEditable))
      made.getRow(row).toggleSelected()
    else if (key.length === 1 && !mod && !event.altKey && isEditable)
      edit(column.type === 'boolean' ? null : key)
    else return
    event.preventDefault()
  }

  /** A tick is set by one press; other cells are written by two. */
  const onClick = (event: MouseEvent) => {
    const name = (event.target as Element).closest('[data-cell]')?.getAttribute('data-cell')
    const place = name ? cellParts(name) : null
    const row = rows.find(({ id }) => id === place?.row)
    const column = columns.find(({ id }) => id === place?.key)
    const isEdited = editing !== null && active?.row === row?.id && active?.column === column?.id
    if (!isEditable || isEdited || !row || !column) return
    const value = valueAt(row.values, column)
    const isTick = column.type === 'boolean' && (isEmpty(value) || truthOf(value) !== null)
    if (event.type === 'click' && isTick)
      actions.write([{ row: row.id, key: column.accessorKey, value: truthOf(value) !== true }])
    if (event.type === 'click' || isTick) return
    setActive({ row: row.id, column: column.id })
    setEditing({ typed: null })
  }

  const copied = (): string => {
    const picked = shown.found.filter((row) => row.getIsSelected()).map(({ original }) => original)
    const text = (row: Row, column: Column) => {
      const said = safeCell(cellText(valueAt(row.values, column), column.type))
      return /[\t\n"]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said
    }
    if (picked.length > 0)
      return picked.map((row) => columns.map((column) => text(row, column)).join('\t')).join('\n')
    const row = rows.find(({ id }) => id === here?.row)
    return row && columns[x] ? text(row, columns[x]) : ''
  }
  const onCopy = (event: ClipboardEvent) => {
    if (editing) return
    event.clipboardData.setData('text/plain', copied())
    event.preventDefault()
    if (event.type === 'cut' && isEditable && here && columns[x])
      actions.write([{ row: here.row, key: columns[x].accessorKey, value: null }])
  }
  const onPaste = (event: ClipboardEvent) => {
    const column = columns[x]
    if (editing || !isEditable || !here || !column) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    const cells = cellsFromPaste(text)
    if (cells) actions.pasteCells(rows, columns, { x, y: Math.max(0, y) }, cells)
    else
      actions.write([
        {
          row: here.row,
          key: column.accessorKey,
          value: typedValue(text.replace(/\r?\n$/, ''), column.type),
        },
      ])
  }

  const openMenu = (kind: OpenMenu['kind'], id: string, anchor: Element | null, byKeyboard: boolean) => {
    if (anchor && (isEditable || kind === 'column')) setMenu({ kind, id, anchor, byKeyboard })
  }
  const inside = (selector: string) => grid.current?.querySelectorAll<HTMLElement>(selector) ?? []
  const dragRow = useReorder({
    axis: 'y',
    attribute: 'data-row',
    elements: () => inside('tr[data-row]'),
    onDrop: (id, place) => actions.placeRow(id, place.id, place.isAfter),
  })
  const dragColumn = useReorder({
    axis: 'x',
    attribute: 'data-column',
    elements: () => inside('th[data-column]'),
    onDrop: (id, place) => actions.placeColumn(id, place.id, place.isAfter),
  })
  const sortOf = (id: string) => view.sort.find((sort) => sort.column === id)
  const sortBy = (column: Column, isAdded: boolean) => {
    const now = sortOf(column.id)
    const others = isAdded ? view.sort.filter((sort) => sort.column !== column.id) : []
    const then = !now
      ? [{ column: column.id, descending: false }]
      : now.descending
        ? []
        : [{ column: column.id, descending: true }]
    setView({ ...view, sort: [...others, ...then] })
    actions.say(
      then[0]
        ? `Sorted by ${column.header}, ${then[0].descending ? 'descending' : 'ascending'}`
        : 'Not sorted',
    )
  }
  const onHeadKey = (event: KeyboardEvent, column: Column) => {
    const mod = event.metaKey || event.ctrlKey
    const at = columns.indexOf(column)
    const to = event.key === 'ArrowLeft' ? at - 1 : event.key === 'ArrowRight' ? at + 1 : at
    if (mod && event.shiftKey && to !== at && canMove) {
      actions.moveColumnBy(column.id, to - at)
      wanted.current = { row: HEAD, column: column.id }
    } else if (event.key === 'ArrowDown' && event.altKey)
      openMenu('column', column.id, event.currentTarget, true)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      openMenu('column', column.id, event.currentTarget, true)
    else if (event.key === 'ArrowDown' && rows[0]) go({ row: rows[0].id, column: column.id })
    else if (to !== at && columns[to]) go({ row: HEAD, column: columns[to].id })
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isFocusable = (place: Place): boolean => here?.row === place.row && here.column === place.column
  const width = columns.length + (hasHandle ? 1 : 0)
  const all = made.getIsAllRowsSelected()

  return (
    <div
      ref={grid}
      className="data-grid"
      data-windowed={isWindowed || undefined}
      data-selectable={config.selectable || undefined}
      onScroll={isWindowed ? (event) => setTop(event.currentTarget.scrollTop) : undefined}
    >
      <table
        {...gridRole(isEditable, config.selectable)}
        aria-label="Data table"
        aria-rowcount={shown.found.length + 1}
        aria-colcount={width}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onClick}
        onCopy={onCopy}
        onCut={onCopy}
        onPaste={onPaste}
      >
        <thead>
          <tr aria-rowindex={1}>
            {hasHandle && (
              <th className="data-handle">
                {config.selectable ? (
                  <div>
                    <Checkbox
                      aria-label="Select all rows"
                      checked={all}
                      ref={(box) => {
                        if (box) box.indeterminate = !all && made.getIsSomeRowsSelected()
                      }}
                      onCheckedChange={(checked) => made.toggleAllRowsSelected(checked)}
                    />
                  </div>
                ) : (
                  <span className="sr-only">Row</span>
                )}
              </th>
            )}
            {columns.map((column) => {
              const sort = sortOf(column.id)
              const canSort = config.sortable && column.sortable
              return (
                <th
                  key={column.id}
                  scope="col"
                  data-column={column.id}
                  data-column-align={column.align}
                  data-drop={dragColumn.dropAt(column.id)}
                  aria-sort={sort && canSort ? (sort.descending ? 'descending' : 'ascending') : undefined}
                >
                  <div className="data-head">
                    <button
                      type="button"
                      className="data-head-name"
                      data-head-of={column.id}
                      tabIndex={columns[x]?.id === column.id ? 0 : -1}
                      aria-keyshortcuts="Alt+ArrowDown"
                      onKeyDown={(event) => onHeadKey(event, column)}
                      onPointerDown={(event) => canMove && dragColumn.start(event, column.id)}
                      onClick={(event) => {
                        if (dragColumn.wasDragged.current) return
                        setActive({ row: here?.row ?? HEAD, column: column.id })
                        if (canSort) sortBy(column, event.shiftKey)
                        else openMenu('column', column.id, event.currentTarget, event.detail === 0)
                      }}
                    >
                      <span className="data-head-text">{column.header}</span>
                      {sort &&
                        canSort &&
                        (sort.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
                    </button>
                    <button
                      type="button"
                      className="data-head-menu"
                      tabIndex={-1}
                      aria-label={`Column ${column.header}`}
                      aria-haspopup="menu"
                      onClick={(event) =>
                        openMenu('column', column.id, event.currentTarget, event.detail === 0)
                      }
                    >
                      <EllipsisVertical aria-hidden />
                    </button>
                  </div>
                </th>
              )
            })}
          </tr>
          {isFiltering && (
            <tr className="data-filters">
              {hasHandle && <td className="data-handle" />}
              {columns.map((column) => (
                <td key={column.id}>{column.filterable && <ColumnFilter column={column} shown={shown} />}</td>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {first > 0 && (
            <tr aria-hidden style={{ height: first * rowHeight.current }}>
              <td colSpan={width} />
            </tr>
          )}
          {drawn.map((row, index) => {
            const isSelected = selectedIn(shown, row.id)
            const number = shown.page * (config.showPagination ? shown.pageSize : 0) + first + index + 1
            return (
              <tr
                key={row.id}
                data-row={row.id}
                data-drop={dragRow.dropAt(row.id)}
                aria-rowindex={number + 1}
                aria-selected={config.selectable ? isSelected : undefined}
              >
                {hasHandle && (
                  <td className="data-handle">
                    <div>
                      {isEditable && (
                        <button
                          type="button"
                          className="data-grip"
                          tabIndex={-1}
                          aria-label={`Row ${number}`}
                          aria-haspopup="menu"
                          data-movable={canMove && isInOrder}
                          onPointerDown={(event) => canMove && isInOrder && dragRow.start(event, row.id)}
                          onClick={(event) => {
                            if (!dragRow.wasDragged.current)
                              openMenu('row', row.id, event.currentTarget, event.detail === 0)
                          }}
                        >
                          <GripVertical aria-hidden />
                        </button>
                      )}
                      {config.selectable && (
                        <Checkbox
                          aria-label={`Select row ${number}`}
                          checked={isSelected}
                          onCheckedChange={(checked) => made.getRow(row.id).toggleSelected(checked)}
                        />
                      )}
                    </div>
                  </td>
                )}
                {columns.map((column, at) => {
                  const place = { row: row.id, column: column.id }
                  const value = valueAt(row.values, column)
                  const isEdited = editing !== null && active?.row === row.id && active.column === column.id
                  return (
                    <td
                      key={column.id}
                      {...GRID_CELL}
                      aria-colindex={at + 1 + (hasHandle ? 1 : 0)}
                      data-cell={cellName(row.id, column.id)}
                      data-column-align={column.align}
                      data-type={column.type}
                      tabIndex={isFocusable(place) ? 0 : -1}
                      title={typeof value === 'string' && value.length > 24 ? value : undefined}
                      onFocus={(event) => {
                        if (event.target === event.currentTarget) setActive(place)
                      }}
                    >
                      {isEdited ? (
                        <CellEditor
                          value={value}
                          column={column}
                          typed={editing.typed}
                          label={`${column.header}, row ${number}`}
                          onEnd={(written, how) => end(row, column, written, how)}
                        />
                      ) : (
                        <CellContent value={value} column={column} />
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
          {last < rows.length && (
            <tr aria-hidden style={{ height: (rows.length - last) * rowHeight.current }}>
              <td colSpan={width} />
            </tr>
          )}
        </tbody>
      </table>
      {menu && (
        <GridMenu
          menu={menu}
          shown={shown}
          actions={actions}
          isEditable={isEditable}
          onEdit={onEdit}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}

/** A table that is operated, and not only read, is a grid (WAI-ARIA). */
const gridRole = (isEditable: boolean, isSelectable: boolean) => ({
  role: 'grid',
  'aria-readonly': !isEditable,
  'aria-multiselectable': isSelectable || undefined,
})
const GRID_CELL = { role: 'gridcell' } as const

/** Stands for the header among the rows. */
const HEAD = '\0head'

const STEPS: Readonly<Record<string, CellStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'start',
  End: 'end',
}

const selectedIn = ({ made }: ShownTable, id: string): boolean => made.getState().rowSelection[id] === true

/** Words, or a comparison such as `>= 10`, that the cells of a column must match. */
function ColumnFilter({ column, shown }: { column: Column; shown: ShownTable }) {
  const { view, setView, keep } = shown
  const typed = view.filters[column.id] ?? ''
  const set = (text: string, isTyped: boolean) =>
    setView({ ...view, filters: { ...view.filters, [column.id]: text } }, isTyped)
  const label = `Filter ${column.header}`
  if (column.type === 'boolean')
    return (
      <select
        className="data-filter"
        aria-label={label}
        value={truthOf(typed) === null ? '' : truthOf(typed) ? 'yes' : 'no'}
        onChange={(event) => set(event.currentTarget.value, false)}
      >
        <option value="">All</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </select>
    )
  return (
    <input
      className="data-filter"
      aria-label={label}
      placeholder={column.type === 'text' ? 'Filter' : 'Filter, or > …'}
      value={typed}
      onChange={(event) => set(event.currentTarget.value, true)}
      onBlur={keep}
    />
  )
}

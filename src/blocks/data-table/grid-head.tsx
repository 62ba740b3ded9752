import { ArrowDown, ArrowUp, EllipsisVertical } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import type { OpensMenu } from './grid-menu'
import { HEAD } from './grid-steps'
import type { Column } from './table-model'
import { truthOf } from './table-view'
import type { ShownTable } from './use-data-table'
import type { GridFocus } from './use-grid-focus'
import type { Reorder } from './use-reorder'
import type { TableActions } from './use-table-actions'

interface GridHeadProps {
  shown: ShownTable
  actions: TableActions
  focus: GridFocus
  drag: Reorder
  hasHandle: boolean
  canMove: boolean
  isFiltering: boolean
  onKey(event: KeyboardEvent, column: Column): void
  openMenu: OpensMenu
}

/** The names of the columns, which sort them and open their menus, and the filters under them. */
export function GridHead(props: GridHeadProps) {
  const { shown, actions, focus, drag, hasHandle, canMove, isFiltering, onKey, openMenu } = props
  const { made, config, shownColumns: columns, setView, view } = shown
  const { here, x, setActive } = focus
  const all = made.getIsAllRowsSelected()
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
        ? then[0].descending
          ? t('Sorted by {header}, descending', { header: column.header })
          : t('Sorted by {header}, ascending', { header: column.header })
        : t('Not sorted'),
    )
  }
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasHandle && (
          <th className="data-handle">
            {config.selectable ? (
              <div>
                <Checkbox
                  aria-label={t('Select all rows')}
                  checked={all}
                  ref={(box) => {
                    if (box) box.indeterminate = !all && made.getIsSomeRowsSelected()
                  }}
                  onCheckedChange={(checked) => made.toggleAllRowsSelected(checked)}
                />
              </div>
            ) : (
              <span className="sr-only">{t('Row')}</span>
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
              data-drop={drag.dropAt(column.id)}
              aria-sort={sort && canSort ? (sort.descending ? 'descending' : 'ascending') : undefined}
            >
              <div className="data-head">
                <button
                  type="button"
                  className="data-head-name"
                  data-head-of={column.id}
                  tabIndex={columns[x]?.id === column.id ? 0 : -1}
                  aria-keyshortcuts={t('Alt+ArrowDown')}
                  onKeyDown={(event) => onKey(event, column)}
                  onPointerDown={(event) => canMove && drag.start(event, column.id)}
                  onClick={(event) => {
                    // A click that no pointer makes is no end of a drag.
                    if (event.detail > 0 && drag.wasDragged.current) return
                    setActive({ row: here?.row ?? HEAD, column: column.id })
                    if (canSort) sortBy(column, event.shiftKey)
                    else openMenu('column', column.id, event.currentTarget, event.detail === 0)
                  }}
                >
                  <span className="data-head-text">{column.header}</span>
                  {sort && canSort && (sort.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
                </button>
                <button
                  type="button"
                  className="data-head-menu"
                  tabIndex={-1}
                  aria-label={t('Column {header}', { header: column.header })}
                  aria-haspopup="menu"
                  onClick={(event) => openMenu('column', column.id, event.currentTarget, event.detail === 0)}
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
  )
}

/** Words, or a comparison such as `>= 10`, that the cells of a column must match. */
function ColumnFilter({ column, shown }: { column: Column; shown: ShownTable }) {
  const { view, setView, keep } = shown
  const typed = view.filters[column.id] ?? ''
  const set = (text: string, isTyped: boolean) =>
    setView({ ...view, filters: { ...view.filters, [column.id]: text } }, isTyped)
  const label = t('Filter {header}', { header: column.header })
  if (column.type === 'boolean')
    return (
      <select
        className="data-filter"
        aria-label={label}
        value={truthOf(typed) === null ? '' : truthOf(typed) ? 'yes' : 'no'}
        onChange={(event) => set(event.currentTarget.value, false)}
      >
        <option value="">{t('All')}</option>
        <option value="yes">{t('Yes')}</option>
        <option value="no">{t('No')}</option>
      </select>
    )
  return (
    <input
      className="data-filter"
      aria-label={label}
      placeholder={column.type === 'text' ? t('Filter') : t('Filter, or > …')}
      value={typed}
      onChange={(event) => set(event.currentTarget.value, true)}
      onBlur={keep}
    />
  )
}

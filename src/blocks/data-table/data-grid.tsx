import { useState } from 'react'
import { t } from '@/shared/i18n'
import { cellEditing } from './cell-editing'
import { drawnRows } from './drawn-rows'
import { gridClipboard } from './grid-clipboard'
import { GridHead } from './grid-head'
import { gridKeys } from './grid-keys'
import { GridMenu, type OpenMenu, type OpensMenu } from './grid-menu'
import { GridRow } from './grid-row'
import type { ShownTable } from './use-data-table'
import { useGridFocus } from './use-grid-focus'
import { useReorder } from './use-reorder'
import type { TableActions } from './use-table-actions'

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
  const { config, shownColumns: columns } = shown
  const rows = shown.shown.map(({ original }) => original)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const focus = useGridFocus({
    shown,
    rows,
    nextPlace: actions.nextPlace,
    onHidden: actions.newIsHidden,
  })
  const { grid, isWindowed, first, last, heightOf } = focus
  const canMove = isEditable && config.reorderable
  const hasHandle = isEditable || config.selectable
  const openMenu: OpensMenu = (kind, id, anchor, byKeyboard) => {
    if (anchor && (isEditable || kind === 'column')) setMenu({ kind, id, anchor, byKeyboard })
  }
  const { edit, end, onClick } = cellEditing({ focus, rows, columns, actions, isEditable })
  const { onKeyDown, onHeadKey } = gridKeys({
    shown,
    rows,
    actions,
    focus,
    isEditable,
    canMove,
    edit,
    openMenu,
    onLeave,
  })
  const { onCopy, onPaste } = gridClipboard({ shown, rows, actions, focus, isEditable })
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
  const width = columns.length + (hasHandle ? 1 : 0)
  const numberOfFirst = shown.page * (config.showPagination ? shown.pageSize : 0) + 1
  // What is dragged is held by its own handle, which has to stay where it is scrolled away from.
  const kept = focus.editing ? focus.y : rows.findIndex(({ id }) => id === dragRow.movedId)
  const drawn = drawnRows({ first, last, length: rows.length, kept })

  return (
    <div
      ref={grid}
      className="data-grid"
      data-windowed={isWindowed || undefined}
      data-selectable={config.selectable || undefined}
    >
      <table
        {...gridRole(isEditable, config.selectable)}
        aria-label={t('Data table')}
        aria-rowcount={shown.found.length + 1}
        aria-colcount={width}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onClick}
        onCopy={onCopy}
        onCut={onCopy}
        onPaste={onPaste}
      >
        <GridHead
          shown={shown}
          actions={actions}
          focus={focus}
          drag={dragColumn}
          hasHandle={hasHandle}
          canMove={canMove}
          isFiltering={isFiltering}
          onKey={onHeadKey}
          openMenu={openMenu}
        />
        <tbody ref={focus.body}>
          {drawn.map((one) =>
            'gap' in one ? (
              <tr key={`gap:${one.gap}`} aria-hidden style={{ height: heightOf(one.count) }}>
                <td colSpan={width} />
              </tr>
            ) : (
              <GridRow
                key={rows[one.at]!.id}
                row={rows[one.at]!}
                number={numberOfFirst + one.at}
                shown={shown}
                focus={focus}
                drag={dragRow}
                hasHandle={hasHandle}
                isEditable={isEditable}
                canMove={canMove}
                onEnd={end}
                openMenu={openMenu}
              />
            ),
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

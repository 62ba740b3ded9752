import {
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpToLine,
  Copy,
  EyeOff,
  Settings2,
  Trash2,
  X,
} from 'lucide-react'
import { t } from '@/shared/i18n'
import { isRightToLeft } from '@/ui/key-in-row'
import { Menu, MenuContent, MenuItem, MenuSeparator } from '@/ui/menu'
import type { ShownTable } from './use-data-table'
import type { TableActions } from './use-table-actions'

/** The menu of a row or of a column, and where it stands. */
export interface OpenMenu {
  kind: 'row' | 'column'
  id: string
  anchor: Element
  byKeyboard: boolean
}

/** Opens the menu of the row or column with that id, beside `anchor`. */
export type OpensMenu = (
  kind: OpenMenu['kind'],
  id: string,
  anchor: Element | null,
  byKeyboard: boolean,
) => void

interface GridMenuProps {
  menu: OpenMenu
  shown: ShownTable
  actions: TableActions
  isEditable: boolean
  onEdit(): void
  onClose(): void
}

/** What can be done with one row or one column. */
export function GridMenu(props: GridMenuProps) {
  const { menu, onClose } = props
  return (
    <Menu open onOpenChange={(open) => !open && onClose()}>
      <MenuContent
        anchor={menu.anchor}
        startsAtFirst={menu.byKeyboard}
        label={menu.kind === 'row' ? t('Row') : t('Column')}
      >
        {menu.kind === 'row' ? <RowItems {...props} /> : <ColumnItems {...props} />}
      </MenuContent>
    </Menu>
  )
}

function RowItems({ menu: { id }, shown, actions }: GridMenuProps) {
  const canMove = shown.config.reorderable && shown.isInOrder
  return (
    <>
      <MenuItem icon={<ArrowUpToLine aria-hidden />} onClick={() => actions.addRow(id, 0)}>
        {t('Insert above')}
      </MenuItem>
      <MenuItem
        icon={<ArrowDownToLine aria-hidden />}
        shortcut="mod+enter"
        onClick={() => actions.addRow(id, 1)}
      >
        {t('Insert below')}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onClick={() => actions.duplicateRows([id])}>
        {t('Duplicate')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<ArrowUp aria-hidden />}
        shortcut="mod+shift+↑"
        disabled={!canMove}
        onClick={() => actions.moveRowBy(id, -1)}
      >
        {t('Move up')}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown aria-hidden />}
        shortcut="mod+shift+↓"
        disabled={!canMove}
        onClick={() => actions.moveRowBy(id, 1)}
      >
        {t('Move down')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 aria-hidden />} onClick={() => actions.deleteRows([id])}>
        {t('Delete row')}
      </MenuItem>
    </>
  )
}

function ColumnItems({ menu: { id }, shown, actions, isEditable, onEdit }: GridMenuProps) {
  const { config, columns, view, setView, shownColumns } = shown
  const column = columns.find((one) => one.id === id)
  if (!column) return null
  const at = shownColumns.findIndex((one) => one.id === id)
  const hasBeside = (by: number) => at >= 0 && shownColumns[at + by] !== undefined
  const toLeft = isRightToLeft(document.documentElement) ? 1 : -1
  const sorted = view.sort.find((sort) => sort.column === id)
  const sort = (descending: boolean) => setView({ ...view, sort: [{ column: id, descending }] })
  const hide = () => (isEditable ? actions.hideColumn(id, true) : shown.setOwnHidden(id, true))
  return (
    <>
      {config.sortable && column.sortable && (
        <>
          <MenuItem icon={<ArrowUp aria-hidden />} onClick={() => sort(false)}>
            {t('Sort ascending')}
          </MenuItem>
          <MenuItem icon={<ArrowDown aria-hidden />} onClick={() => sort(true)}>
            {t('Sort descending')}
          </MenuItem>
          {sorted && (
            <MenuItem
              icon={<X aria-hidden />}
              onClick={() => setView({ ...view, sort: view.sort.filter((one) => one !== sorted) })}
            >
              {t('Clear sorting')}
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      {isEditable && config.reorderable && (
        <>
          <MenuItem
            icon={<ArrowLeft aria-hidden />}
            disabled={!hasBeside(toLeft)}
            onClick={() => actions.moveColumnBy(id, toLeft)}
          >
            {t('Move left')}
          </MenuItem>
          <MenuItem
            icon={<ArrowRight aria-hidden />}
            disabled={!hasBeside(-toLeft)}
            onClick={() => actions.moveColumnBy(id, -toLeft)}
          >
            {t('Move right')}
          </MenuItem>
        </>
      )}
      {isEditable && (
        <>
          <MenuItem icon={<ArrowLeftToLine aria-hidden />} onClick={() => actions.addColumn(id, 0)}>
            {t('Insert left')}
          </MenuItem>
          <MenuItem icon={<ArrowRightToLine aria-hidden />} onClick={() => actions.addColumn(id, 1)}>
            {t('Insert right')}
          </MenuItem>
        </>
      )}
      {config.showColumnVisibility && (
        <MenuItem icon={<EyeOff aria-hidden />} disabled={shownColumns.length < 2} onClick={hide}>
          {t('Hide column')}
        </MenuItem>
      )}
      {isEditable && (
        <>
          <MenuItem icon={<Settings2 aria-hidden />} onClick={onEdit}>
            {t('Edit columns…')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            danger
            icon={<Trash2 aria-hidden />}
            disabled={columns.length < 2}
            onClick={() => actions.deleteColumn(id)}
          >
            {t('Delete column')}
          </MenuItem>
        </>
      )}
    </>
  )
}

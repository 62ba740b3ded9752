import type { Editor } from '@tiptap/core'
import { Palette, Table2, UnfoldHorizontal, UnfoldVertical } from 'lucide-react'
import { t } from '@/shared/i18n'
import { ColorSample } from '../icons'
import type { Option } from '../option-list'
import { applies } from './run-in-table'
import { type TableAction, tableActions } from './table-actions'

export type Line = 'row' | 'column'

const asOption = ({ id, label, icon: Icon, group, shortcut, danger }: TableAction): Option => ({
  id,
  label,
  icon: <Icon aria-hidden size={16} />,
  group,
  ...(shortcut ? { shortcut } : {}),
  ...(danger ? { danger } : {}),
})

/** The groups of the menu, those of what it was opened for first. */
const GROUPS: Record<Line, readonly TableAction['group'][]> = {
  row: ['Row', 'Cell', 'Cell background', 'Table', 'Column'],
  column: ['Column', 'Cell', 'Cell background', 'Table', 'Row'],
}

const offered = (editor: Editor, isOf: (group: TableAction['group']) => boolean): TableAction[] =>
  tableActions.filter((action) => isOf(action.group) && applies(editor, action.command))

/** Everything that a search finds in the menu of a row or a column. */
export function findInTableMenu(editor: Editor, line: Line, query: string): Option[] {
  const wanted = query.trim().toLowerCase()
  return GROUPS[line].flatMap((group) =>
    offered(editor, (one) => one === group)
      .filter(({ label }) => label.toLowerCase().includes(wanted))
      .map(asOption),
  )
}

const plain = (action: TableAction): Option => {
  const { group: _, ...option } = asOption(action)
  return option
}

function swatch(action: TableAction): Option {
  const color = action.id.startsWith('background-') ? action.id.slice('background-'.length) : 'default'
  return { ...plain(action), icon: <ColorSample of="background" color={color} />, swatch: true }
}

/** The menu before anything is typed: what the line can do, levels for colours, the table and the other line, what deletes last. */
export function browseTableMenu(editor: Editor, line: Line, level: string | null): Option[] {
  const other: Line = line === 'row' ? 'column' : 'row'
  const names = {
    color: t('Cell background'),
    table: t('Table'),
    other: other === 'row' ? t('Row') : t('Column'),
  }
  const isOf = (which: Line) => (group: TableAction['group']) =>
    which === 'row' ? group === 'Row' : group === 'Column'
  if (level === names.color) return offered(editor, (group) => group === 'Cell background').map(swatch)
  if (level === names.table) return offered(editor, (group) => group === 'Table').map(plain)
  if (level === names.other) return offered(editor, isOf(other)).map(plain)
  const own = offered(editor, isOf(line))
  const opener = (id: string, label: string, icon: Option['icon']): Option => ({
    id,
    label,
    icon,
    opens: label,
  })
  const OtherIcon = other === 'row' ? UnfoldVertical : UnfoldHorizontal
  return [
    ...own.filter(({ danger }) => !danger).map(plain),
    ...offered(editor, (group) => group === 'Cell').map((action, at) => ({
      ...plain(action),
      ...(at === 0 && { gap: true }),
    })),
    opener('level-color', names.color, <Palette aria-hidden size={16} />),
    { ...opener('level-table', names.table, <Table2 aria-hidden size={16} />), gap: true },
    opener('level-other', names.other, <OtherIcon aria-hidden size={16} />),
    ...own
      .filter(({ danger }) => danger)
      .map((action, at) => ({ ...plain(action), ...(at === 0 && { gap: true }) })),
  ]
}

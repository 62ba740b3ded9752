import { Palette, Table2, UnfoldHorizontal, UnfoldVertical } from 'lucide-react'
import { type ActionEntry, type ActionTarget, entriesIn } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { ActionIcon, ColorSample } from '../icons'
import type { Option } from '../option-list'
import { tableActions } from './table-actions'

export type Line = 'row' | 'column'

const asOption = ({ id, label, icon, group, shortcut, danger }: ActionEntry): Option => ({
  id,
  label,
  ...(icon && { icon: <ActionIcon icon={icon} /> }),
  ...(group && { group }),
  ...(shortcut ? { shortcut } : {}),
  ...(danger ? { danger } : {}),
})

/** The groups of the menu, those of what it was opened for first. */
const GROUPS: Record<Line, readonly string[]> = {
  row: ['Row', 'Cell', 'Cell background', 'Table', 'Column'],
  column: ['Column', 'Cell', 'Cell background', 'Table', 'Row'],
}

const offered = (target: ActionTarget, isOf: (group: string) => boolean): ActionEntry[] =>
  entriesIn(
    'tableMenu',
    tableActions.filter(({ group = '' }) => isOf(group)),
    target,
  )

/** Everything that a search finds in the menu of a row or a column. */
export function findInTableMenu(target: ActionTarget, line: Line, query: string): Option[] {
  const wanted = query.trim().toLowerCase()
  return GROUPS[line].flatMap((group) =>
    offered(target, (one) => one === group)
      .filter(({ label }) => label.toLowerCase().includes(wanted))
      .map(asOption),
  )
}

const plain = (action: ActionEntry): Option => {
  const { group: _, ...option } = asOption(action)
  return option
}

function swatch(action: ActionEntry): Option {
  const color = action.id.startsWith('background-') ? action.id.slice('background-'.length) : 'default'
  return { ...plain(action), icon: <ColorSample of="background" color={color} />, swatch: true }
}

/** The menu before anything is typed: what the line can do, levels for colours, the table and the other line, what deletes last. */
export function browseTableMenu(target: ActionTarget, line: Line, level: string | null): Option[] {
  const other: Line = line === 'row' ? 'column' : 'row'
  const names = {
    color: t('Cell background'),
    table: t('Table'),
    other: other === 'row' ? t('Row') : t('Column'),
  }
  const isOf = (which: Line) => (group: string) => (which === 'row' ? group === 'Row' : group === 'Column')
  if (level === names.color) return offered(target, (group) => group === 'Cell background').map(swatch)
  if (level === names.table) return offered(target, (group) => group === 'Table').map(plain)
  if (level === names.other) return offered(target, isOf(other)).map(plain)
  const own = offered(target, isOf(line))
  const opener = (id: string, label: string, icon: Option['icon']): Option => ({
    id,
    label,
    icon,
    opens: label,
  })
  const OtherIcon = other === 'row' ? UnfoldVertical : UnfoldHorizontal
  return [
    ...own.filter(({ danger }) => !danger).map(plain),
    ...offered(target, (group) => group === 'Cell').map((action, at) => ({
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

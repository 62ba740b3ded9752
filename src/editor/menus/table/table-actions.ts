import type { LucideIcon } from 'lucide-react'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Combine,
  Eraser,
  IndentDecrease,
  IndentIncrease,
  Palette,
  PanelLeft,
  PanelTop,
  Plus,
  Split,
  Trash2,
  UnfoldHorizontal,
} from 'lucide-react'
import type { BlockCommand } from '@/blocks/editing/turn-into'
import { COLORS } from '@/blocks/kit/colors'
import {
  deleteColumns,
  deleteRows,
  deleteTable,
  emptyCells,
  insertColumn,
  insertRow,
  mergeCells,
  moveColumnBy,
  moveRowBy,
  moveTableBy,
  setCellBackground,
  splitCell,
  toggleHeader,
  widenColumn,
} from '@/blocks/table/table-commands'
import { t } from '@/shared/i18n'
import { colorName } from '../../core/names'

export interface TableAction {
  id: string
  label: string
  icon: LucideIcon
  group: 'Row' | 'Column' | 'Cell' | 'Table' | 'Cell background'
  command: BlockCommand
  shortcut?: string
  danger?: true
}

/** Everything that can be done to the rows, the columns and the cells of a table. */
export const tableActions: readonly TableAction[] = [
  {
    id: 'row-above',
    get label() {
      return t('Insert row above')
    },
    icon: Plus,
    group: 'Row',
    command: insertRow('above'),
  },
  {
    id: 'row-below',
    get label() {
      return t('Insert row below')
    },
    icon: Plus,
    group: 'Row',
    command: insertRow('below'),
  },
  {
    id: 'row-up',
    get label() {
      return t('Move row up')
    },
    icon: ArrowUp,
    group: 'Row',
    command: moveRowBy(-1),
    shortcut: 'alt+shift+up',
  },
  {
    id: 'row-down',
    get label() {
      return t('Move row down')
    },
    icon: ArrowDown,
    group: 'Row',
    command: moveRowBy(1),
    shortcut: 'alt+shift+down',
  },
  {
    id: 'row-delete',
    get label() {
      return t('Delete row')
    },
    icon: Trash2,
    group: 'Row',
    command: deleteRows,
    danger: true,
  },
  {
    id: 'column-before',
    get label() {
      return t('Insert column before')
    },
    icon: Plus,
    group: 'Column',
    command: insertColumn('before'),
  },
  {
    id: 'column-after',
    get label() {
      return t('Insert column after')
    },
    icon: Plus,
    group: 'Column',
    command: insertColumn('after'),
  },
  {
    id: 'column-left',
    get label() {
      return t('Move column left')
    },
    icon: ArrowLeft,
    group: 'Column',
    command: moveColumnBy(-1),
    shortcut: 'alt+shift+left',
  },
  {
    id: 'column-right',
    get label() {
      return t('Move column right')
    },
    icon: ArrowRight,
    group: 'Column',
    command: moveColumnBy(1),
    shortcut: 'alt+shift+right',
  },
  {
    id: 'column-wider',
    get label() {
      return t('Make column wider')
    },
    icon: UnfoldHorizontal,
    group: 'Column',
    command: widenColumn(1),
  },
  {
    id: 'column-narrower',
    get label() {
      return t('Make column narrower')
    },
    icon: UnfoldHorizontal,
    group: 'Column',
    command: widenColumn(-1),
  },
  {
    id: 'column-delete',
    get label() {
      return t('Delete column')
    },
    icon: Trash2,
    group: 'Column',
    command: deleteColumns,
    danger: true,
  },
  {
    id: 'merge',
    get label() {
      return t('Merge cells')
    },
    icon: Combine,
    group: 'Cell',
    command: mergeCells,
  },
  {
    id: 'split',
    get label() {
      return t('Split cell')
    },
    icon: Split,
    group: 'Cell',
    command: splitCell,
  },
  {
    id: 'clear',
    get label() {
      return t('Clear cells')
    },
    icon: Eraser,
    group: 'Cell',
    command: emptyCells,
  },
  {
    id: 'no-background',
    get label() {
      return t('No background')
    },
    icon: Palette,
    group: 'Cell background',
    command: setCellBackground(null),
  },
  ...COLORS.map(
    (color): TableAction => ({
      id: `background-${color}`,
      label: t('{color} background', { color: colorName(color) }),
      icon: Palette,
      group: 'Cell background',
      command: setCellBackground(color),
    }),
  ),
  {
    id: 'header-row',
    get label() {
      return t('Header row')
    },
    icon: PanelTop,
    group: 'Table',
    command: toggleHeader('headerRow'),
  },
  {
    id: 'header-column',
    get label() {
      return t('Header column')
    },
    icon: PanelLeft,
    group: 'Table',
    command: toggleHeader('headerColumn'),
  },
  {
    id: 'table-right',
    get label() {
      return t('Move table right')
    },
    icon: IndentIncrease,
    group: 'Table',
    command: moveTableBy(1),
  },
  {
    id: 'table-left',
    get label() {
      return t('Move table left')
    },
    icon: IndentDecrease,
    group: 'Table',
    command: moveTableBy(-1),
  },
  {
    id: 'table-delete',
    get label() {
      return t('Delete table')
    },
    icon: Trash2,
    group: 'Table',
    command: deleteTable,
    danger: true,
  },
]

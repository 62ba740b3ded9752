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
import type { Action } from '@/blocks/kit/action'
import { COLORS } from '@/blocks/kit/colors'
import {
  deleteColumns,
  deleteRows,
  deleteTable,
  emptyCells,
  insertColumn,
  insertRow,
  mergeCells,
  moveRowBy,
  moveTableBy,
  setCellBackground,
  splitCell,
  toggleHeader,
  widenColumn,
} from '@/blocks/table/table-commands'
import { t } from '@/shared/i18n'
import { colorName } from '../../core/names'
import { inTable, moveColumnTo } from './run-in-table'

/** An action of the menu of a row and a column. */
const inMenu = (command: BlockCommand) =>
  ({ places: { tableMenu: {} }, command: inTable(command) }) satisfies Pick<Action, 'places' | 'command'>

/** Everything that can be done to the rows, the columns and the cells of a table. */
export const tableActions: readonly Action[] = [
  {
    id: 'row-above',
    get label() {
      return t('Insert row above')
    },
    icon: Plus,
    group: 'Row',
    ...inMenu(insertRow('above')),
  },
  {
    id: 'row-below',
    get label() {
      return t('Insert row below')
    },
    icon: Plus,
    group: 'Row',
    ...inMenu(insertRow('below')),
  },
  {
    id: 'row-up',
    get label() {
      return t('Move row up')
    },
    icon: ArrowUp,
    group: 'Row',
    ...inMenu(moveRowBy(-1)),
    shortcut: 'alt+shift+up',
  },
  {
    id: 'row-down',
    get label() {
      return t('Move row down')
    },
    icon: ArrowDown,
    group: 'Row',
    ...inMenu(moveRowBy(1)),
    shortcut: 'alt+shift+down',
  },
  {
    id: 'row-delete',
    get label() {
      return t('Delete row')
    },
    icon: Trash2,
    group: 'Row',
    ...inMenu(deleteRows),
    danger: true,
  },
  {
    id: 'column-before',
    get label() {
      return t('Insert column before')
    },
    icon: Plus,
    group: 'Column',
    ...inMenu(insertColumn('before')),
  },
  {
    id: 'column-after',
    get label() {
      return t('Insert column after')
    },
    icon: Plus,
    group: 'Column',
    ...inMenu(insertColumn('after')),
  },
  {
    id: 'column-left',
    get label() {
      return t('Move column left')
    },
    icon: ArrowLeft,
    group: 'Column',
    places: { tableMenu: {} },
    command: moveColumnTo('left'),
    shortcut: 'alt+shift+left',
  },
  {
    id: 'column-right',
    get label() {
      return t('Move column right')
    },
    icon: ArrowRight,
    group: 'Column',
    places: { tableMenu: {} },
    command: moveColumnTo('right'),
    shortcut: 'alt+shift+right',
  },
  {
    id: 'column-wider',
    get label() {
      return t('Make column wider')
    },
    icon: UnfoldHorizontal,
    group: 'Column',
    ...inMenu(widenColumn(1)),
  },
  {
    id: 'column-narrower',
    get label() {
      return t('Make column narrower')
    },
    icon: UnfoldHorizontal,
    group: 'Column',
    ...inMenu(widenColumn(-1)),
  },
  {
    id: 'column-delete',
    get label() {
      return t('Delete column')
    },
    icon: Trash2,
    group: 'Column',
    ...inMenu(deleteColumns),
    danger: true,
  },
  {
    id: 'merge',
    get label() {
      return t('Merge cells')
    },
    icon: Combine,
    group: 'Cell',
    ...inMenu(mergeCells),
  },
  {
    id: 'split',
    get label() {
      return t('Split cell')
    },
    icon: Split,
    group: 'Cell',
    ...inMenu(splitCell),
  },
  {
    id: 'clear',
    get label() {
      return t('Clear cells')
    },
    icon: Eraser,
    group: 'Cell',
    ...inMenu(emptyCells),
  },
  {
    id: 'no-background',
    get label() {
      return t('No background')
    },
    icon: Palette,
    group: 'Cell background',
    ...inMenu(setCellBackground(null)),
  },
  ...COLORS.map(
    (color): Action => ({
      id: `background-${color}`,
      label: t('{color} background', { color: colorName(color) }),
      icon: Palette,
      group: 'Cell background',
      ...inMenu(setCellBackground(color)),
    }),
  ),
  {
    id: 'header-row',
    get label() {
      return t('Header row')
    },
    icon: PanelTop,
    group: 'Table',
    ...inMenu(toggleHeader('headerRow')),
  },
  {
    id: 'header-column',
    get label() {
      return t('Header column')
    },
    icon: PanelLeft,
    group: 'Table',
    ...inMenu(toggleHeader('headerColumn')),
  },
  {
    id: 'table-right',
    get label() {
      return t('Move table right')
    },
    icon: IndentIncrease,
    group: 'Table',
    ...inMenu(moveTableBy(1)),
  },
  {
    id: 'table-left',
    get label() {
      return t('Move table left')
    },
    icon: IndentDecrease,
    group: 'Table',
    ...inMenu(moveTableBy(-1)),
  },
  {
    id: 'table-delete',
    get label() {
      return t('Delete table')
    },
    icon: Trash2,
    group: 'Table',
    ...inMenu(deleteTable),
    danger: true,
  },
]

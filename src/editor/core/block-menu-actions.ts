import type { Command } from '@tiptap/pm/state'
import { blockKinds } from '@/blocks'
import type { Action } from '@/blocks/kit/action'
import { isNumbered } from '@/blocks/list-item/list-styles'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { copyAsMarkdown } from '../clipboard/copy-markdown'
import { deleteBlocks } from './block-commands'
import { selectedSpan } from './block-tree'
import { focusBorder, hasShares, moveToColumn, putBesideAbove, shareColumns } from './column-commands'
import { type BlockActionInput, blockAction } from './editor-action'
import { moveActions } from './keyed-actions'
import { styleActions } from './style-actions'
import { turnIntoActions } from './text-actions'
import { flipToggle } from './toggles'

/** Makes the numbers of a list begin anew at the selected item, or go on from the items before it. */
const numberFrom =
  (start: number | null): Command =>
  (state, dispatch) => {
    const span = selectedSpan(state)
    const node = span && state.doc.nodeAt(span.from)
    if (!span || node?.type.name !== 'listItem' || !isNumbered(node.attrs.listStyleType)) return false
    if (node.attrs.listStart === start) return false
    dispatch?.(ownUndoStep(state.tr.setNodeAttribute(span.from, 'listStart', start)))
    return true
  }

const shares = (label: () => string, ...parts: number[]): BlockActionInput => ({
  id: `columns-${parts.join('-')}`,
  get label() {
    return label()
  },
  icon: 'columns-3-cog',
  group: 'Columns',
  keywords: ['width', 'layout', 'percent', ...parts.map(String)],
  command: shareColumns(parts),
  isActive: (state) => hasShares(state, parts),
})

/** What only blocks of some kinds, or in some places, have. */
const ownActions: readonly BlockActionInput[] = [
  {
    id: 'toggle-flip',
    get label() {
      return t('Open or close')
    },
    icon: 'chevrons-up-down',
    group: 'Toggle',
    keywords: ['toggle', 'fold', 'unfold', 'expand', 'collapse'],
    shortcut: 'mod+alt+enter',
    command: flipToggle,
  },
  {
    id: 'list-restart',
    get label() {
      return t('Restart at 1')
    },
    icon: 'list-restart',
    group: 'Numbers',
    keywords: ['numbered list', 'begin', 'new'],
    command: numberFrom(1),
  },
  {
    id: 'list-continue',
    get label() {
      return t('Continue numbering')
    },
    icon: 'list-ordered',
    group: 'Numbers',
    keywords: ['numbered list', 'go on'],
    command: numberFrom(null),
  },
  {
    id: 'beside-above',
    get label() {
      return t('Put beside the block above')
    },
    icon: 'between-vertical-start',
    group: 'Columns',
    keywords: ['column', 'side by side'],
    command: putBesideAbove,
  },
  {
    id: 'column-left',
    get label() {
      return t('Move to the column on the left')
    },
    icon: 'arrow-left',
    group: 'Columns',
    keywords: ['column'],
    command: moveToColumn('left'),
  },
  {
    id: 'column-right',
    get label() {
      return t('Move to the column on the right')
    },
    icon: 'arrow-right',
    group: 'Columns',
    keywords: ['column'],
    command: moveToColumn('right'),
  },
  {
    id: 'columns-equal',
    get label() {
      return t('Equal widths')
    },
    icon: 'equal',
    group: 'Columns',
    keywords: ['column', 'layout', 'percent'],
    command: shareColumns(null),
  },
  shares(() => t('Narrow left, wide right'), 33, 67),
  shares(() => t('Wide left, narrow right'), 67, 33),
  shares(() => t('Narrow, wide, narrow'), 25, 50, 25),
  {
    id: 'columns-resize',
    get label() {
      return t('Resize with the arrow keys')
    },
    icon: 'move-horizontal',
    group: 'Columns',
    keywords: ['column', 'width', 'border'],
    command: focusBorder,
  },
]

const inputs: readonly BlockActionInput[] = [
  {
    id: 'copy-markdown',
    get label() {
      return t('Copy as Markdown')
    },
    get palette() {
      return t('Copy as Markdown')
    },
    icon: 'file-text',
    group: 'Actions',
    keywords: ['clipboard', 'export', 'text', 'md'],
    command: copyAsMarkdown,
  },
  {
    id: 'delete',
    get label() {
      return t('Delete')
    },
    icon: 'trash-2',
    group: 'Actions',
    keywords: ['remove'],
    shortcut: 'backspace',
    danger: true,
    command: deleteBlocks,
  },
  ...ownActions,
]

/** What only some kinds of blocks can do. */
export const kindActions: readonly Action[] = blockKinds.flatMap(({ actions = [] }) => actions)

/** The editor's own part of the block menu (product.md 2.37). */
export const blockActions: readonly Action[] = [
  ...moveActions,
  ...inputs.map(blockAction),
  ...turnIntoActions,
  ...styleActions,
]

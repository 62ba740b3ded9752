import { t } from '@/shared/i18n'
import { backspaceKeys } from '../editing/backspace-keys'
import { indent } from '../kit/attributes'
import { type BlockDefinition, defineBlock, type InsertEntry } from '../kit/define-block'
import { backspaceInColumn, columnsOf, insertColumns, setColumns } from './column-commands'
import { width } from './width'

const ICONS = ['square', 'columns-2', 'columns-3']

/** 1 to 3 columns (product.md 2.42). One column is what a page is: it only is offered where there are more. */
const entry = (count: number): InsertEntry => ({
  id: `columns-${count}`,
  get label() {
    return t('{count, plural, one {# column} other {# columns}}', { count })
  },
  icon: ICONS[count - 1]!,
  keywords: ['column', 'layout', 'side by side', 'grid', 'split'],
  group: 'Blocks',
  turnsInto: true,
  insert: insertColumns(count),
  turnInto: setColumns(count),
  isActive: (state) => columnsOf(state.selection)?.node.childCount === count,
})

/**
 * Blocks side by side: a group holds columns, a column holds blocks. Whatever else comes to stand in a group (from two
 * people moving things at once) is shown as a column of its own; a column outside of a group shows its blocks.
 */
export const columnGroup: BlockDefinition = defineBlock({
  kind: 'columnGroup',
  content: 'blocks',
  attributes: { indent },
  insert: [1, 2, 3].map(entry),
  html: { rules: [], render: () => ({ tag: 'div' }) },
  markdown: {
    write: (block, writer) => ({
      type: 'container',
      kind: 'columnGroup',
      attributes: {},
      children: writer.blocks(block.children ?? []),
    }),
  },
  editing: { isolating: true },
})

export const column: BlockDefinition = defineBlock({
  kind: 'column',
  content: 'blocks',
  attributes: { width },
  insert: [],
  html: {
    rules: [],
    render: ({ width: share }) => ({
      tag: 'div',
      ...(typeof share === 'number' ? { attributes: { style: `--column-width: ${share}` } } : {}),
      inner: { tag: 'div', attributes: { class: 'column-content' } },
    }),
  },
  markdown: {
    write: (block, writer) => ({
      type: 'container',
      kind: 'column',
      attributes: block.attributes ?? {},
      children: writer.blocks(block.children ?? []),
    }),
  },
  editing: {
    priority: 300,
    isolating: true,
    addKeyboardShortcuts() {
      return backspaceKeys(this.editor, () =>
        this.editor.commands.command(({ state, tr, dispatch }) =>
          backspaceInColumn(state, tr, Boolean(dispatch)),
        ),
      )
    },
  },
})

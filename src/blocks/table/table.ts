import { t } from '@/shared/i18n'
import { type BlockDefinition, defineBlock } from '../kit/define-block'
import { CELL } from './cell-names'
import { insertTable } from './insert-table'
import { cellShape, columnShape, spanAttributes, tableShape, widthStyle } from './shapes'
import { tableKeys } from './table-keys'

/**
 * Rows of cells, each of which holds blocks. Columns, rows and cells are blocks as well, the columns first: a cell is
 * known by its row and its column, so that whatever two people add and move at once is a rectangle.
 */
export const table: BlockDefinition = defineBlock({
  kind: 'table',
  content: 'grid',
  attributes: tableShape,
  insert: [
    {
      id: 'table',
      get label() {
        return t('Table')
      },
      icon: 'table',
      keywords: ['grid', 'rows', 'columns', 'cells', 'spreadsheet', 'simple table'],
      group: 'Blocks',
      turnsInto: false,
      insert: insertTable(3, 3),
      panel: 'table-size',
    },
  ],
  html: {
    rules: [],
    render: ({ marginLeft }) => ({
      tag: 'div',
      ...(marginLeft ? { attributes: { style: `margin-left: ${marginLeft}px` } } : {}),
      inner: { tag: 'table' },
    }),
  },
  markdown: 'apart',
  editing: { priority: 400, addKeyboardShortcuts: tableKeys },
})

/** One column; what stands in it is in the rows. */
export const tableColumn: BlockDefinition = defineBlock({
  kind: 'tableColumn',
  content: 'column',
  attributes: columnShape,
  insert: [],
  html: {
    rules: [],
    render: ({ width }) => {
      const style = widthStyle(width)
      return style ? { tag: 'col', attributes: { style: `width: ${style}` } } : { tag: 'col' }
    },
  },
  markdown: { write: () => null },
})

export const tableRow: BlockDefinition = defineBlock({
  kind: 'tableRow',
  content: 'row',
  attributes: {},
  insert: [],
  html: { rules: [], render: () => ({ tag: 'tr' }) },
  markdown: {
    write: ({ children = [] }, writer) => ({
      type: 'container',
      kind: 'tableRow',
      attributes: {},
      children: writer.blocks(children),
    }),
  },
})

export const tableCell: BlockDefinition = defineBlock({
  kind: CELL,
  content: 'blocks',
  attributes: cellShape,
  insert: [],
  html: { rules: [], render: (attributes) => ({ tag: 'td', attributes: spanAttributes(attributes) }) },
  markdown: {
    write: ({ children = [], attributes = {} }, writer) => ({
      type: 'container',
      kind: CELL,
      attributes,
      children: writer.blocks(children),
    }),
  },
  editing: { group: '', isolating: true },
})

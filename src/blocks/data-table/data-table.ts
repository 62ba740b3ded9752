import { t } from '@/shared/i18n'
import { defineBlock } from '../kit/define-block'
import { dataTableText } from './data-table-text'
import { dataTableAttributes } from './table-attributes'

/**
 * A table of typed columns that is sorted, filtered, paged and edited in place (product.md 3.21). What its rows hold are
 * values and not blocks; a table of blocks is the kind `table`.
 */
export const dataTable = defineBlock({
  kind: 'dataTable',
  content: 'none',
  attributes: dataTableAttributes,
  spread: ['columns', 'data', 'cells', 'config', 'view'],
  insert: [
    {
      id: 'data-table',
      get label() {
        return t('Data table')
      },
      icon: 'table-properties',
      keywords: ['database', 'grid', 'csv', 'json', 'sort', 'filter', 'spreadsheet'],
      group: 'Blocks',
      turnsInto: false,
      panel: 'data-table',
    },
  ],
  plainText: dataTableText,
  html: { rules: [], render: () => ({ tag: 'div' }) },
  markdown: 'apart',
})

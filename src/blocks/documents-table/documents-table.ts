import { t } from '@/shared/i18n'
import { defineBlock } from '../kit/define-block'
import { documentsTableAttributes } from './sub-page-list'

/** A live list of the pages inside this one (product.md 3.20, rulings 3). It holds nothing but how they are shown. */
export const documentsTable = defineBlock({
  kind: 'documentsTable',
  content: 'none',
  attributes: documentsTableAttributes,
  insert: [
    {
      id: 'documents-table',
      get label() {
        return t('Sub-pages')
      },
      icon: 'files',
      keywords: ['documents', 'documents table', 'children', 'pages inside', 'list of pages'],
      group: 'Blocks',
      turnsInto: false,
    },
  ],
  html: { rules: [], render: () => ({ tag: 'div' }) },
  // Which pages there are is not part of this one.
  markdown: { write: () => null },
})

import { t } from '@/shared/i18n'
import { indent } from '../kit/attributes'
import { defineBlock } from '../kit/define-block'

/** The headings of the page as links (product.md 2.35). It holds nothing: what it shows is read from the page. */
export const tableOfContents = defineBlock({
  kind: 'tableOfContents',
  content: 'none',
  attributes: { indent },
  insert: [
    {
      id: 'table-of-contents',
      get label() {
        return t('Table of contents')
      },
      icon: 'table-of-contents',
      keywords: ['toc', 'outline', 'index', 'navigation'],
      group: 'Blocks',
      turnsInto: false,
    },
  ],
  html: { rules: [], render: () => ({ tag: 'nav', attributes: { 'aria-label': t('Table of contents') } }) },
  // Those who read the Markdown elsewhere have an outline of their own.
  markdown: { write: () => null },
})

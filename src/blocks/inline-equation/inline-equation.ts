import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { texOf } from '../equation/tex-of'
import { defineAtom } from '../kit/define-inline'
import { equationRule } from './equation-rule'
import { fitsInline } from './fits-inline'

/** An equation in the middle of a line (product.md 3.20), in TeX. */
export const inlineEquation = defineAtom({
  kind: 'inlineEquation',
  attributes: { texExpression: z._default(z.string(), '') },
  insert: [
    {
      id: 'inline-equation',
      get label() {
        return t('Inline equation')
      },
      icon: 'radical',
      keywords: ['inline equation', 'math', 'formula', 'tex', 'latex', 'katex'],
      group: 'Inline',
      get hint() {
        return t('$x$')
      },
      turnsInto: false,
      panel: 'equation',
    },
  ],
  text: ({ texExpression }) => String(texExpression),
  html: {
    rules: [
      { tag: 'span', attributes: (element) => texOf(element, 'inline') },
      { tag: 'math', attributes: (element) => texOf(element, 'inline') },
    ],
    render: () => ({ tag: 'span' }),
  },
  markdown: {
    write: ({ texExpression }) =>
      fitsInline(String(texExpression)) ? { type: 'inlineMath', value: String(texExpression) } : null,
    reads: { inlineMath: (node) => ({ texExpression: node.value }) },
  },
  inputRules: (type) => [equationRule(type)],
})

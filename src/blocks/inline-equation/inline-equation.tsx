import { useContext } from 'react'
import * as z from 'zod/mini'
import { texOf } from '../equation/tex-of'
import type { Attributes } from '../kit/attributes'
import { defineAtom } from '../kit/define-inline'
import { StaticPartsContext } from '../kit/static-parts'
import { equationRule } from './equation-rule'
import { fitsInline } from './fits-inline'

function StaticInlineEquation({ attributes: { texExpression } }: { attributes: Attributes }) {
  const parts = useContext(StaticPartsContext)
  const tex = String(texExpression)
  return parts?.equation(tex, false) ?? <code>{tex}</code>
}

/** An equation in the middle of a line (product.md 3.20), in TeX. */
export const inlineEquation = defineAtom({
  kind: 'inlineEquation',
  attributes: { texExpression: z._default(z.string(), '') },
  insert: [
    {
      id: 'inline-equation',
      label: 'Inline equation',
      icon: 'radical',
      keywords: ['inline equation', 'math', 'formula', 'tex', 'latex', 'katex'],
      group: 'Inline',
      hint: '$x$',
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
  Static: StaticInlineEquation,
})

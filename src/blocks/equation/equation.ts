import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { blockRule } from '../editing/input-rules'
import { indent } from '../kit/attributes'
import { defineBlock } from '../kit/define-block'
import { texOf } from './tex-of'

export const equationShape = { texExpression: z._default(z.string(), ''), indent }

/** An equation on lines of its own (product.md 3.20), in TeX, set in display mode (9.12). */
export const equation = defineBlock({
  kind: 'equation',
  content: 'none',
  attributes: equationShape,
  insert: [
    {
      id: 'equation',
      get label() {
        return t('Equation')
      },
      icon: 'sigma',
      keywords: ['math', 'formula', 'tex', 'latex', 'katex', 'block equation'],
      group: 'Blocks',
      hint: '$$',
      turnsInto: false,
      panel: 'equation',
    },
  ],
  plainText: (block) => String(block.attributes?.texExpression ?? ''),
  html: {
    rules: [
      { tag: 'span', attributes: (element) => texOf(element, 'block') },
      { tag: 'math', attributes: (element) => texOf(element, 'block') },
    ],
    render: () => ({ tag: 'div' }),
  },
  markdown: {
    write: (block) => ({ type: 'math', value: String(block.attributes?.texExpression ?? '') }),
    reads: { math: (node) => ({ texExpression: node.value }) },
  },
  editing: {
    addInputRules() {
      return [
        blockRule(/^\$\$\s$/, ['paragraph'], ({ tr, before, block }) => {
          tr.insert(before, this.type.create({ id: newBlockId(), indent: block.attrs.indent }))
        }),
      ]
    },
  },
})

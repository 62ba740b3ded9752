import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { blockRule } from '../editing/input-rules'
import { indent } from '../kit/attributes'
import { defineBlock } from '../kit/define-block'

/** A line between two parts of a page. */
export const horizontalRule = defineBlock({
  kind: 'horizontalRule',
  content: 'none',
  attributes: { indent },
  insert: [
    {
      id: 'horizontal-rule',
      get label() {
        return t('Divider')
      },
      icon: 'minus',
      keywords: ['rule', 'line', 'hr', 'separator'],
      group: 'Blocks',
      hint: '---',
      turnsInto: false,
    },
  ],
  html: { rules: [{ tag: 'hr' }], render: () => ({ tag: 'hr' }) },
  markdown: { write: () => ({ type: 'thematicBreak' }), reads: { thematicBreak: () => ({}) } },
  editing: {
    addInputRules() {
      return [
        // The second form is what a keyboard that writes dashes by itself makes of three hyphens.
        blockRule(/^(?:---|—-)$/, ['paragraph'], ({ tr, before, block }) => {
          tr.insert(before, this.type.create({ id: newBlockId(), indent: block.attrs.indent }))
        }),
      ]
    },
  },
})

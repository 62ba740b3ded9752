import { findWrapping } from '@tiptap/pm/transform'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { blockRule } from '../editing/input-rules'
import { container } from '../kit/attributes'
import { defineBlock } from '../kit/define-block'

/** A quote: a block that holds blocks. */
export const blockquote = defineBlock({
  kind: 'blockquote',
  content: 'blocks',
  attributes: container,
  insert: [
    {
      id: 'blockquote',
      get label() {
        return t('Quote')
      },
      icon: 'quote',
      keywords: ['blockquote', 'citation'],
      group: 'Basic',
      hint: '>',
      shortcut: 'mod+shift+period',
      turnsInto: true,
    },
  ],
  html: { rules: [{ tag: 'blockquote' }], render: () => ({ tag: 'blockquote' }) },
  markdown: {
    write: (block, writer) => ({ type: 'blockquote', children: writer.blocks(block.children ?? []) }),
    reads: { blockquote: () => ({}) },
  },
  editing: {
    addInputRules() {
      return [
        blockRule(/^>\s$/, ['paragraph'], ({ tr, before }) => {
          const range = tr.doc.resolve(before + 1).blockRange()
          const wrapping = range && findWrapping(range, this.type, { id: newBlockId() })
          if (range && wrapping) tr.wrap(range, wrapping)
        }),
      ]
    },
  },
})

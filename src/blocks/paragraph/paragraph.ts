import { t } from '@/shared/i18n'
import { textBlock } from '../kit/attributes'
import { defineBlock } from '../kit/define-block'

/** Plain text: what every page starts with, and what other text blocks turn back into. */
export const paragraph = defineBlock({
  kind: 'paragraph',
  content: 'text',
  attributes: textBlock,
  insert: [
    {
      id: 'paragraph',
      get label() {
        return t('Text')
      },
      icon: 'pilcrow',
      keywords: ['paragraph', 'plain', 'body'],
      group: 'Basic',
      shortcut: 'mod+alt+0',
      turnsInto: true,
    },
  ],
  html: { rules: [{ tag: 'p' }], render: () => ({ tag: 'p' }) },
  markdown: {
    write: (block, writer) =>
      block.text?.length ? { type: 'paragraph', children: writer.inline(block.text) } : null,
    reads: { paragraph: () => ({}) },
  },
  editing: { priority: 1000 },
})

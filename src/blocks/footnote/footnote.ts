import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { defineAtom } from '../kit/define-inline'

/** A footnote. Its number follows from its place; its text is inline Markdown. */
export const footnote = defineAtom({
  kind: 'footnote',
  attributes: { note: z._default(z.string().check(z.maxLength(10_000)), '') },
  insert: [
    {
      id: 'footnote',
      get label() {
        return t('Footnote')
      },
      icon: 'superscript',
      keywords: ['note', 'reference', 'citation', 'source'],
      group: 'Inline',
      turnsInto: false,
      panel: 'footnote',
    },
  ],
  text: ({ note }) => ` [${note}]`,
  html: { rules: [], render: () => ({ tag: 'sup' }) },
  markdown: {
    write: ({ note }) => ({ type: 'footnote', note: String(note) }),
    reads: { footnote: ({ note }) => ({ note }) },
  },
})

import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { becomes, blockRule } from '../editing/input-rules'
import { onBlock } from '../kit/action'
import { indent } from '../kit/attributes'
import { defineBlock } from '../kit/define-block'
import type { DomElement } from '../kit/dom'

/** A language name as written after the fence: no spaces, nothing that could end the fence. */
const lang = z._default(z.string().check(z.regex(/^[\p{L}\p{N}+#./_-]{0,40}$/u)), '')

const langOf = (element: DomElement): string => {
  for (let node = element.firstChild; node; node = node.nextSibling) {
    const className = (node as DomElement).getAttribute?.('class') ?? ''
    const found = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(className)
    if (found) return found[1]!
  }
  const own = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(element.getAttribute('class') ?? '')
  return own?.[1] ?? element.getAttribute('lang') ?? ''
}

/** Code: its text is kept character by character, nothing inside it is formatted (product.md 5.20). */
export const codeBlock = defineBlock({
  kind: 'codeBlock',
  content: 'code',
  attributes: { lang, indent },
  insert: [
    {
      id: 'code-block',
      get label() {
        return t('Code block')
      },
      icon: 'square-code',
      keywords: ['code', 'snippet', 'pre', 'program'],
      group: 'Blocks',
      hint: '```',
      shortcut: 'mod+alt+8',
      turnsInto: true,
    },
  ],
  actions: [
    {
      id: 'codeBlock.copy',
      get label() {
        return t('Copy code')
      },
      icon: 'copy',
      keywords: ['clipboard', 'text'],
      places: { blockMenu: { group: 'Actions' } },
      command: onBlock(
        'codeBlock',
        ({ textContent }, { copy }) => copy(textContent),
        ({ content }) => content.size > 0,
      ),
    },
  ],
  html: {
    rules: [
      {
        tag: 'pre',
        attributes: (element) => {
          const found = langOf(element)
          return { lang: lang.safeParse(found).success ? found : '' }
        },
      },
    ],
    render: ({ lang: name }) => ({
      tag: 'pre',
      inner: { tag: 'code', ...(name ? { attributes: { class: `language-${name}` } } : {}) },
    }),
  },
  markdown: {
    write: (block) => ({
      type: 'code',
      lang: typeof block.attributes?.lang === 'string' ? block.attributes.lang : null,
      value: (block.text ?? []).map((piece) => ('text' in piece ? piece.text : '')).join(''),
    }),
    reads: { code: (node) => ({ lang: lang.safeParse(node.lang).success ? node.lang! : '' }) },
  },
  editing: {
    // Before the keys of all text blocks, so that Enter after a fence is seen here.
    priority: 300,
    addInputRules() {
      return [
        blockRule(/^```([\w+#./-]{0,40})\s$/, ['paragraph'], (typed) =>
          becomes(typed, this.type, { lang: typed.match[1] ?? '' }),
        ),
      ]
    },
    addKeyboardShortcuts() {
      const openFence = () =>
        this.editor.commands.command(({ tr, dispatch }) => {
          const { $from, empty } = tr.selection
          const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\n')
          const fence = /^```([\w+#./-]{0,40})$/.exec(before)
          if (!fence || !empty || $from.parent.type.name !== 'paragraph') return false
          if (!dispatch) return true
          tr.delete($from.start(), $from.pos)
          becomes({ tr, block: $from.parent, before: $from.before() }, this.type, { lang: fence[1] })
          return true
        })
      return { Enter: openFence }
    },
  },
})

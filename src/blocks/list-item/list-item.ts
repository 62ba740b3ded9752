import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { becomes, blockRule } from '../editing/input-rules'
import { textBlock } from '../kit/attributes'
import { defineBlock, type InsertEntry } from '../kit/define-block'
import { listItems } from './list-item.element'
import { LIST_STYLES } from './list-styles'

const entry = (
  id: string,
  label: () => string,
  icon: string,
  listStyleType: string,
  keywords: readonly string[],
  hint?: string,
): InsertEntry => ({
  id,
  get label() {
    return label()
  },
  icon,
  keywords: ['list', ...keywords],
  group: 'Lists',
  ...(hint ? { hint } : {}),
  attributes: { listStyleType },
  turnsInto: true,
})

const attributes = {
  ...textBlock,
  listStyleType: z._default(z.enum(LIST_STYLES), 'disc'),
  listStart: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(999_999_999))), null),
  checked: z._default(z.boolean(), false),
}

/**
 * A list item. Lists are flat: an item stands beside its neighbours and says how far it is indented, with which
 * marker, and (`listStart`) whether its number starts anew (product.md 3.20). Its number is a matter of display.
 */
export const listItem = defineBlock({
  kind: 'listItem',
  content: 'text',
  attributes,
  insert: [
    entry('bulleted-list', () => t('Bulleted list'), 'list', 'disc', ['bullet', 'unordered', 'ul'], '-'),
    entry(
      'numbered-list',
      () => t('Numbered list'),
      'list-ordered',
      'decimal',
      ['ordered', 'ol', 'number'],
      '1.',
    ),
    entry(
      'todo-list',
      () => t('To-do list'),
      'list-todo',
      'todo',
      ['todo', 'checkbox', 'task', 'check'],
      '[]',
    ),
    entry('todo-list-plain', () => t('To-do without strikethrough'), 'square-check', 'todoNoStrike', [
      'todo',
      'checkbox',
      'task',
    ]),
    entry('circle-list', () => t('Circle list'), 'circle', 'circle', ['bullet', 'hollow']),
    entry('square-list', () => t('Square list'), 'square', 'square', ['bullet']),
    entry('lower-alpha-list', () => t('Lettered list (a, b, c)'), 'case-lower', 'lower-alpha', [
      'alphabetic',
      'letters',
    ]),
    entry('upper-alpha-list', () => t('Lettered list (A, B, C)'), 'case-upper', 'upper-alpha', [
      'alphabetic',
      'letters',
    ]),
    entry('lower-roman-list', () => t('Roman list (i, ii, iii)'), 'list-ordered', 'lower-roman', [
      'roman',
      'numerals',
    ]),
    entry('upper-roman-list', () => t('Roman list (I, II, III)'), 'list-ordered', 'upper-roman', [
      'roman',
      'numerals',
    ]),
  ],
  html: {
    rules: [{ tag: 'li' }],
    render: ({ listStart }) => ({
      tag: 'div',
      // Where the style sheet begins to count.
      ...(typeof listStart === 'number' ? { attributes: { style: `--list-start: ${listStart}` } } : {}),
    }),
  },
  markdown: {
    // The item's text; the list around it is built over neighbouring items (markdown/write.ts, markdown/read.ts).
    write: (block, writer) => ({ type: 'paragraph', children: writer.inline(block.text) }),
  },
  editing: {
    addProseMirrorPlugins: () => [listItems(attributes)],
    addInputRules() {
      return [
        blockRule(/^[-*]\s$/, ['paragraph'], (typed) => becomes(typed, this.type, { listStyleType: 'disc' })),
        blockRule(/^(\d{1,9})[.)]\s$/, ['paragraph'], (typed) => {
          const number = Number(typed.match[1])
          const continues =
            typed.previous?.type === this.type && typed.previous.attrs.listStyleType === 'decimal'
          becomes(typed, this.type, {
            listStyleType: 'decimal',
            listStart: number === 1 || continues ? null : number,
          })
        }),
        blockRule(/^\[([ xX]?)\]\s$/, ['paragraph', 'listItem'], (typed) =>
          becomes(typed, this.type, { listStyleType: 'todo', checked: /x/i.test(typed.match[1]!) }),
        ),
      ]
    },
  },
})

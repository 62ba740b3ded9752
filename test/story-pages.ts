import type { Block } from '../src/blocks/index.ts'

const line = (id: string, words: string, kind = 'paragraph'): Block => ({ id, kind, text: [{ text: words }] })

/** A table whose rows, columns and paragraphs are called after it. */
function tableOf(id: string, ...rows: string[][]): Block {
  const columns = (rows[0] ?? []).map((_, x) => ({ id: `${id}c${x}`, kind: 'tableColumn' }))
  return {
    id,
    kind: 'table',
    children: [
      ...columns,
      ...rows.map((row, y) => ({
        id: `${id}r${y}`,
        kind: 'tableRow',
        children: row.map((words, x) => ({
          id: `${id}r${y}:${id}c${x}`,
          kind: 'tableCell',
          children: words ? [line(`${id}p${y}${x}`, words)] : [],
        })),
      })),
    ],
  }
}

const holder = (id: string, kind: string, ...children: Block[]): Block => ({ id, kind, children })

/** What random stories begin with: tables at the top, beside columns, in a toggle, in a quote, and in a cell. */
export const STORY_PAGES: readonly (readonly Block[])[] = [
  [
    line('a', 'above'),
    tableOf('t', ['first cell', 'next', ''], ['', 'middle', ''], ['', '', ''], ['', '', 'last']),
    line('z', 'below'),
  ],
  [
    line('a', 'above', 'heading'),
    tableOf('t', ['one', 'two'], ['three', '']),
    tableOf('u', ['five'], ['six']),
    line('c', 'let x\nlet y', 'codeBlock'),
    holder('q', 'blockquote', line('qa', 'quoted'), tableOf('v', ['in', 'quote'])),
  ],
  [
    line('a', 'item', 'listItem'),
    holder(
      'g',
      'columnGroup',
      holder('g1', 'column', line('ga', 'left'), tableOf('t', ['one', ''], ['', 'four'])),
      holder('g2', 'column', line('gb', 'right')),
    ),
    holder('o', 'toggle', line('oa', 'title'), line('ob', 'inside'), tableOf('u', ['x', 'y'])),
    line('z', 'below'),
  ],
  [
    tableOf('t', ['one', 'two', 'three'], ['', '', '']),
    holder('k', 'callout', line('ka', 'called'), line('kb', 'out')),
    { id: 'h', kind: 'horizontalRule' },
    line('c', 'code\nof lines', 'codeBlock'),
    line('z', 'plain'),
  ],
]

import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, settledBlocks } from '@/document'
import { dataTableBlocks } from './data-table/samples'
import { atomKinds, blockKinds, markKinds } from './index'
import type { Attributes } from './kit/attributes'
import type { Block, InlineText } from './kit/block'
import { type SharedPage, type SharedPages, testAtomKind, testBlockKind } from './kit/conformance'
import { LIST_STYLES } from './list-item/list-styles'
import { mediaSamples } from './media/samples'

const block = (
  kind: string,
  attributes?: Block['attributes'],
  text?: InlineText[],
  children?: Block[],
): Block => ({
  id: `id-${kind}`,
  kind,
  ...(attributes ? { attributes } : {}),
  ...(text ? { text } : {}),
  ...(children ? { children } : {}),
})

const words: InlineText[] = [{ text: 'some words' }]
/** What marks say that say nothing without. */
const said: Record<string, { attributes: Attributes }> = {
  link: { attributes: { url: 'https://a.bc', title: 'T' } },
  color: { attributes: { color: 'red' } },
  backgroundColor: { attributes: { color: 'blue' } },
  fontSize: { attributes: { size: 24 } },
}
const marked: InlineText[] = [
  { text: 'some words ' },
  ...markKinds.map(({ kind }) => ({ text: kind, marks: [{ kind, ...said[kind] }] })),
  { text: ' and\na second line' },
]

/** Every kind with samples of all its forms. A kind in the list without samples here fails below. */
const samples: Record<string, { blocks: Block[]; words?: string }> = {
  paragraph: {
    blocks: [
      block('paragraph', undefined, words),
      block('paragraph', { indent: 3, align: 'justify' }, marked),
      block('paragraph', { align: 'end', lineHeight: 1.2, color: 'pink', backgroundColor: 'gray' }, words),
    ],
    words: 'some words',
  },
  card: {
    blocks: [
      block('card'),
      block('card', {
        name: 'Ada <Lovelace>',
        email: 'ada@example.org',
        phone: '+44 1',
        reach: 'phone',
        notes: 'two\nlines, "quoted" -->',
      }),
    ],
  },
  heading: {
    blocks: [1, 2, 3, 4, 5, 6].map((level) =>
      block('heading', { ...(level > 1 ? { level } : {}), align: 'center', lineHeight: 2 }, marked),
    ),
    words: 'some words',
  },
  listItem: {
    blocks: [
      ...LIST_STYLES.map((listStyleType) =>
        block('listItem', { ...(listStyleType === 'disc' ? {} : { listStyleType }), indent: 2 }, marked),
      ),
      block('listItem', { listStyleType: 'decimal', listStart: 7, lineHeight: 3, color: 'red' }, words),
      block('listItem', { listStyleType: 'todo', checked: true }, words),
      block('listItem', { listStyleType: 'todoNoStrike', checked: true }, words),
    ],
    words: 'some words',
  },
  blockquote: {
    blocks: [
      block('blockquote', { indent: 1, color: 'blue', backgroundColor: 'gray' }, undefined, [
        block('paragraph', undefined, words),
        { ...block('blockquote', undefined, undefined, [block('horizontalRule')]), id: 'inner' },
      ]),
    ],
    words: 'some words',
  },
  codeBlock: {
    blocks: [
      block('codeBlock', { lang: 'ts', indent: 1 }, [{ text: 'some words\n\n\t```\n  end\n' }]),
      block('codeBlock', undefined, [{ text: '\nsome words' }]),
    ],
    words: 'some words',
  },
  callout: {
    blocks: [
      block('callout', undefined, undefined, [block('paragraph', undefined, marked)]),
      ...['tip', 'important', 'warning', 'caution'].map((variant) =>
        block('callout', { variant, icon: '🧪', backgroundColor: 'pink', indent: 1 }, undefined, [
          block('paragraph', { align: 'center' }, words),
          { ...block('codeBlock', undefined, [{ text: '> [!NOTE]' }]), id: 'code' },
        ]),
      ),
      block('callout', { icon: '', color: 'red' }, undefined, [
        block('listItem', { listStyleType: 'decimal', listStart: 7 }, words),
      ]),
      block('callout', { variant: 'warning' }, undefined, [
        block('paragraph'),
        { ...block('callout', { icon: '⚠️' }, undefined, [block('heading', undefined, words)]), id: 'inner' },
      ]),
    ],
    words: 'some words',
  },
  toggle: {
    blocks: [
      block('toggle', undefined, undefined, [block('paragraph', undefined, words)]),
      block('toggle', { indent: 2 }, undefined, [
        block('heading', { level: 2 }, marked),
        { ...block('paragraph', undefined, [{ text: '</details> & <summary>' }]), id: 'second' },
        {
          ...block('toggle', undefined, undefined, [
            { ...block('paragraph', undefined, [{ text: 'a <b> & c' }]), id: 'title' },
            { ...block('codeBlock', undefined, [{ text: '<details>\n\n</details>' }]), id: 'code' },
          ]),
          id: 'inner',
        },
      ]),
      block('toggle', undefined, undefined, [
        block('paragraph'),
        { ...block('paragraph', undefined, words), id: 'second' },
      ]),
    ],
    words: 'some words',
  },
  columnGroup: {
    blocks: [
      block('columnGroup', { indent: 1 }, undefined, [
        block('column', { width: 30 }, undefined, [block('paragraph', undefined, marked)]),
        {
          ...block('column', { width: 70 }, undefined, [
            { ...block('listItem', undefined, words), id: 'item' },
            { ...block('heading', { level: 3 }, words), id: 'heading' },
          ]),
          id: 'right',
        },
      ]),
      block('columnGroup', undefined, undefined, [
        block('column', undefined, undefined, [block('paragraph', undefined, words)]),
        { ...block('column', undefined, undefined, [{ ...block('paragraph'), id: 'b' }]), id: 'middle' },
        {
          ...block('column', undefined, undefined, [
            { ...block('callout', undefined, undefined, [block('horizontalRule')]), id: 'c' },
          ]),
          id: 'right',
        },
      ]),
      // What two people can leave behind together: a column alone, and a block that is in none.
      block('columnGroup', undefined, undefined, [
        block('column', undefined, undefined, [block('paragraph', undefined, words)]),
      ]),
      block('columnGroup', undefined, undefined, [block('paragraph', undefined, words)]),
    ],
    words: 'some words',
  },
  column: {
    blocks: [block('column', { width: 25 }, undefined, [block('paragraph', undefined, words)])],
    words: 'some words',
  },
  tableOfContents: { blocks: [block('tableOfContents'), block('tableOfContents', { indent: 1 })] },
  horizontalRule: { blocks: [block('horizontalRule'), block('horizontalRule', { indent: 2 })] },
  equation: {
    blocks: [
      block('equation', { texExpression: 'some words' }),
      block('equation', {
        texExpression:
          '\\text{some words}\n\\begin{aligned}\n  a &= b \\\\\n  $ &< "c"\n\n$$\n\\end{aligned}',
        indent: 2,
      }),
      block('equation', { texExpression: '\\text{some words} \\sum_{i=0}^n x_i^2 = -->' }),
    ],
    words: 'some words',
  },
  ...mediaSamples,
  chart: {
    blocks: [
      block('chart'),
      block('chart', { chartType: 'pie', title: 'some words' }),
      block('chart', {
        chartType: 'radialBar',
        title: 'some words',
        data: '[{"month": "May | June", "sales": 3, "n": null}, {"month": "--> <b>", "sales": -4.5}]',
        config: '{"sales": {"label": "Sales & more", "color": "#3c5cc4"}}',
        customCss: '.chart-mark > a::after { content: "-->"; opacity: .5 }\n',
        width: 640,
        height: 333.5,
        align: 'center',
        indent: 2,
      }),
      block('chart', { title: 'some words', data: '[{"a": 1},\n\n  oops -->', config: '{' }),
      block('chart', { chartType: 'sankey', title: 'some words', data: '[]' }),
    ],
  },
  unsupported: { blocks: [block('chartOfTomorrow', { data: [1, { '-->': '<script>' }] })] },
}

const docs = new WeakMap<SharedPage, Y.Doc>()
const page = (doc: Y.Doc): SharedPage => {
  const made: SharedPage = {
    read: () => settledBlocks(doc),
    change: (by) => void applyBlocks(doc, by(settledBlocks(doc))),
  }
  docs.set(made, doc)
  return made
}
const copy = (from: Y.Doc, to: Y.Doc) =>
  Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)))
const shared: SharedPages = {
  open(blocks) {
    const [mine, theirs] = [createPageDoc(), createPageDoc()]
    applyBlocks(mine, [...blocks])
    copy(mine, theirs)
    return [page(mine), page(theirs)]
  },
  sync(left, right) {
    copy(docs.get(left)!, docs.get(right)!)
    copy(docs.get(right)!, docs.get(left)!)
  },
}

const PARTS_OF_TABLES = ['tableColumn', 'tableRow', 'tableCell']
const tableOf = (id: string, columns: Block[], rows: Block[][], attributes?: Block['attributes']): Block => ({
  id,
  kind: 'table',
  ...(attributes ? { attributes } : {}),
  children: [
    ...columns.map((column, x) => ({ ...column, id: `${id}c${x}` })),
    ...rows.map((cells, y) => ({
      ...block('tableRow', undefined, undefined, cells),
      id: `${id}r${y}`,
    })),
  ],
})
const cell = (text?: InlineText[], attributes?: Block['attributes'], blocks: Block[] = []): Block =>
  block('tableCell', attributes, undefined, [
    ...(text ? [block('paragraph', undefined, text)] : []),
    ...blocks,
  ])
/** Blocks in several cells need ids of their own. */
const numbered = (table: Block): Block => {
  let n = 0
  const name = (one: Block): Block => ({
    ...one,
    id: one.kind === 'paragraph' || one.kind === 'listItem' || one.kind === 'heading' ? `b${n++}` : one.id,
    ...(one.children ? { children: one.children.map(name) } : {}),
  })
  return name(table)
}
samples.dataTable = { blocks: dataTableBlocks }
samples.documentsTable = {
  blocks: [
    block('documentsTable'),
    block('documentsTable', {
      sortBy: 'updated',
      descending: true,
      status: 'in-progress',
      tag: '"><b>',
      indent: 1,
    }),
  ],
}
const plainColumn = block('tableColumn')
const column = (width: number) => block('tableColumn', { width })
samples.table = {
  blocks: [
    tableOf(
      'plain',
      [plainColumn, plainColumn],
      [
        [cell(words), cell()],
        [cell(), cell(marked.slice(0, -1))],
      ],
      {
        headerRow: true,
      },
    ),
    tableOf('one', [plainColumn], [[cell(words)]]),
    tableOf('wide', [column(120), column(240), plainColumn], [[cell(words), cell(words), cell(words)]], {
      headerColumn: true,
      marginLeft: 24,
      indent: 1,
    }),
    tableOf(
      'aligned',
      [plainColumn, plainColumn],
      [
        [
          cell(undefined, undefined, [block('paragraph', { align: 'right' }, words)]),
          cell(undefined, undefined, [
            block('paragraph', { align: 'center' }, [{ text: 'a | b \\| <c> `d|e`' }]),
          ]),
        ],
        [cell(undefined, undefined, [block('paragraph', { align: 'right' }, words)]), cell()],
      ],
      { headerRow: true },
    ),
    tableOf(
      'merged',
      [plainColumn, plainColumn, plainColumn],
      [
        [cell(words, { colSpan: 2, rowSpan: 2, background: 'red' }), cell(marked)],
        [cell()],
        [
          cell(undefined, undefined, [
            block('listItem', undefined, words),
            block('heading', { level: 3 }, words),
          ]),
          cell(words, { background: 'blue' }),
          cell(),
        ],
      ],
    ),
  ].map(numbered),
  words: 'some words',
}

for (const definition of blockKinds) {
  if (PARTS_OF_TABLES.includes(definition.kind)) continue
  const given = samples[definition.kind]
  if (!given) throw new Error(`No samples for ${definition.kind}`)
  testBlockKind(definition, given.blocks, shared, given.words)
}

/** Every atom in each of its forms, hostile ones among them (R29, R30). */
const atomSamples: Record<string, Attributes[]> = {
  mention: [
    { key: '/abc-DEF_1', value: 'Roadmap & <plans> $5 *now*', icon: '🗺️', coverImage: 'misty' },
    { key: '/untitled' },
    { key: 'user1', value: 'Ada Lovelace' },
    { key: '/file1', value: 'a.png', trigger: '#' },
    { key: '/x', value: '"><script>alert(1)</script>' },
  ],
  date: [{ date: '2026-01-05' }, {}],
  inlineEquation: [
    { texExpression: 'x^2' },
    { texExpression: '\\frac{a_1*b*c}{\\text{5 \\$}} < `d`' },
    { texExpression: ' spaces around ' },
    { texExpression: 'two\nlines of $money$' },
    { texExpression: '\\href{javascript:alert(1)}{x}' },
    { texExpression: 'x'.repeat(600) },
    { texExpression: '5' },
  ],
  footnote: [{ note: 'see *there*' }, {}, { note: '# <b>a</b> [^1]: "x"\n\n- [y](javascript:z)' }],
  icon: [{}, { iconName: 'rocket', color: 'red', size: 32 }, { iconName: 'no-such-icon' }],
}

for (const definition of atomKinds) {
  const given = atomSamples[definition.kind]
  if (!given) throw new Error(`No samples for ${definition.kind}`)
  testAtomKind(definition, given, shared)
}

describe('the list of kinds', () => {
  it('menu entries have ids, shortcuts and hints of their own', () => {
    const entries = [...blockKinds, ...atomKinds].flatMap((kind) => kind.insert)
    for (const key of ['id', 'label', 'shortcut', 'hint'] as const) {
      const used = entries.map((entry) => entry[key]).filter((value) => value !== undefined)
      expect(new Set(used).size, key).toBe(used.length)
    }
  })

  it('9.3 headings, code and quote have the keys of rulings 5', () => {
    const keys = Object.fromEntries(
      blockKinds.flatMap((kind) => kind.insert).map((entry) => [entry.shortcut, entry.label]),
    )
    expect(keys).toMatchObject({
      'mod+alt+0': 'Text',
      'mod+alt+1': 'Heading 1',
      'mod+alt+2': 'Heading 2',
      'mod+alt+3': 'Heading 3',
      'mod+alt+4': 'Heading 4',
      'mod+alt+5': 'Heading 5',
      'mod+alt+6': 'Heading 6',
      'mod+alt+8': 'Code block',
      'mod+shift+period': 'Quote',
    })
  })

  it('9.3 marks have the keys of rulings 5', () => {
    expect(Object.fromEntries(markKinds.map((mark) => [mark.kind, mark.shortcut]))).toEqual({
      link: undefined,
      bold: 'mod+b',
      italic: 'mod+i',
      underline: 'mod+u',
      strikethrough: 'mod+shift+x',
      highlight: 'mod+shift+h',
      subscript: 'mod+comma',
      superscript: 'mod+period',
      kbd: undefined,
      code: 'mod+e',
    })
  })
})

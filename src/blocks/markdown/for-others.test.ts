import { describe, expect, it } from 'vitest'
import { blocksFromHtml, readHtml } from '../html/read'
import type { Block } from '../kit/block'
import { parseHtml } from '../kit/conformance'
import { markdownForOthers } from './for-others'
import { markdownFromBlocks, readMarkdown } from './index'

const read = (text: string): Block[] =>
  readMarkdown(text, {
    titleFromHeading: false,
    readHtml: (html) => readHtml(html, parseHtml),
  }).blocks
const fromHtml = (html: string): Block[] => blocksFromHtml(html, parseHtml)
const text = (words: string) => [{ text: words }]

describe('U8 Markdown for other programs', () => {
  it('writes a table with merged cells, or cells that hold blocks, as one HTML table without blank lines', () => {
    const blocks = fromHtml(
      '<table><tr><th colspan="2"><b>Tides</b> &amp; times</th></tr>' +
        '<tr><td rowspan="2">high</td><td><ul><li>noon</li><li>night</li></ul></td></tr>' +
        '<tr><td><pre><code class="language-js">a()\n\nb()</code></pre></td></tr></table>',
    )
    const written = markdownForOthers(blocks)
    expect(written).toBe(
      [
        '<table>',
        '<tr><th colspan="2"><strong>Tides</strong> &amp; times</th></tr>',
        '<tr><td rowspan="2">high</td><td><ul><li>noon</li><li>night</li></ul></td></tr>',
        '<tr><td><pre><code class="language-js">a()&#10;&#10;b()</code></pre></td></tr>',
        '</table>',
        '',
      ].join('\n'),
    )
    expect(markdownForOthers(read(written))).toBe(written)
  })

  it('writes other tables as Markdown has them, whatever their colors and widths', () => {
    const cell = (words: string, attributes: Record<string, string> = {}): Block => ({
      id: '',
      kind: 'tableCell',
      ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
      children: [
        {
          id: '',
          kind: 'paragraph',
          text: [{ text: words, marks: [{ kind: 'color', attributes: { color: 'red' } }] }],
        },
      ],
    })
    const table: Block = {
      id: '',
      kind: 'table',
      attributes: { headerRow: true },
      children: [
        { id: '', kind: 'tableColumn', attributes: { width: 90 } },
        { id: '', kind: 'tableColumn' },
        { id: '', kind: 'tableRow', children: [cell('a', { background: 'blue' }), cell('b')] },
        { id: '', kind: 'tableRow', children: [cell('1\n2'), cell('|')] },
      ],
    }
    expect(markdownForOthers([table])).toBe('| a      | b  |\n| ------ | -- |\n| 1<br>2 | \\| |\n')
  })

  it('leaves out what no other program reads, and no word of it', () => {
    const page: Block[] = [
      { id: '', kind: 'paragraph', attributes: { align: 'center', indent: 2 }, text: text('centered') },
      { id: '', kind: 'paragraph' },
      {
        id: '',
        kind: 'columnGroup',
        children: [
          { id: '', kind: 'column', children: [{ id: '', kind: 'paragraph', text: text('left') }] },
          { id: '', kind: 'column', children: [{ id: '', kind: 'paragraph', text: text('right') }] },
        ],
      },
      {
        id: '',
        kind: 'callout',
        attributes: { icon: '🐙', variant: 'tip' },
        children: [{ id: '', kind: 'paragraph', text: text('mind') }],
      },
      {
        id: '',
        kind: 'toggle',
        children: [
          { id: '', kind: 'paragraph', text: [{ text: 'more', marks: [{ kind: 'bold' }] }] },
          { id: '', kind: 'paragraph', text: text('inside') },
        ],
      },
      { id: '', kind: 'tableOfContents' },
      {
        id: '',
        kind: 'paragraph',
        text: [
          { text: 'see ' },
          { kind: 'mention', attributes: { key: '/abc', value: 'The plan' } },
          { text: ' by ' },
          { kind: 'mention', attributes: { key: 'ann', value: 'Ann' } },
          { text: ', ' },
          { text: 'lit', marks: [{ kind: 'highlight' }] },
        ],
      },
    ]
    const written = markdownForOthers(page, 'The *title*')
    expect(written).toBe(
      [
        '# The \\*title\\*',
        'centered',
        'left',
        'right',
        '> [!TIP]\n> mind',
        '<details>\n<summary><strong>more</strong></summary>',
        'inside',
        '</details>',
        'see [The plan](/abc) by @Ann, <mark>lit</mark>',
        '',
      ]
        .join('\n\n')
        .replace(/\n\n$/, '\n'),
    )
    expect(written).not.toContain('<!--')
  })

  it('numbers go on where they do in the page, and to-dos keep their state under each other', () => {
    const item = (words: string, attributes: Record<string, string | number | boolean>): Block => ({
      id: '',
      kind: 'listItem',
      attributes,
      text: text(words),
    })
    const page = [
      item('a', { listStyleType: 'decimal' }),
      { id: '', kind: 'paragraph', attributes: { indent: 1 }, text: text('goes on') },
      item('b', { listStyleType: 'decimal' }),
      item('c', { listStyleType: 'decimal', listStart: 7 }),
      item('done', { listStyleType: 'todo', checked: true }),
      item('not', { listStyleType: 'todo', indent: 1 }),
    ]
    const written = markdownForOthers(page)
    expect(written).not.toContain('<!--')
    expect(read(written).map(({ attributes, kind }) => [kind, attributes])).toEqual([
      ['listItem', { listStyleType: 'decimal' }],
      ['paragraph', { indent: 1 }],
      ['listItem', { listStyleType: 'decimal' }],
      ['listItem', { listStyleType: 'decimal', listStart: 7 }],
      ['listItem', { listStyleType: 'todo', checked: true }],
      ['listItem', { listStyleType: 'todo', indent: 1 }],
    ])
  })

  it('reads both dialects: what it wrote for others too', () => {
    const page = read(
      '# A\n\n- [x] b\n  - c\n\n> d\n\n```js\ne\n```\n\n| f | g |\n| - | - |\n| 1 | 2 |\n\n$$\nx\n$$\n',
    )
    for (const written of [markdownForOthers(page), markdownFromBlocks(page)])
      expect(read(written)).toMatchObject(page.map(({ id: _, children: __, ...block }) => block))
  })
})

describe('U22 a title', () => {
  it('in front matter and in the first heading is there once; in our own export both come back', () => {
    const { title, blocks } = readMarkdown('---\ntitle: Lamp\n---\n\n# Lamp\n\nwords')
    expect(title).toBe('Lamp')
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph'])
    const both = readMarkdown(markdownFromBlocks(read('# Lamp\n\nwords'), 'Lamp'))
    expect(both.blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph'])
    expect(readMarkdown('---\ntitle: Lamp\n---\n\n# Wick\n\nwords').blocks).toHaveLength(2)
  })

  it('is the same with marks, below badges, and behind front matter that a page has no words for', () => {
    const kinds = (text: string) => readMarkdown(text).blocks.map(({ kind }) => kind)
    const front = '---\ntitle: My lamp\n---\n\n'
    expect(kinds(`${front}# **My**  lamp\n\nwords`)).toEqual(['paragraph'])
    expect(kinds(`${front}![a](https://a.example/b.svg)\n\n# My lamp\n\nwords`)).toEqual([
      'image',
      'paragraph',
    ])
    expect(kinds('---\ntitle: My lamp\nlayout: post\n---\n\n# My lamp\n\nwords')).toEqual([
      'codeBlock',
      'paragraph',
    ])
    expect(readMarkdown('---\nlayout: post\n---\n\n# My lamp\n\nwords').title).toBe('My lamp')
    const centered = readMarkdown('<div align="center">\n\n# My lamp\n\nwords\n\n</div>', {
      readHtml: (html) => readHtml(html, parseHtml),
    })
    expect([centered.title, centered.blocks.length]).toEqual(['My lamp', 1])
    expect(kinds(`${front}words\n\n# My lamp`)).toEqual(['paragraph', 'heading'])
    for (const text of ['# **My** lamp\n\nwords', '![a](https://a.example/b.svg)\n\n# My lamp'])
      expect(kinds(markdownFromBlocks(read(text), 'My lamp'))).toEqual(read(text).map(({ kind }) => kind))
  })
})

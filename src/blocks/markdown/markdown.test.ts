import { cpuTime } from '@test/cpu-time'
import { makeLongMarkdown } from '@test/markdown-corpus'
import { describe, expect, it } from 'vitest'
import type { Block } from '../index'
import { plainTextOf } from '../plain-text'
import { blocksFromMarkdown, commonMarkdown, markdownFromBlocks, readMarkdown } from '.'
import { boundNesting, chunksOf, definitionLinesFor, definitionsIn, goesOnCounting } from './chunks'
import { withoutIds } from './write'

const read = (text: string) => blocksFromMarkdown(text).map(withoutIds)
const p = (text: string, attributes?: Block['attributes']) => ({
  kind: 'paragraph',
  ...(attributes ? { attributes } : {}),
  text: [{ text }],
})
const bold = (text: string, ...more: string[]) => ({
  text,
  marks: ['bold', ...more].map((kind) => ({ kind })),
})
const write = (blocks: Omit<Block, 'id'>[], title?: string) =>
  markdownFromBlocks(
    blocks.map((block, index) => ({ ...block, id: `b${index}` })),
    title,
  )

describe('what Markdown says, is written as a person would', () => {
  it('9.5 without a directive, and it comes back', () => {
    const source = `# One

Some **bold *both* text**, ~~gone~~, ==marked==, <u>under</u>, H<sub>2</sub>O, m<sup>2</sup>, <kbd>Esc</kbd>, \`\`co\`de\`\`.

- a
- b
  1. c
  2. d

     more

     \`\`\`js
     code
     \`\`\`
- [ ] open
- [x] done

7. seven
8. eight

> quote
>
> > inner

***

[link](https://a.bc/x_y "T") line\\
next
`
    expect(markdownFromBlocks(blocksFromMarkdown(source))).toBe(source)
  })

  it.each<[string, ...NonNullable<Block['text']>]>([
    ['前**字**後', { text: '前' }, bold('字'), { text: '後' }],
    ['前<strong>“字”</strong>伌', { text: '前' }, bold('“字”'), { text: '伌' }],
    ['前<strong>*字*</strong>後', { text: '前' }, bold('字', 'italic'), { text: '後' }],
    ['*a*<strong>b</strong>c', { text: 'a', marks: [{ kind: 'italic' }] }, bold('b'), { text: 'c' }],
    ['a<strong> b</strong>c', { text: 'a' }, bold(' b'), { text: 'c' }],
    ['前 **“字”** 後', { text: '前 ' }, bold('“字”'), { text: ' 後' }],
    ['**字。**', bold('字。')],
  ])('T7 bold words beside letters are HTML where signs would not close: %s', (markdown, ...text) => {
    expect(write([{ kind: 'paragraph', text }])).toBe(`${markdown}\n`)
  })

  it('I6 a picture that is a link stays one, as the badges of a README are', () => {
    const source =
      '[![build](https://a.example/badge.svg "state")](https://a.example/runs?x=1)\n\n![plain](https://a.example/p.png)\n'
    const [badge, plain] = blocksFromMarkdown(source)
    expect(badge).toMatchObject({
      kind: 'image',
      attributes: { url: 'https://a.example/badge.svg', alt: 'build', link: 'https://a.example/runs?x=1' },
    })
    expect(plain!.attributes).not.toHaveProperty('link')
    expect(markdownFromBlocks([badge!, plain!])).toBe(source)
    const html = blocksFromMarkdown(
      'A <a href="https://a.example/runs"><img src="https://a.example/b.svg" alt="b"></a> [![c](c.png)](docs/c.md) z',
    )
    expect(html.map(({ kind, attributes }) => [kind, attributes?.url, attributes?.link])).toEqual([
      ['paragraph', undefined, undefined],
      ['image', 'https://a.example/b.svg', 'https://a.example/runs'],
      ['image', 'c.png', 'docs/c.md'],
      ['paragraph', undefined, undefined],
    ])
    // A link to the picture itself is none.
    expect(
      blocksFromMarkdown('[![x](https://a.example/p.png)](https://a.example/p.png)')[0]!.attributes,
    ).toEqual({
      url: 'https://a.example/p.png',
      alt: 'x',
    })
    // Nothing that runs is a link.
    const read = (text: string) => blocksFromMarkdown(text)[0]?.attributes
    expect(read('[![x](https://a.example/p.png)](javascript:alert(1))')).toEqual({
      url: 'https://a.example/p.png',
      alt: 'x',
    })
  })

  it('what it cannot say is a directive', () => {
    expect(
      write([{ kind: 'listItem', attributes: { listStyleType: 'upper-roman' }, text: [{ text: 'x' }] }]),
    ).toBe('1. x <!-- sheaf: {"listStyleType":"upper-roman"} -->\n')
    expect(write([{ kind: 'paragraph' }, p('x')])).toBe(
      '<!-- sheaf: {"block":{"kind":"paragraph"}} -->\n\nx\n',
    )
    expect(write([{ kind: 'codeBlock', attributes: { indent: 1 }, text: [{ text: 'x' }] }])).toBe(
      '<!-- sheaf: {"next":{"indent":1}} -->\n\n```\nx\n```\n',
    )
    expect(write([{ kind: 'paragraph' }])).toBe('')
  })

  it('a directive cannot end its comment early', () => {
    const blocks = [{ kind: 'future', attributes: { text: '--> <script> -- -->\n' } }]
    const text = write(blocks)
    expect(text.match(/-->/g)).toHaveLength(1)
    expect(read(text)).toEqual(blocks)
  })

  it("somebody else's directives cannot break the import", () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000)
    for (const body of [
      '{',
      '{"block":5}',
      '{"block":{"kind":"paragraph","text":[null]}}',
      `{"a":${deep}}`,
      '{"next":[]}',
    ]) {
      expect(read(`x\n\n<!-- sheaf: ${body} -->\n\ny`)).toEqual([p('x'), p('y')])
    }
    expect(read('x <!-- sheaf: {"align":"up","nonsense":1} -->')[0]!.kind).toBe(
      'unsupported'.slice(0, 0) || 'paragraph',
    )
    expect(read('<!-- sheaf: {"block":{"id":"mine","kind":"paragraph"}} -->')).toEqual([
      { kind: 'paragraph' },
    ])
  })
})

describe('Markdown of other programs', () => {
  it('the title is in the front matter, else in the first heading 1', () => {
    expect(readMarkdown('---\ntitle: "A \\"b\\""\n---\n\n# One')).toMatchObject({ title: 'A "b"' })
    expect(readMarkdown('# One\n\ntext')).toMatchObject({ title: 'One', blocks: [{ kind: 'paragraph' }] })
    expect(readMarkdown('# One *two*').title).toBe('')
    expect(readMarkdown('## One').title).toBe('')
    const others = readMarkdown("---\ntitle: 'It''s'\ntags: [a, b]\n---\ntext")
    expect(others.title).toBe("It's")
    expect(others.blocks[0]).toMatchObject({ kind: 'codeBlock', text: [{ text: 'tags: [a, b]' }] })
    expect(readMarkdown('---\n\nno front matter\n\n---').blocks).toHaveLength(3)
    expect(write([p('x')], 'T: "q"')).toBe('---\ntitle: "T: \\"q\\""\n---\n\nx\n')
  })

  it('a page without a title keeps its first heading 1', () => {
    const blocks = [{ kind: 'heading', text: [{ text: 'One' }] }, p('x')]
    const text = write(blocks, '')
    expect(text).toBe('---\ntitle: ""\n---\n\n# One\n\nx\n')
    expect(readMarkdown(text)).toMatchObject({ title: '', blocks })
    expect(write([p('x')], '')).toBe('x\n')
    expect(write(blocks)).toBe('# One\n\nx\n')
  })

  it('tables, images, footnotes and HTML are kept and noted', () => {
    const { blocks, notes } = readMarkdown(
      '| a |\n|---|\n| 1 |\n\n![pic](/p.png) [^1]\n\n[^1]: Note\n\n<div align="center">x</div>\n\n<!-- c -->\n\n[a][b] ![c][b]\n\n[b]: /b "B"',
    )
    const [table, ...others] = blocks
    expect(table).toMatchObject({ kind: 'table', attributes: { headerRow: true } })
    expect(plainTextOf(blocks.slice(0, 1))).toBe('a\n1')
    expect(others.map(withoutIds)).toEqual([
      { kind: 'image', attributes: { url: '/p.png', alt: 'pic' } },
      { kind: 'paragraph', text: [{ kind: 'footnote', attributes: { note: 'Note' } }] },
      { kind: 'codeBlock', attributes: { lang: 'html' }, text: [{ text: '<div align="center">x</div>' }] },
      {
        kind: 'paragraph',
        text: [{ text: 'a', marks: [{ kind: 'link', attributes: { url: '/b', title: 'B' } }] }],
      },
      { kind: 'image', attributes: { url: '/b', alt: 'c', caption: 'B' } },
    ])
    expect(notes.map(({ change, what, into, count }) => [change, what, into, count])).toEqual([
      ['converted', 'HTML', 'code block', 1],
      ['dropped', 'HTML comment', '', 1],
    ])
  })

  it('R30 links that may not be followed are text', () => {
    expect(
      read('[a](javascript:alert(1)) <javascript:alert(1)> <a href="java&#115;cript:x">b</a> ![c](data:x)'),
    ).toEqual([p('a javascript:alert(1) b c')])
  })

  it('ordered lists one after another keep their numbers', () => {
    expect(read('1. a\n2. b\n\n1) c\n').map(({ attributes }) => attributes?.listStart)).toEqual([
      undefined,
      undefined,
      1,
    ])
  })

  it('R34 nesting without end keeps its text', () => {
    for (const sign of ['> ', '- ', '1. ', '> - ', '[^a]: ']) {
      const text = `${sign.repeat(3000)}deep`
      expect(JSON.stringify(blocksFromMarkdown(text))).toContain('deep')
    }
    expect(boundNesting('> - x\n\ny')).toBe('> - x\n\ny')
  }, 30_000)
})

describe('long texts are read in pieces', () => {
  const readPieces = (pieces: readonly string[]) =>
    pieces.flatMap((piece, at) => {
      const [first, ...rest] = read(piece)
      if (!first || at === 0 || !goesOnCounting(piece)) return first ? [first, ...rest] : []
      const { listStart: _, ...attributes } = first.attributes ?? {}
      return [{ ...first, attributes }, ...rest]
    })

  it('that give the same blocks as the whole', () => {
    const source = makeLongMarkdown(1500, 3)
    const pieces = [...chunksOf(source, 500)]
    expect(pieces.length).toBeGreaterThan(50)
    expect(pieces.join('')).toBe(source)
    expect(readPieces(pieces)).toEqual(read(source))
  }, 30_000)

  it('a list is cut between its items alone, and is the same list', () => {
    const items = [
      '- one',
      '- [x] two\n  - inner\n\n    with text\n',
      '- three\nlazily going on',
      '- ```\n  - code\n  ```',
      '- > quote\n\n- five\n\n  1. six\n  2. seven',
      '- eight\n* other sign',
      '* - nested at once',
      '- - - -',
      '1. ten\n2. eleven\n- twelve',
    ]
    const source = `${items.join('\n')}\n`
    const pieces = [...chunksOf(source, 1)]
    expect(pieces.length).toBeGreaterThan(6)
    expect(pieces.join('')).toBe(source)
    expect(readPieces(pieces)).toEqual(read(source))
    for (const mark of ['-', '1.', '7)']) {
      const long = `${mark} item\n`.repeat(7_500)
      expect([...chunksOf(long)].length).toBeGreaterThan(1)
      expect(
        read(`${long}\nend\n\n${mark} other`).filter(({ attributes }) => attributes?.listStart),
      ).toHaveLength(mark === '7)' ? 2 : 0)
    }
  })

  it('never cut inside fences, comments, raw HTML, lists, or between a directive and its block', () => {
    const whole = [
      '```\na\n\nb\n\nc\n```\n',
      '~~~~\na\n\n~~~\n\nb\n~~~~\n',
      '<!-- a\n\nb\n\nc -->\n',
      '<pre>\na\n\nb\n</pre>\n',
      '- a\n\n  ```\n  - x\n\n  y\n  ```\n',
      'a\n- - -\nb\n',
      '<!-- sheaf: {"next":{"indent":1}} -->\n\n```\nx\n```\n',
    ]
    for (const text of whole)
      expect(
        [...chunksOf(text, 1)].filter((piece) => piece !== ''),
        text,
      ).toEqual([text])
    expect([...chunksOf('a\n\nb\n\n    code\n\nc', 1)]).toEqual(['a\n\n', 'b\n\n    code\n\n', 'c'])
  })

  it('links by reference find what is defined in another piece', () => {
    const filler = 'word '.repeat(40)
    const source = `[a][far]\n\n${Array.from({ length: 600 }, () => filler).join('\n\n')}\n\n[far]: https://a.bc`
    expect(blocksFromMarkdown(source)[0]!.text).toEqual([
      { text: 'a', marks: [{ kind: 'link', attributes: { url: 'https://a.bc' } }] },
    ])
  })
})

it('a list with levels takes time by its length', () => {
  const time = (count: number) => {
    const items = Array.from({ length: count }, (_, at) => `${'  '.repeat(1 + (at % 4))}- item ${at}`)
    const begun = cpuTime()
    expect(blocksFromMarkdown(`- top\n${items.join('\n')}`)).toHaveLength(count + 1)
    return cpuTime() - begun
  }
  time(500)
  // Eight times as many items; with every event copied at the end of each list it was 30 times the time.
  expect(time(8_000)).toBeLessThan(18 * Math.min(time(1_000), time(1_000)))
}, 60_000)

describe('the Markdown that everybody knows', () => {
  const common = (block: Omit<Block, 'id'>, most = 1_000) => commonMarkdown([{ ...block, id: 'b' }], most)

  it('comes with what it reads back as, also where it is written with care', () => {
    for (const text of [
      [bold('one'), { text: ' two' }],
      [{ text: 'a' }, bold(' b ', 'italic'), { text: '\n\n*c' }],
    ]) {
      const block = { kind: 'paragraph', text }
      const written = common(block)
      expect(written?.blocks.map(withoutIds)).toEqual([block])
      expect(written?.text).toBe(markdownFromBlocks([{ ...block, id: 'b' }]).trimEnd())
    }
  })

  it('is none where it takes data of ours, or is longer than is wanted', () => {
    expect(common(p('one', { align: 'center' }))).toBeNull()
    expect(common(p('one two'), 7)?.text).toBe('one two')
    expect(common(p('one two'), 6)).toBeNull()
  })
})

describe('definitions of links in a long text', () => {
  it('R34 a piece is read with those that it refers to, no more than fit', () => {
    const definitions = definitionsIn(
      '[One  Two]: https://a.bc/1\n[one two]: https://a.bc/2\n[^note]: no\n[x]: https://a.bc/x\n',
    )
    expect(definitionLinesFor('see [here][one\ntwo] and [y]', definitions)).toBe('[One  Two]: https://a.bc/1')
    const many = Array.from({ length: 1000 }, (_, index) => `[${index}]: https://a.bc/${'z'.repeat(1900)}`)
    const references = many.map((_, index) => `[${index}]`).join(' ')
    const lines = definitionLinesFor(references, definitionsIn(many.join('\n')))
    expect(lines.length).toBeGreaterThan(90 * 1024)
    expect(lines.length).toBeLessThan(97 * 1024)
  })

  it('a link leads where the end of a long text says', () => {
    const text = `see [this][far]\n\n${'word '.repeat(40)}\n\n`.repeat(500)
    const blocks = blocksFromMarkdown(`${text}[far]: https://a.bc/far\n`)
    expect(blocks[0]?.text).toContainEqual({
      text: 'this',
      marks: [{ kind: 'link', attributes: { url: 'https://a.bc/far' } }],
    })
  })
})

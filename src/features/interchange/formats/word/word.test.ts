import { buffer } from 'node:stream/consumers'
import { cpuTime } from '@test/cpu-time'
import { Document, FootnoteReferenceRun, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type Block, plainTextOf } from '@/blocks'
import type { Inline } from '@/blocks/kit/block'
import { withoutIds } from '@/blocks/markdown/write'
import { parseHtmlText } from '../../server/parse-html'
import { openZip } from '../safe-zip'
import { WordLooks } from './looks'
import { readWord } from './read-word'
import { StyleSheet } from './style-sheet'
import { writeWord } from './write-word'

const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const tools = { parseHtml: parseHtmlText, onProgress: () => undefined }
const read = (bytes: Uint8Array, name = 'a.docx') => readWord({ name, bytes }, tools)
const write = (blocks: Block[], title = '', pictures: [string, Uint8Array][] = []) =>
  writeWord({
    title,
    blocks,
    properties: {},
    pictures: new Map(pictures.map(([url, bytes]) => [url, { type: 'image/png', bytes }])),
    origin: '',
  })

let ids = 0
const make = (
  kind: string,
  text: string | Block['text'] = [],
  attributes: Block['attributes'] = {},
): Block => ({
  id: `b${ids++}`,
  kind,
  ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
  ...(text?.length ? { text: typeof text === 'string' ? [{ text }] : text } : {}),
})
const around = (kind: string, children: Block[], attributes: Block['attributes'] = {}): Block => ({
  ...make(kind, [], attributes),
  children,
})
const roundTrip = async (blocks: Block[]) => (await read(await write(blocks))).blocks.map(withoutIds)

describe('Word and back', () => {
  const kept: [string, Block[]][] = [
    [
      'headings',
      [1, 2, 3, 4, 5, 6].map((level) => make('heading', `Level ${level}`, level === 1 ? {} : { level })),
    ],
    [
      'bulleted and numbered lists, nested',
      [
        make('listItem', 'one', { listStyleType: 'decimal' }),
        make('listItem', 'inner', { listStyleType: 'decimal', indent: 1 }),
        make('listItem', 'two', { listStyleType: 'decimal' }),
        make('paragraph', 'between'),
        make('listItem', 'dot'),
        make('listItem', 'deeper', { indent: 1 }),
      ],
    ],
    [
      'lists that begin elsewhere, go on, and count in letters or Roman numbers',
      [
        make('listItem', 'three', { listStyleType: 'decimal', listStart: 3 }),
        make('listItem', 'four', { listStyleType: 'decimal' }),
        make('paragraph', 'between'),
        make('listItem', 'one again', { listStyleType: 'decimal' }),
        make('listItem', 'a', { listStyleType: 'lower-alpha', indent: 1 }),
        make('listItem', 'b', { listStyleType: 'lower-alpha', indent: 1 }),
        make('paragraph', 'and'),
        make('listItem', 'i', { listStyleType: 'upper-roman' }),
        make('paragraph', 'and'),
        make('listItem', 'square', { listStyleType: 'square' }),
        make('paragraph', 'and'),
        make('listItem', 'outer', { listStyleType: 'decimal' }),
        make('listItem', 'from five', { listStyleType: 'decimal', indent: 1, listStart: 5 }),
        make('listItem', 'six', { listStyleType: 'decimal', indent: 1 }),
        make('listItem', 'outer again', { listStyleType: 'decimal' }),
        make('listItem', 'from one', { listStyleType: 'decimal', indent: 1 }),
      ],
    ],
    [
      'alignment, indents and what is behind paragraphs and headings',
      [
        make('paragraph', 'in the middle', { align: 'center' }),
        make('paragraph', 'both sides', { align: 'justify', indent: 2 }),
        make('paragraph', 'on yellow', { backgroundColor: 'yellow' }),
        make('heading', 'far right', { level: 2, align: 'right', indent: 1 }),
      ],
    ],
    [
      'colours of words and behind them',
      [
        make('paragraph', [
          { text: 'plain ' },
          { text: 'red', marks: [{ kind: 'color', attributes: { color: 'red' } }] },
          { text: ' ' },
          {
            text: 'bold on blue',
            marks: [{ kind: 'backgroundColor', attributes: { color: 'blue' } }, { kind: 'bold' }],
          },
        ]),
      ],
    ],
    [
      'sizes of words',
      [
        make('paragraph', [
          { text: 'plain ' },
          ...[14, 24, 60].map((size) => ({
            text: `${size} `,
            marks: [{ kind: 'fontSize', attributes: { size } }],
          })),
          { text: 'plain' },
        ]),
        make('heading', [{ text: 'small', marks: [{ kind: 'fontSize', attributes: { size: 12 } }] }]),
      ],
    ],
    [
      'list items that do not begin at the margin',
      [
        make('listItem', 'in the middle', { align: 'center' }),
        make('listItem', 'deeper', { listStyleType: 'decimal', indent: 1, align: 'right' }),
      ],
    ],
    [
      'to-do items, ticked or not',
      [
        make('listItem', 'done', { listStyleType: 'todo', checked: true }),
        make('listItem', 'open', { listStyleType: 'todo' }),
        make('listItem', 'inner', { listStyleType: 'todo', indent: 1 }),
      ],
    ],
    [
      'marks, links and line breaks',
      [
        make('paragraph', [
          { text: 'plain ' },
          { text: 'bold', marks: [{ kind: 'bold' }] },
          { text: ' ' },
          { text: 'italic', marks: [{ kind: 'italic' }] },
          { text: ' ' },
          { text: 'under', marks: [{ kind: 'underline' }] },
          { text: ' ' },
          { text: 'struck', marks: [{ kind: 'strikethrough' }] },
          { text: ' ' },
          { text: 'marked', marks: [{ kind: 'highlight' }] },
          { text: ' H' },
          { text: '2', marks: [{ kind: 'subscript' }] },
          { text: 'x' },
          { text: '3', marks: [{ kind: 'superscript' }] },
          { text: ' ' },
          { text: 'code()', marks: [{ kind: 'code' }] },
          { text: ' ' },
          { text: 'there', marks: [{ kind: 'link', attributes: { url: 'https://a.bc/d?e=1&f=2' } }] },
          { text: '\nnext <line> & "more"' },
        ]),
      ],
    ],
    [
      'code: lines, spaces, blank lines; two blocks stay two',
      [make('codeBlock', 'if (a < b) {\n\n    c()\n}'), make('codeBlock', 'other')],
    ],
    [
      'quotes, callouts and toggles: two side by side stay two',
      [
        around('blockquote', [make('paragraph', 'a'), make('paragraph', 'b')]),
        around('blockquote', [make('paragraph', 'c')]),
        around('callout', [make('paragraph', 'tip'), make('paragraph', 'more')], {
          variant: 'tip',
          icon: '🌱',
        }),
        around('callout', [make('paragraph', 'note')]),
        around('toggle', [make('paragraph', 'title'), make('paragraph', 'hidden')]),
        around('toggle', [make('paragraph', 'second')]),
      ],
    ],
    [
      'lists and indents in quotes and toggles',
      [
        around('blockquote', [
          make('listItem', 'one', { listStyleType: 'decimal' }),
          make('listItem', 'inner', { listStyleType: 'circle', indent: 1 }),
          make('paragraph', 'further in', { indent: 1 }),
        ]),
        around('toggle', [
          make('paragraph', 'title'),
          make('listItem', 'dot'),
          make('listItem', 'deeper', { indent: 1 }),
          make('listItem', 'six', { listStyleType: 'decimal', listStart: 6 }),
        ]),
      ],
    ],
    [
      'callouts: their icon, or none, and whatever is in them',
      [
        around(
          'callout',
          [
            make('heading', 'Mind', { level: 3 }),
            make('listItem', 'one'),
            make('listItem', 'box', { listStyleType: 'todo', checked: true }),
            make('codeBlock', 'a\nb'),
            around('callout', [make('paragraph', 'inner')], { variant: 'caution', icon: '🛑' }),
          ],
          { variant: 'warning', icon: '🦉' },
        ),
        around('callout', [make('paragraph', 'bare')], { icon: '' }),
      ],
    ],
    [
      'columns, with a callout in one',
      [
        around('columnGroup', [
          around('column', [make('paragraph', 'left'), make('listItem', 'a')]),
          around('column', [around('callout', [make('paragraph', 'boxed')])]),
          around('column', [make('paragraph', 'right')]),
        ]),
        make('paragraph', 'behind'),
      ],
    ],
    [
      'deep lists',
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((indent) =>
        make('listItem', `level ${indent}`, { ...(indent && { indent }), listStyleType: 'lower-roman' }),
      ),
    ],
    ['rules', [make('paragraph', 'a'), make('horizontalRule'), make('paragraph', 'b')]],
    [
      'equations, alone and in a sentence',
      [
        make('equation', [], { texExpression: '\\frac{a}{b}+\\sqrt{x^2}' }),
        make('paragraph', [
          { text: 'where ' },
          { kind: 'inlineEquation', attributes: { texExpression: '\\alpha_i\\le n' } },
          { text: ' holds' },
        ]),
      ],
    ],
  ]
  it.each(kept)('9.5 %s', async (_what, blocks) => {
    expect(await roundTrip(blocks)).toEqual(blocks.map(withoutIds))
  })

  it('9.5 tables keep their rows, merged cells and header', async () => {
    const cell = (row: string, column: string, text: string, attributes = {}): Block => ({
      ...around('tableCell', [make('paragraph', text)], attributes),
      id: `${row}:${column}`,
    })
    const table: Block = around(
      'table',
      [
        { id: 'c1', kind: 'tableColumn' },
        { id: 'c2', kind: 'tableColumn' },
        { id: 'c3', kind: 'tableColumn' },
        {
          id: 'r1',
          kind: 'tableRow',
          children: [cell('r1', 'c1', 'wide', { colSpan: 2 }), cell('r1', 'c3', 'x')],
        },
        {
          id: 'r2',
          kind: 'tableRow',
          children: [cell('r2', 'c1', 'tall', { rowSpan: 2 }), cell('r2', 'c2', 'b'), cell('r2', 'c3', 'c')],
        },
        { id: 'r3', kind: 'tableRow', children: [cell('r3', 'c2', 'd'), cell('r3', 'c3', 'e')] },
      ],
      { headerRow: true },
    )
    const [back] = (await read(await write([table]))).blocks
    const rows = (block: Block) =>
      (block.children ?? [])
        .filter(({ kind }) => kind === 'tableRow')
        .map((row) =>
          row.children!.map(({ attributes, children }) => [plainTextOf(children ?? []), attributes ?? {}]),
        )
    expect(back?.kind).toBe('table')
    expect(back?.attributes?.headerRow).toBe(true)
    expect(rows(back!)).toEqual(rows(table))
  })

  it('9.5 the title, pictures with their description, and the words of every kind that Word has no word for', async () => {
    const url = '/api/files/0123456789abcdefghjk/cat.png'
    const blocks = [
      make('image', [], { url, alt: 'A cat', caption: 'Below', initialWidth: 1 }),
      make('image', [], { url: 'https://elsewhere.example/dog.webp', alt: 'A dog' }),
      make('card', [], {}),
      make('future', 'words of a newer kind'),
      around('columnGroup', [
        around('column', [make('paragraph', 'left')]),
        around('column', [make('paragraph', 'right')]),
      ]),
    ]
    const bytes = await write(blocks, 'Title & more', [[url, PNG]])
    const { title, blocks: back, enclosed, notes } = await read(bytes)
    expect(title).toBe('Title & more')
    expect(notes).toEqual([])
    const picture = back.find(({ kind }) => kind === 'image')
    expect(picture?.attributes?.alt).toBe('A cat')
    expect(enclosed?.find(({ ref }) => ref === picture?.attributes?.url)?.bytes).toEqual(PNG)
    const words = plainTextOf(back)
    for (const said of ['Below', 'A dog', 'words of a newer kind', 'left', 'right'])
      expect(words).toContain(said)
  })

  it('9.5 a picture keeps its caption; one below another paragraph is a paragraph', async () => {
    const url = '/api/files/0123456789abcdefghjk/cat.png'
    const bytes = await write(
      [
        make('image', [], { url, caption: 'At night, from the pier' }),
        make('image', [], { url: 'https://elsewhere.example/dog.webp', alt: 'A dog', caption: 'No picture' }),
      ],
      '',
      [[url, PNG]],
    )
    const { blocks } = await read(bytes)
    expect(blocks.find(({ kind }) => kind === 'image')?.attributes).toMatchObject({
      caption: 'At night, from the pier',
    })
    expect(plainTextOf(blocks)).toContain('A dog\nNo picture')
  })

  it('U18 the file has Word’s own styles and the theme’s faces, and links to headings are bookmarks', async () => {
    const heading = make('heading', 'Tides', { level: 2 })
    const link = (url: string) => [{ text: 'there', marks: [{ kind: 'link', attributes: { url } }] }]
    const bytes = await writeWord({
      title: 'Handbook',
      blocks: [
        heading,
        make('listItem', 'dot', { indent: 1 }),
        make('listItem', 'one', { listStyleType: 'decimal' }),
        make('paragraph', link(`#${heading.id}`)),
        make('paragraph', link(`https://sheaf.example/p4g3#${heading.id}`)),
        make('paragraph', link('/another')),
        make('paragraph', link('#nothing')),
        make('equation', [], { texExpression: 'x^2' }),
      ],
      properties: {},
      pictures: new Map(),
      origin: 'https://sheaf.example',
    })
    const part = await partsOf(bytes)
    const styles = part('word/styles.xml')
    for (const name of [
      ...['Title', 'Normal', 'Heading 1', 'Heading 6', 'Quote', 'caption', 'Table Grid', 'Hyperlink'],
      ...['Code Block', 'List Bullet', 'List Bullet 2', 'List Number', 'Callout Tip', 'Toggle Title'],
    ])
      expect(styles).toContain(`<w:name w:val="${name}"/>`)
    expect(styles).toMatch(/<w:rFonts[^>]*w:asciiTheme="minorHAnsi"/)
    expect(styles).toContain('<w:outlineLvl w:val="1"/>')
    const text = part('word/document.xml')
    expect(text.match(/<w:pStyle w:val="[^"]*"/g)?.map((said) => said.slice(17, -1))).toEqual(
      expect.arrayContaining(['Title', 'Heading2', 'ListBullet2', 'ListNumber']),
    )
    expect(text.match(/<w:bookmarkStart/g)).toHaveLength(1)
    expect(text.match(/<w:hyperlink[^>]*w:anchor="section_1"/g)).toHaveLength(2)
    expect(text).toMatch(/<m:oMathPara><m:oMath>/)
    expect(part('word/_rels/document.xml.rels')).toContain('Target="https://sheaf.example/another"')
    const { blocks } = await read(bytes)
    const back = blocks.find(({ kind }) => kind === 'heading')
    expect(JSON.stringify(blocks).split(`"url":"#${back?.id}"`)).toHaveLength(3)
  })

  it('U18 an exponent is that of the whole bracket, which LibreOffice shows as well, and comes back as it was written', async () => {
    const equations = [
      '(a+b)^2=c',
      'f(x)^{2}+[y]_1',
      '\\left(\\frac{1}{2}\\right)^3',
      '\\{(a)^2\\}',
      '(1+(x/n)^2)^3',
      '(]0,1[+abcdefg(y)^2)^2',
      ')^2+(',
    ]
    const blocks = equations.map((texExpression) => make('equation', [], { texExpression }))
    const text = (await partsOf(await write(blocks)))('word/document.xml')
    // No bracket alone carries an exponent, where it has its other half.
    expect(text.match(/<m:sSup><m:sSupPr\/><m:e><m:r><m:t[^<>]*>\)/g) ?? []).toHaveLength(1)
    expect(text.match(/<m:d>/g)?.length).toBeGreaterThanOrEqual(5)
    const back = (await read(await write(blocks))).blocks.map(({ attributes }) =>
      String(attributes?.texExpression),
    )
    for (const [at, tex] of back.entries())
      expect(tex.replace(/\\left|\\right|[{}\\\s]/g, ''), tex).toBe(
        equations[at]!.replace(/\\left|\\right|[{}\\\s]/g, ''),
      )
  })

  it('U18 a chart goes as its numbers, under its title; bullets are another sign on each level', async () => {
    const data = JSON.stringify([
      { week: 'Week 1', read: 12, written: 5 },
      { week: 'Week 2', read: 18.5 },
    ])
    const chart = make('chart', [], {
      title: 'Pages',
      data,
      config: '{"read":{"label":"Read"},"written":{}}',
    })
    const { blocks } = await read(await write([chart]))
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table'])
    const cells = plainTextOf(blocks).split(/\s+/)
    for (const word of ['Pages', 'Read', 'written', '12', '5', '18.5']) expect(cells).toContain(word)
    const part = await partsOf(
      await write([0, 1, 2].map((indent) => make('listItem', 'item', indent ? { indent } : {}))),
    )
    const signs = part('word/numbering.xml').match(/<w:lvlText w:val="[•◦▪]"/g)
    expect(signs?.slice(0, 3).map((said) => said.at(-2))).toEqual(['•', '◦', '▪'])
  })

  it('U18 aligned lines of an equation have no signs of TeX in them, and come back as such lines', async () => {
    const blocks = [make('equation', [], { texExpression: '\\begin{aligned}a&=b\\\\c&=d\\end{aligned}' })]
    const bytes = await write(blocks)
    expect((await partsOf(bytes))('word/document.xml')).not.toContain('&amp;')
    expect((await read(bytes)).blocks.map(withoutIds)).toEqual(blocks.map(withoutIds))
  })

  it('U18 no relation has nothing beside it, at which LibreOffice shows a fault', async () => {
    const equations = [
      '\\begin{aligned}a&=b\\\\&\\leq c\\end{aligned}',
      '\\begin{aligned}a=&b\\\\c\\geq&d\\end{aligned}',
      '= 1',
      'a \\approx',
    ]
    const blocks = equations.map((texExpression) => make('equation', [], { texExpression }))
    const bytes = await write(blocks)
    const xml = (await partsOf(bytes))('word/document.xml')
    const lonely = /<(?:m:e|m:oMath)>(?:<m:r>)?<m:t[^<>]*>[=≤≥≈]|[=≤≥≈]<\/m:t><\/m:r><\/(?:m:e|m:oMath)>/
    expect(xml.replace(/\s*<m:rPr>.*?<\/m:rPr>/g, '')).not.toMatch(lonely)
    const back = (await read(bytes)).blocks.map(({ attributes }) => String(attributes?.texExpression))
    const tight = (tex: string) => tex.replace(/\s/g, '').replace('geq', 'ge').replace('leq', 'le')
    expect(back.map(tight)).toEqual(equations.map(tight))
  })

  it('I6 a picture that is a link stays one', async () => {
    const url = '/api/files/0123456789abcdefghjk/cat.png'
    const link = 'https://a.example/runs?x=1&y=2'
    const bytes = await write([make('image', [], { url, link, alt: 'A cat' })], '', [[url, PNG]])
    const { blocks } = await read(bytes)
    expect(blocks.find(({ kind }) => kind === 'image')?.attributes).toMatchObject({ alt: 'A cat', link })
  })

  it('an equation that Word does not know goes as its source, and one of Word that we do not know as its words', async () => {
    const [back] = (await read(await write([make('equation', [], { texExpression: '\\unknown{x' })]))).blocks
    expect(plainTextOf([back!])).toBe('\\unknown{x')
    const bytes = await changed(await write([make('paragraph', 'KEY')]), (xml) =>
      xml.replace(
        /<w:r><w:t[^>]*>KEY<\/w:t><\/w:r>/,
        '<m:oMath><m:strange><m:r><m:t>a+b</m:t></m:r></m:strange></m:oMath>',
      ),
    )
    const strange = await read(bytes)
    expect(plainTextOf(strange.blocks)).toBe('a+b')
    expect(strange.notes).toEqual([{ change: 'converted', what: 'Equation', into: 'text', count: 1 }])
  })

  it('U22 footnotes are Word’s own, below the page, and come back with their marks, links and paragraphs', async () => {
    const note = (words: string): Inline => ({ kind: 'footnote', attributes: { note: words } })
    const blocks = [
      make('paragraph', [
        { text: 'one' },
        note('The **first** [note](https://a.example/x).'),
        { text: ' two' },
        note('A second.\n\nWith *more*.'),
      ]),
      make('listItem', [{ text: 'in an item', marks: [{ kind: 'bold' }] }, note('Third: $x^2$')]),
      make('paragraph', [{ text: 'empty' }, note('')]),
    ]
    const bytes = await write(blocks)
    const part = await partsOf(bytes)
    expect(part('word/footnotes.xml').match(/<w:footnote w:id="[1-9]/g)).toHaveLength(4)
    expect(part('word/document.xml')).not.toMatch(/first|second/)
    const back = await read(bytes)
    expect(back.blocks.map(withoutIds)).toEqual(blocks.map(withoutIds))
    expect(back.notes).toEqual([])
  })

  it('a footnote that holds more than text becomes an item at the end and is said in the receipt', async () => {
    const words = (text: string) => new Paragraph(text)
    const cell = new TableCell({ children: [words('cell')] })
    const table = new Table({ rows: [new TableRow({ children: [cell] })] }) as unknown as Paragraph
    const document = new Document({
      footnotes: { 1: { children: [words('said below'), table] }, 2: { children: [words('plain')] } },
      sections: [
        {
          children: [
            new Paragraph({
              children: [
                new TextRun('word'),
                new FootnoteReferenceRun(1),
                new TextRun(' and'),
                new FootnoteReferenceRun(2),
              ],
            }),
          ],
        },
      ],
    })
    const { blocks, notes } = await read(new Uint8Array(await Packer.toBuffer(document)))
    expect(plainTextOf(blocks)).toBe('word[1] and [plain]\nsaid below\ncell')
    expect(notes).toContainEqual({
      change: 'converted',
      what: 'Footnote',
      into: 'numbered item at the end',
      count: 1,
    })
  })
})

/** The texts of the file's parts, by their paths. */
async function partsOf(bytes: Uint8Array): Promise<(path: string) => string> {
  const zip = await openZip(bytes)
  const parts = new Map<string, string>()
  for (const path of zip.paths)
    if (/\.(?:xml|rels)$/.test(path)) parts.set(path, Buffer.from(await zip.read(path, 1e8)).toString('utf8'))
  return (path) => parts.get(path) ?? ''
}

/** The file with its main part changed. */
async function changed(
  bytes: Uint8Array,
  change: (xml: string) => string,
  relations?: (xml: string) => string,
) {
  const zip = await openZip(bytes)
  const made = new ZipFile()
  for (const path of zip.paths) {
    const text = Buffer.from(await zip.read(path, 1e8))
    const isMain = path === 'word/document.xml'
    const isRelations = path === 'word/_rels/document.xml.rels'
    const next = isMain ? change(String(text)) : isRelations && relations ? relations(String(text)) : text
    made.addBuffer(Buffer.from(next as string), path)
  }
  made.end()
  return new Uint8Array(await buffer(made.outputStream))
}

describe('files of other programs', () => {
  /** A file whose text is these paragraphs, as Word writes them. */
  const written = async (body: string) =>
    (
      await read(
        await changed(await write([make('paragraph', 'KEY')]), (xml) =>
          xml.replace(/<w:p>(?:(?!<\/w:p>)[\s\S])*KEY[\s\S]*?<\/w:p>/, body),
        ),
      )
    ).blocks.map(withoutIds)
  const text = (words: string, look = '') =>
    `<w:r w:rsidR="00A1">${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${words}</w:t></w:r>`

  it('9.5 black on white, the left side and a hanging first line are what a page has anyway', async () => {
    const plain = `<w:color w:val="000000" w:themeColor="text1"/><w:shd w:val="clear" w:color="auto" w:fill="FFFFFF"/>`
    const made = await written(
      `<w:p><w:pPr><w:ind w:left="720" w:hanging="720"/><w:jc w:val="left"/></w:pPr>${text('plain', plain)}</w:p>`,
    )
    expect(made).toEqual([withoutIds(make('paragraph', 'plain'))])
  })

  it('9.5 a size that the words have anyway, or nearly all of them, is none', async () => {
    const sized = (words: string, size: number) =>
      text(words, `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`)
    const heading = `<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>`
    const made = await written(
      `<w:p>${sized('one ', 22)}${sized('large', 36)}</w:p><w:p>${sized('two', 22)}${sized('three', 22)}</w:p>
      <w:p>${heading}${sized('of its style ', 41)}${sized('not', 22)}</w:p>`,
    )
    const said = (words: string, size: number) => ({
      text: words,
      marks: [{ kind: 'fontSize', attributes: { size } }],
    })
    expect(made).toEqual([
      withoutIds(make('paragraph', [{ text: 'one ' }, said('large', 24)])),
      withoutIds(make('paragraph', 'twothree')),
      withoutIds(make('heading', [{ text: 'of its style ' }, said('not', 15)])),
    ])
  })

  it('9.5 a page settles to what it was before its looks were changed; of a list that is not defined, the words stay', async () => {
    const change =
      '<w:jc w:val="center"/><w:pPrChange w:id="1"><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange>'
    const ofRun = '<w:color w:val="FF0000"/><w:rPrChange w:id="2"><w:rPr><w:b/></w:rPr></w:rPrChange>'
    const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="99"/></w:numPr>'
    const made = await written(
      `<w:p><w:pPr>${change}</w:pPr>${text('one', ofRun)}</w:p><w:p><w:pPr>${list}</w:pPr>${text('two')}</w:p>`,
    )
    expect(made).toEqual([
      withoutIds(make('paragraph', [{ text: 'one', marks: [{ kind: 'bold' }] }], { align: 'right' })),
      withoutIds(make('paragraph', 'two')),
    ])
  })

  it('9.5 marks of ours that stand in the text already are taken out of it', async () => {
    const made = await written(`<w:p>${text('a\ue0020\ue003b\ue0040\ue003c\ue005d')}</w:p>`)
    expect(made).toEqual([withoutIds(make('paragraph', 'a0b0cd'))])
  })

  it('R34 a part that never closes what it opens is read in linear time', () => {
    const time = (count: number) => {
      const many = (part: string) => part.repeat(count)
      const begun = cpuTime()
      for (const part of ['<w:r><w:rPr>', '<w:pPr>', '<w:numPr>', '<w:r>', '<w:p '])
        new WordLooks(
          {
            numbering: many('<w:abstractNum w:abstractNumId="1">'),
            styles: many('<w:style w:styleId="a"'),
          },
          new StyleSheet(many('<w:style w:styleId="a"><w:rPr><w:pPr>')),
        ).mark(many(part))
      return cpuTime() - begun
    }
    time(1_250)
    // A quadratic reading takes 64 times as long.
    expect(time(10_000)).toBeLessThan(32 * time(1_250))
  }, 120_000)
})

describe('what bad Word files get', () => {
  it('a protected file, an old one, one with macros, another archive, noise: each in words', async () => {
    const compound = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    await expect(read(compound)).rejects.toThrow(/protected by a password/)
    await expect(read(PNG)).rejects.toThrow(/not a Word file/)
    await expect(read(PNG, 'a.docm')).rejects.toThrow(/macros/)
    const other = new ZipFile()
    other.addBuffer(Buffer.from('x'), 'a.txt')
    other.end()
    await expect(read(new Uint8Array(await buffer(other.outputStream)))).rejects.toThrow(/not a Word file/)
  })

  it.each([
    ['R37', 'file:///etc/passwd'],
    ['R36', 'http://127.0.0.1:9/picture.png'],
  ])('%s a picture at %s is left out and named; nothing is fetched', async (_case, target) => {
    const url = '/api/files/0123456789abcdefghjk/cat.png'
    const bytes = await write([make('paragraph', 'before'), make('image', [], { url })], '', [[url, PNG]])
    const linked = await changed(
      bytes,
      (xml) => xml.replace(/r:embed="[^"]*"/, 'r:link="rIdOut"'),
      (xml) =>
        xml.replace(
          '</Relationships>',
          `<Relationship Id="rIdOut" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}" TargetMode="External"/></Relationships>`,
        ),
    )
    const { blocks, enclosed, notes } = await read(linked)
    expect(plainTextOf(blocks)).toContain('before')
    expect(blocks.some(({ kind }) => kind === 'image')).toBe(false)
    expect(enclosed).toEqual([])
    expect(notes).toContainEqual({
      change: 'dropped',
      what: 'Picture outside of the file',
      into: '',
      count: 1,
    })
  })

  it('R37 entities that name files are not read', async () => {
    const bytes = await changed(await write([make('paragraph', 'KEY')]), (xml) =>
      xml
        .replace('<w:document', '<!DOCTYPE x [<!ENTITY leak SYSTEM "file:///etc/passwd">]><w:document')
        .replace('KEY', '&leak;'),
    )
    const said = await read(bytes).then(
      ({ blocks }) => plainTextOf(blocks),
      (error: Error) => error.message,
    )
    expect(said).not.toContain('root:')
  })
})

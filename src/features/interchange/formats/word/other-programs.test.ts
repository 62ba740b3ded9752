import { blockStrings } from '@test/block-strings'
import { cpuTime } from '@test/cpu-time'
import { lists, numbered, paragraph, run, style, styled, type WordParts, wordFile } from '@test/word-file'
import { describe, expect, it } from 'vitest'
import { parseHtmlText } from '../../server/parse-html'
import { withPageBreaks } from './page-breaks'
import { readWord } from './read-word'
import { StyleSheet } from './style-sheet'

async function read(parts: WordParts) {
  const { blocks, notes, enclosed } = await readWord(
    { name: 'a.docx', bytes: await wordFile(parts) },
    { parseHtml: parseHtmlText, onProgress: () => undefined },
  )
  const receipt = notes.map(({ change, what, into }) => `${change} ${what}${into && ` → ${into}`}`)
  return { lines: blockStrings(blocks), receipt, enclosed, blocks }
}

const basedOn = (id: string) => `<w:basedOn w:val="${id}"/>`
const box = (checked: 0 | 1, sign: string) =>
  `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run(sign)}</w:sdtContent></w:sdt>`
const sign = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
const field = (code: string, data = '') =>
  `<w:r><w:fldChar w:fldCharType="begin">${data}</w:fldChar></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
const pageBreak = '<w:r><w:br w:type="page"/></w:r>'

describe('I8 what the styles of a Word file say', () => {
  it('styles that are based on headings and quotes are such, at any distance; others by their outline level', async () => {
    const { lines, receipt } = await read({
      styles:
        style('paragraph', 'berschrift2', 'heading 2') +
        style('paragraph', 'Mid', 'Middle', basedOn('berschrift2')) +
        style('paragraph', 'Mine', 'Harbour’s &quot;own&quot; \\ it&apos;s', basedOn('Mid')) +
        style('paragraph', 'Round', 'Round', basedOn('Round2')) +
        style('paragraph', 'Round2', 'Round 2', basedOn('Round')) +
        style('paragraph', 'Quote', 'Quote') +
        style('paragraph', 'Pull', 'Pull', basedOn('Quote')) +
        style('paragraph', 'Level', 'Level', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>') +
        style('paragraph', 'Ninth', 'Ninth', `${basedOn('Level')}<w:pPr><w:outlineLvl w:val="9"/></w:pPr>`),
      numbering: lists([['decimal', '%1.']]),
      body:
        paragraph(run('based'), styled('Mine')) +
        paragraph(run('numbered'), styled('berschrift2') + numbered(1, 0)) +
        paragraph(run('round'), styled('Round')) +
        paragraph(run('pulled'), styled('Pull')) +
        paragraph(run('outline'), styled('Level')) +
        paragraph(run('body'), styled('Ninth')),
    })
    expect(lines).toEqual([
      'heading level=2: based',
      'heading level=2: numbered',
      'paragraph: round',
      'blockquote > paragraph: pulled',
      'heading level=3: outline',
      'paragraph: body',
    ])
    expect(receipt).toEqual(['converted Style “Round” → paragraph', 'converted Style “Ninth” → paragraph'])
  })

  it('styles of words: emphasis, strong, titles of books, those that are based on them, and their colors', async () => {
    const word = (id: string, name: string, look: string, more = '') =>
      style('character', id, name, `${more}<w:rPr>${look}</w:rPr>`)
    const { lines, receipt } = await read({
      styles:
        word('Emphasis', 'Emphasis', '<w:i/><w:iCs/>') +
        word('Strong', 'Strong', '<w:b/>') +
        style('character', 'Bare', 'Subtle Emphasis') +
        word('Book', 'Book Title', '<w:b/><w:i/><w:smallCaps/>') +
        word('Own', 'Own', '<w:u w:val="single"/><w:b w:val="0"/>', basedOn('Book')) +
        word('Red', 'Red', '<w:color w:val="A52A2A"/>') +
        word('Link', 'Hyperlink', '<w:color w:val="0563C1"/><w:u w:val="single"/>'),
      body: paragraph(
        ['Emphasis', 'Strong', 'Bare', 'Book', 'Own', 'Red', 'Link']
          .map((id) => run(id, `<w:rStyle w:val="${id}"/>`) + run(' '))
          .join(''),
      ),
    })
    expect(lines).toEqual([
      'paragraph: {italic|Emphasis} {bold|Strong} {italic|Bare} {bold italic|Book} {italic underline|Own} {color|Red} Link',
    ])
    expect(receipt).toEqual([])
  })

  it('lists that stand in styles, third levels in Roman numbers, and levels without one above them', async () => {
    const inStyle = (list: number, level: number) => `<w:pPr>${numbered(list, level)}</w:pPr>`
    const { lines } = await read({
      styles:
        style('paragraph', 'Dots', 'List Bullet', inStyle(2, 0)) +
        style('paragraph', 'Third', 'Third', inStyle(1, 2)) +
        style('paragraph', 'NotAny', 'Not any', `${basedOn('Dots')}${inStyle(0, 0)}`),
      numbering: lists(
        [
          ['decimal', '%1.'],
          ['lowerLetter', '%2)'],
          ['lowerRoman', '%3.'],
        ],
        [['bullet', '\uf0b7', 'Symbol']],
      ),
      body:
        paragraph(run('dot'), styled('Dots')) +
        paragraph(run('none'), styled('NotAny')) +
        paragraph(run('alone'), styled('Third')) +
        paragraph(run('one'), numbered(1, 0)) +
        paragraph(run('a'), numbered(1, 1)) +
        paragraph(run('i'), numbered(1, 2)) +
        paragraph(run('ii'), styled('Third')) +
        paragraph(run('two'), numbered(1, 0)),
    })
    expect(lines.filter((line) => !line.startsWith('paragraph'))).toEqual([
      'listItem: dot',
      'listItem indent=2 listStyleType=lower-roman: alone',
      'listItem listStyleType=decimal: one',
      'listItem indent=1 listStyleType=lower-alpha: a',
      'listItem indent=2 listStyleType=lower-roman: i',
      'listItem indent=2 listStyleType=lower-roman: ii',
      'listItem listStyleType=decimal: two',
    ])
  })
})

describe('I8 paragraphs that go on with an item', () => {
  it('stand below it, by their own place or by that of their style', async () => {
    const place = (left: number) => `<w:ind w:left="${left}"/>`
    const levels = [0, 1, 2]
      .map(
        (level) =>
          `<w:lvl w:ilvl="${level}"><w:numFmt w:val="decimal"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`,
      )
      .join('')
    const { lines } = await read({
      styles: style('paragraph', 'ListParagraph', 'List Paragraph', `<w:pPr>${place(720)}</w:pPr>`),
      numbering: `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
      body:
        paragraph(run('one'), styled('ListParagraph') + numbered(1, 0)) +
        paragraph(run('more of one'), styled('ListParagraph')) +
        paragraph(run('inner'), styled('ListParagraph') + numbered(1, 1)) +
        paragraph(run('more of inner'), styled('ListParagraph') + place(1440)) +
        paragraph(run('again'), place(1440)) +
        paragraph(run('more of one again'), styled('ListParagraph')) +
        paragraph(run('two'), styled('ListParagraph') + numbered(1, 0)) +
        paragraph(run('text')) +
        paragraph(run('no item above'), place(720)),
    })
    expect(lines).toEqual([
      'listItem listStyleType=decimal: one',
      'paragraph indent=1: more of one',
      'listItem indent=1 listStyleType=decimal: inner',
      'paragraph indent=2: more of inner',
      'paragraph indent=2: again',
      'paragraph indent=1: more of one again',
      'listItem listStyleType=decimal: two',
      'paragraph: text',
      'paragraph indent=2: no item above',
    ])
  })

  it('R34 levels that no list of Word has cost no time and stop no import', async () => {
    for (const strange of ['999999999', '-1', '1.5', '99999999999']) {
      const levels = ['0', '1', strange]
        .map(
          (level, at) =>
            `<w:lvl w:ilvl="${level}"><w:numFmt w:val="decimal"/><w:pPr><w:ind w:left="${720 * (at + 1)}"/></w:pPr></w:lvl>`,
        )
        .join('')
      const item = (words: string, level: string) =>
        paragraph(run(words), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`)
      const begun = cpuTime()
      const { lines } = await read({
        numbering: `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
        body:
          item('one', '0') +
          item('inner', '1') +
          item('strange', strange) +
          paragraph(run('more of one'), '<w:ind w:left="720"/>'),
      })
      expect(cpuTime() - begun, strange).toBeLessThan(2_000)
      expect(lines, strange).toEqual([
        'listItem listStyleType=decimal: one',
        'listItem indent=1 listStyleType=decimal: inner',
        'paragraph: strange',
        'paragraph indent=1: more of one',
      ])
    }
  })
})

describe('I8 check boxes of Word are to-do items', () => {
  it('controls, fields of forms, signs of Wingdings, signs in the text, boxes as bullets', async () => {
    const form = (value: 0 | 1) =>
      field(' FORMCHECKBOX ', `<w:ffData><w:checkBox><w:default w:val="${value}"/></w:checkBox></w:ffData>`)
    const { lines, receipt } = await read({
      numbering: lists([['bullet', '\uf0a8', 'Wingdings']]),
      body: [
        paragraph(box(1, '☒') + run(' control')),
        paragraph(run('', '<w:b/>') + box(0, '☐') + run(' bold', '<w:b/>')),
        paragraph(form(1) + run(' form')),
        paragraph(form(0) + run(' form')),
        paragraph(sign('Wingdings', 'F0A8') + run(' sign')),
        paragraph(sign('Wingdings', 'F0FE') + run(' sign')),
        paragraph(sign('Wingdings 2', '0052') + run(' sign')),
        paragraph(sign('Segoe UI Symbol', '2610') + run(' sign')),
        paragraph(run('☑ written')),
        paragraph(run('bullet'), numbered(1, 0)),
      ].join(''),
    })
    const todo = (text: string, checked = true) =>
      `listItem listStyleType=todo${checked ? ' checked=true' : ''}: ${text}`
    expect(lines).toEqual([
      todo('control'),
      todo('{bold|bold}', false),
      todo('form'),
      todo('form', false),
      todo('sign', false),
      todo('sign'),
      todo('sign'),
      todo('sign', false),
      todo('written'),
      todo('bullet', false),
    ])
    expect(receipt).toEqual([])
  })

  it('a box between words stays a sign', async () => {
    const { lines } = await read({ body: paragraph(run('yes ') + box(1, '☒') + run(' no ') + box(0, '☐')) })
    expect(lines).toEqual(['paragraph: yes ☒ no ☐'])
  })
})

describe('links within a Word file', () => {
  it('lead to the blocks that hold their bookmarks; those to nothing become words, which is said', async () => {
    const bookmark = (name: string) => `<w:bookmarkStart w:id="1" w:name="${name}"/><w:bookmarkEnd w:id="1"/>`
    const link = (name: string) => `<w:hyperlink w:anchor="${name}">${run(name)}</w:hyperlink>`
    const { blocks, lines, receipt } = await read({
      styles: style('paragraph', 'Heading1', 'heading 1'),
      body:
        paragraph(link('_Toc1') + run(' ') + link('between') + run(' ') + link('nowhere')) +
        bookmark('between') +
        paragraph(bookmark('unused') + bookmark('_Toc1') + run('Tides'), styled('Heading1')) +
        `<w:tbl><w:tr><w:tc>${paragraph(bookmark('cell') + run('in a cell'))}</w:tc></w:tr></w:tbl>` +
        paragraph(link('cell')),
    })
    expect(lines.map((line) => line.replace(/.*> /, ''))).toEqual([
      'paragraph: {link|_Toc1} between nowhere',
      'heading: Tides',
      'tableColumn',
      'paragraph: in a cell',
      'paragraph: {link|cell}',
    ])
    const urls = blocks.flatMap(({ text = [] }) =>
      text.flatMap(({ marks = [] }) => marks.map((mark) => mark.attributes?.url)),
    )
    const [, heading, table] = blocks
    const inCell = table?.children?.at(-1)?.children?.[0]?.children?.[0]
    expect(urls).toEqual([`#${heading?.id}`, `#${inCell?.id}`])
    expect(receipt).toEqual(['converted Link within the document → text'])
  })
})

describe('I8 what a page does not have is said', () => {
  it('a page that ends between words ends their paragraph; in a heading it parts them', async () => {
    const { lines, receipt } = await read({
      styles: style('paragraph', 'Heading1', 'heading 1'),
      body:
        paragraph(run('one', '<w:b/>') + pageBreak + run('two', '<w:b/>') + pageBreak + run('three')) +
        paragraph(pageBreak) +
        paragraph(run('end') + pageBreak) +
        paragraph(run('a') + pageBreak + run('b'), styled('Heading1')),
    })
    expect(lines).toEqual([
      'paragraph: {bold|one}',
      'paragraph: {bold|two}',
      'paragraph: three',
      'paragraph: end',
      'heading: a b',
    ])
    expect(receipt).toEqual(['converted Page break → new paragraph'])
  })

  it('pictures of Windows and objects by what they are, in words; a table in a cell is a table', async () => {
    const object =
      '<w:r><w:object><v:shape><v:imagedata r:id="i.emf"/></v:shape><o:OLEObject Type="Embed"/></w:object></w:r>'
    const cell = (inside: string) => `<w:tc>${inside}</w:tc>`
    const inner = `<w:tbl><w:tr>${cell(paragraph(run('inner')))}${cell(paragraph(run('beside')))}</w:tr></w:tbl>`
    const { lines, receipt, enclosed } = await read({
      body:
        paragraph(object + run('words')) +
        `<w:tbl><w:tr>${cell(paragraph(run('outer')) + inner + paragraph(run('after')))}</w:tr></w:tbl>` +
        paragraph('<w:r><w:unheard/></w:r>'),
      media: { 'i.emf': new Uint8Array([1, 2, 3]) },
    })
    expect(receipt).toEqual([
      'dropped Picture in the format EMF, which browsers cannot show',
      'dropped Embedded object',
      'dropped Something of Word that pages do not have (“unheard”)',
    ])
    expect(enclosed).toEqual([])
    expect(
      lines.filter((line) => line.includes('paragraph: ')).map((line) => line.replace(/.*: /, '')),
    ).toEqual(['words', 'outer', 'inner', 'beside', 'after'])
    expect(lines.filter((line) => line.includes('table > tableRow > tableCell > table >'))).not.toEqual([])
  })
})

describe('hostile Word files', () => {
  it('R34 styles without end, in a circle or in each other, and page breaks without number cost what their length does', () => {
    const time = (count: number) => {
      const begun = cpuTime()
      const chain = Array.from({ length: count }, (_, at) =>
        style('paragraph', `s${at}`, `S ${at}`, basedOn(`s${at + 1}`)),
      )
      const sheet = new StyleSheet(chain.join('') + '<w:style w:type="'.repeat(count))
      expect(sheet.styleMap(new Set()).length).toBeLessThanOrEqual(200)
      const notes = { converted: () => undefined } as never
      withPageBreaks(`<p>${'<em>\ue006a'.repeat(count)}`, notes)
      withPageBreaks(`<p>a${'\ue006'.repeat(count)}</p>`, notes)
      return cpuTime() - begun
    }
    time(200)
    // A quadratic reading takes 256 times as long.
    expect(time(8_000)).toBeLessThan(80 * Math.max(time(500), 1))
  }, 120_000)

  it('a name of a style says nothing to the program that reads it', async () => {
    const { lines } = await read({
      styles:
        style('paragraph', 'Heading1', 'heading 1') +
        style('paragraph', 'X', `x'] =&gt; script:fresh\np[style-name='Y`, basedOn('Heading1')),
      body: paragraph(run('words'), styled('X')),
    })
    expect(lines).toEqual(['heading: words'])
  })
})

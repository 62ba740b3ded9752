import { buffer } from 'node:stream/consumers'
import { blockStrings } from '@test/block-strings'
import { cpuTime } from '@test/cpu-time'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import type { ReadNote } from '@/blocks/markdown/notes'
import { plainTextOf } from '@/blocks/plain-text'
import { parseHtmlText } from '../../server/parse-html'
import { fieldLink, plainInstruction } from './field-code'
import { readWord } from './read-word'
import { decoded } from './xml-text'

const NAMESPACES = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['wps', 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
  ['w14', 'http://schemas.microsoft.com/office/word/2010/wordml'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['c', 'http://schemas.openxmlformats.org/drawingml/2006/chart'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

const STYLES = `<w:styles ${NAMESPACES}><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`

const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...parts: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** A Word file with this in its body, and these further parts. */
async function docx(body: string, more: Record<string, string> = {}): Promise<Uint8Array> {
  const part = (name: string, inside: string) => `<w:${name} ${NAMESPACES}>${inside}</w:${name}>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relations(
      ['r1', 'styles', 'styles.xml'],
      ['r2', 'footnotes', 'footnotes.xml'],
      ['r3', 'endnotes', 'endnotes.xml'],
      ['r4', 'comments', 'comments.xml'],
    ),
    'word/styles.xml': STYLES,
    'word/footnotes.xml': part('footnotes', ''),
    'word/endnotes.xml': part('endnotes', ''),
    'word/comments.xml': part('comments', ''),
    ...Object.fromEntries(
      Object.entries(more).map(([name, inside]) => [
        `word/${name}.xml`,
        part(name.replace(/\d/, ''), inside),
      ]),
    ),
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
  }
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}

const words = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`
const run = (...inside: string[]) => `<w:r>${inside.join('')}</w:r>`
const says = (text: string) => run(words(text))
const p = (...inside: string[]) => `<w:p>${inside.join('')}</w:p>`
const titled = (text: string) => p('<w:pPr><w:pStyle w:val="Title"/></w:pPr>', says(text))
const fieldRuns = (result: string, ...code: string[]) =>
  [
    run('<w:fldChar w:fldCharType="begin"/>'),
    ...code.map((part) => run(`<w:instrText xml:space="preserve">${part}</w:instrText>`)),
    run('<w:fldChar w:fldCharType="separate"/>'),
    says(result),
    run('<w:fldChar w:fldCharType="end"/>'),
  ].join('')
const box = (...paragraphs: string[]) => `<w:txbxContent>${paragraphs.join('')}</w:txbxContent>`
const drawing = (inside: string) =>
  `<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>${inside}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`
const either = (choice: string, fallback: string | null) =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice>${fallback === null ? '' : `<mc:Fallback>${fallback}</mc:Fallback>`}</mc:AlternateContent>`

interface Read {
  title: string
  lines: string[]
  receipt: string[]
}

const line = ({ change, what, into, count }: ReadNote) =>
  `${change} ${what}${into && ` → ${into}`}${count > 1 ? ` ×${count}` : ''}`

async function read(body: string, more: Record<string, string> = {}): Promise<Read> {
  const bytes = await docx(body, more)
  const page = await readWord(
    { name: 'a.docx', bytes },
    { parseHtml: parseHtmlText, onProgress: () => undefined },
  )
  const result = { title: page.title, lines: blockStrings(page.blocks), receipt: page.notes.map(line) }
  const reviewed = JSON.stringify([page.review ?? null, page.discussions])
  const notes = plainTextOf(page.blocks)
  expectWhole([body, ...Object.values(more)].join(''), {
    ...result,
    lines: [...result.lines, notes, reviewed],
  })
  return result
}

/** Every word that is written in the file is on the page or in a line of the receipt. */
function expectWhole(xml: string, { title, lines, receipt }: Read): void {
  const there = [title, ...lines, ...receipt].join(' ').replace(/\{[a-z ]+\|/g, '')
  const isSaid: Record<string, boolean> = {
    header: receipt.includes('dropped Header'),
    footer: receipt.includes('dropped Footer'),
  }
  for (const [, text = ''] of xml.matchAll(/<w:t(?:\s[^<>]*)?>([^<>]*)<\/w:t>/g))
    for (const word of decoded(text).match(/[\p{L}\p{N}]+/gu) ?? [])
      if (!there.includes(word)) expect(isSaid, `“${word}”`).toMatchObject({ [word.toLowerCase()]: true })
}

describe('I3 every word of a Word file is on the page or in the receipt', () => {
  it('the first title is the page’s, those after it are headings', async () => {
    const { title, lines } = await read(
      titled('') + titled('The lamp') + p(says('Between')) + titled('Its keeper') + titled('His boy'),
    )
    expect(title).toBe('The lamp')
    expect(lines).toEqual(['paragraph: Between', 'heading: Its keeper', 'heading: His boy'])
  })

  it('fields in one element: the number of a caption, a reference, a link', async () => {
    const { lines } = await read(
      p(
        says('Figure '),
        `<w:fldSimple w:instr=" SEQ Figure \\* ARABIC ">${says('7')}</w:fldSimple>`,
        says(': tides'),
      ) +
        p(
          `<w:fldSimple w:instr=" HYPERLINK &quot;https://a.example/x&quot; \\l &quot;sec&quot; ">${says('there')}</w:fldSimple>`,
        ) +
        p(`<w:fldSimple w:instr=" TITLE "/>`, says('after')),
    )
    expect(lines).toEqual(['paragraph: Figure 7: tides', 'paragraph: {link|there}', 'paragraph: after'])
  })

  it('words with their reading above them', async () => {
    const ruby = `<w:ruby><w:rubyPr><w:hps w:val="10"/></w:rubyPr><w:rt>${says('かんじ')}</w:rt><w:rubyBase>${says('漢字')}</w:rubyBase></w:ruby>`
    const { lines, receipt } = await read(p(says('in '), run(ruby), says(' written')))
    expect(lines).toEqual(['paragraph: in 漢字(かんじ) written'])
    expect(receipt).toEqual(['converted Reading above the words → brackets behind them'])
  })

  it('controls, smart tags, custom XML, other directions, tracked insertions and moves', async () => {
    const { lines, receipt } = await read(
      `<w:sdt><w:sdtPr/><w:sdtContent>${p(says('control'))}</w:sdtContent></w:sdt>` +
        p(
          `<w:smartTag w:uri="u" w:element="e">${says('tagged')}</w:smartTag>`,
          `<w:customXml>${says(' custom')}</w:customXml>`,
        ) +
        p(`<w:bdo w:val="rtl">${says('there')}</w:bdo>`, `<w:dir w:val="ltr">${says(' and back')}</w:dir>`) +
        p(
          `<w:ins w:id="1">${says('new ')}</w:ins>`,
          `<w:del w:id="2"><w:r><w:delText xml:space="preserve">old </w:delText></w:r></w:del>`,
          says('words'),
        ) +
        p(`<w:moveFrom w:id="3">${says('moved')}</w:moveFrom>`) +
        p(`<w:moveTo w:id="4">${says('moved')}</w:moveTo>`),
    )
    expect(lines).toEqual([
      'paragraph: control',
      'paragraph: tagged custom',
      'paragraph: there and back',
      'paragraph: old words',
      'paragraph: moved',
      // The line that the words are moved to.
      'paragraph',
    ])
    expect(receipt).toEqual(['converted Move in a tracked change → removal and addition'])
  })

  it('text boxes: with a fallback, without one, with an empty one, old ones, and in a drawing of its own', async () => {
    const old = (text: string, shape = 'v:shape') =>
      `<w:pict><${shape}><v:textbox>${box(p(says(text)))}</v:textbox></${shape}></w:pict>`
    const { lines } = await read(
      p(says('one'), run(either(drawing(box(p(says('both')))), old('both')))) +
        p(says('two'), run(either(drawing(box(p(says('choice')))), null))) +
        p(says('three'), run(either(drawing(box(p(says('filled')))), '<w:pict/>'))) +
        p(says('four'), run(old('round', 'v:oval'))) +
        p(says('five'), run(drawing(box(p(says('alone')), p(run(drawing(box(p(says('nested')))))))))) +
        p(run(either(words('choice of words'), null))),
    )
    expect(lines.map((text) => text.replace('paragraph: ', ''))).toEqual(
      'one,both,two,choice,three,filled,four,round,five,alone,nested,choice of words'.split(','),
    )
  })

  it('hyphens, tabs, line ends, page breaks and signs part words or join them as on paper', async () => {
    const { lines, receipt } = await read(
      p(
        says('a'),
        run('<w:noBreakHyphen/>'),
        says('b'),
        run('<w:tab/>'),
        says('c'),
        run('<w:ptab w:alignment="left"/>'),
        says('d'),
        run('<w:cr/>'),
        says('e'),
        run('<w:br w:type="page"/>'),
        says('f'),
        run('<w:sym w:font="Wingdings" w:char="F0FC"/>'),
        run('<w:sym w:font="No Such Font" w:char="F0FC"/>'),
        run('<w:softHyphen/>'),
        says('g'),
      ),
    )
    expect(lines).toEqual(['paragraph: a‑b c d\\ne', 'paragraph: f✓\u00adg'])
    expect(receipt).toEqual(['dropped Sign of a font of pictures', 'converted Page break → new paragraph'])
  })

  it('notes stand in their places, comments beside the page; headers, footers, charts and enclosed documents are said', async () => {
    const note = (name: string, text: string) => `<w:${name} w:id="5">${p(says(text))}</w:${name}>`
    const { lines, receipt } = await read(
      p(says('text'), run('<w:footnoteReference w:id="5"/>'), run('<w:endnoteReference w:id="5"/>')) +
        p(
          run(
            '<w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="x"/></a:graphicData></a:graphic></wp:inline></w:drawing>',
          ),
        ) +
        '<w:altChunk r:id="y"/>',
      {
        footnotes: note('footnote', 'below'),
        endnotes: note('endnote', 'behind'),
        comments: note('comment', 'comment'),
        header1: p(says('header')),
        footer1: p(says('footer')),
      },
    )
    expect(lines).toEqual(['paragraph: text<footnote><footnote>'])
    expect(receipt).toEqual(
      expect.arrayContaining([
        'dropped Header',
        'dropped Footer',
        'dropped Chart',
        'dropped Document within the document',
      ]),
    )
  })

  it('what stands in elements that nobody knows yet is named by its words', async () => {
    const { lines, receipt } = await read(p(says('known'), `<w:future>${says(' from tomorrow')}</w:future>`))
    expect(lines).toEqual(['paragraph: known'])
    expect(receipt).toContain('dropped Text “from tomorrow”')
  })

  it('R34 what never closes, or stands in itself, is read in linear time', async () => {
    const time = async (count: number) => {
      const hostile = [
        '<w:ruby>',
        '<w:drawing>',
        '<mc:AlternateContent><mc:Choice>',
        '<w:fldSimple w:instr="',
        '<w:instrText>',
      ]
      const begun = cpuTime()
      for (const part of hostile)
        await readWord(
          { name: 'a.docx', bytes: await docx(part.repeat(count)) },
          { parseHtml: parseHtmlText, onProgress: () => undefined },
        ).catch(() => undefined)
      return cpuTime() - begun
    }
    await time(100)
    // A quadratic reading takes 256 times as long.
    expect(await time(8_000)).toBeLessThan(80 * (await time(500)))
  }, 120_000)
})

describe('I4 the links of Word’s fields', () => {
  it.each<[code: string, link: string | null]>([
    [' HYPERLINK "https://a/x" \\l "sec" \\o "tip" \\t "_blank" ', ' HYPERLINK "https://a/x#sec" '],
    ['HYPERLINK "https://a/x" \\o "a tip" ', ' HYPERLINK "https://a/x" '],
    ['HYPERLINK \\o "tip" "https://a/x"', ' HYPERLINK "https://a/x" '],
    ['HYPERLINK \\t _blank \\n https://a/x \\l sec', ' HYPERLINK "https://a/x#sec" '],
    ['HYPERLINK "https://a/x#old" \\l "sec"', ' HYPERLINK "https://a/x#sec" '],
    ['HYPERLINK \\l "place in it" \\o "tip"', ' HYPERLINK \\l "place in it" '],
    ['hyperlink "https://a/x', ' HYPERLINK "https://a/x" '],
    ['HYPERLINK "mailto:a@b.example" \\h', ' HYPERLINK "mailto:a@b.example" '],
    ['HYPERLINK ', null],
    ['PAGEREF _Toc1 \\h', null],
  ])('%s', (code, said) => {
    const link = fieldLink(code)
    expect(link && plainInstruction(link)).toBe(said)
  })

  it('in a file: in one run or several, and one in another', async () => {
    const code = ['HYPERLINK "https://a.ex', 'ample/x?b=1&amp;c=2" \\l "sec"', ' \\o "tip" \\t "_blank" ']
    const bytes = await docx(
      p(fieldRuns('one', code.join(''))) +
        p(fieldRuns('two', ...code)) +
        p(
          run('<w:fldChar w:fldCharType="begin"/>'),
          run('<w:instrText>TOC \\h</w:instrText>'),
          run('<w:fldChar w:fldCharType="separate"/>'),
          fieldRuns('three', code.join('')),
          run('<w:fldChar w:fldCharType="end"/>'),
        ),
    )
    const { blocks } = await readWord(
      { name: 'a.docx', bytes },
      { parseHtml: parseHtmlText, onProgress: () => undefined },
    )
    const marks = [{ kind: 'link', attributes: { url: 'https://a.example/x?b=1&c=2#sec' } }]
    expect(blocks.map(({ text }) => text)).toEqual(['one', 'two', 'three'].map((text) => [{ text, marks }]))
  })
})

import { randomOf } from './document/random-of'
import { lists, numbered, paragraph, run, style, styled, type WordParts } from './word-file'

/** What stands in a document, whatever program writes it. */
export type Part =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'item'; level: number; isNumbered: boolean; text: string }
  | { kind: 'table'; rows: string[][] }
interface Piece {
  text: string
  look?: 'bold' | 'italic'
  url?: string
}

const WORDS =
  'lamp wick oil rota tide pier fog horn keeper stairs shutter lens glass rope ladder gale night harbour beacon watch brass 燈塔 маяк phare Öl naïve'.split(
    ' ',
  )

/** A document of this seed: headings, paragraphs with looks and links, nested lists, tables. */
export function randomParts(seed: number): Part[] {
  const random = randomOf(seed)
  let count = 0
  // Each word once in a document, so that none stands for another.
  const words = (most: number) =>
    Array.from({ length: 1 + random(most) }, () => `${WORDS[random(WORDS.length)]}${seed}x${count++}`).join(
      ' ',
    )
  const parts: Part[] = []
  const makes = [
    () => parts.push({ kind: 'heading', level: 1 + random(6), text: words(5) }),
    () => {
      const pieces = Array.from({ length: 1 + random(5) }, (): Piece => {
        const text = words(6)
        const what = random(6)
        if (what === 0) return { text, look: 'bold' }
        if (what === 1) return { text, look: 'italic' }
        if (what === 2) return { text, url: `https://lights.example/${count}?a=1&b=${seed}#s` }
        return { text }
      })
      parts.push({ kind: 'paragraph', pieces })
    },
    () => {
      const isNumbered = random(2) === 0
      let level = 0
      for (let at = 0; at < 2 + random(6); at++) {
        parts.push({ kind: 'item', level, isNumbered, text: words(6) })
        level = Math.max(0, Math.min(4, level + random(3) - 1))
      }
      parts.push({ kind: 'paragraph', pieces: [{ text: words(3) }] })
    },
    () => {
      const width = 1 + random(4)
      const rows = Array.from({ length: 1 + random(4) }, () => Array.from({ length: width }, () => words(3)))
      parts.push({ kind: 'table', rows }, { kind: 'paragraph', pieces: [{ text: words(2) }] })
    },
  ]
  for (let at = 0; at < 14; at++) makes[random(makes.length)]!()
  return parts
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;')
const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const FORMATS = ['decimal', 'lowerLetter', 'lowerRoman']
const NUMBERING = lists(
  LEVELS.map((level) => [FORMATS[level % 3]!, `%${level + 1}.`] as const),
  LEVELS.map(
    (level) =>
      [
        'bullet',
        ['\uf0b7', 'o', '\uf0a7'][level % 3]!,
        ['Symbol', 'Courier New', 'Wingdings'][level % 3]!,
      ] as const,
  ),
)

/** How a program says the same in a file. */
interface Dialect {
  name: string
  styles: string
  heading(level: number): string
  /** What each item's paragraph says besides its place. */
  item: string
  /** What each run says besides its look. */
  words: string
  /** Links as fields, as Word writes those that were typed into a dialog. */
  hasFields: boolean
  /** Words are cut into several runs, as where spelling was checked. */
  isCut: boolean
}

const headings = (id: (level: number) => string, name: (level: number) => string): string =>
  [1, 2, 3, 4, 5, 6].map((level) => style('paragraph', id(level), name(level))).join('')

/** How Word, Word in another language with styles of its own, LibreOffice and Google Docs write. */
export const DIALECTS: readonly Dialect[] = [
  {
    name: 'Word',
    styles:
      headings(
        (level) => `Heading${level}`,
        (level) => `heading ${level}`,
      ) + style('paragraph', 'ListParagraph', 'List Paragraph'),
    heading: (level) => styled(`Heading${level}`),
    item: styled('ListParagraph'),
    words: '',
    hasFields: false,
    isCut: true,
  },
  {
    name: 'Word, German, own styles and fields',
    styles:
      headings(
        (level) => `berschrift${level}`,
        (level) => `heading ${level}`,
      ) +
      [1, 2, 3, 4, 5, 6]
        .map((level) =>
          style('paragraph', `Haus${level}`, `Haus ${level}`, `<w:basedOn w:val="berschrift${level}"/>`),
        )
        .join(''),
    heading: (level) => styled(`Haus${level}`),
    item: '',
    words: '<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:lang w:val="de-DE"/>',
    hasFields: true,
    isCut: true,
  },
  {
    name: 'LibreOffice',
    styles:
      headings(
        (level) => `Heading${level}`,
        (level) => `Heading ${level}`,
      ) + style('paragraph', 'TextBody', 'Body Text'),
    heading: (level) => `${styled(`Heading${level}`)}${numbered(0, 0)}`,
    item: styled('TextBody'),
    words: '',
    hasFields: false,
    isCut: false,
  },
  {
    name: 'Google Docs',
    styles: headings(
      (level) => `Heading${level}`,
      (level) => `heading ${level}`,
    ),
    heading: (level) => styled(`Heading${level}`),
    item: '<w:ind w:left="720" w:hanging="360"/>',
    words: '<w:rtl w:val="0"/><w:sz w:val="22"/><w:color w:val="000000"/>',
    hasFields: false,
    isCut: false,
  },
]

/** The document as a program writes it. */
export function wordParts(parts: readonly Part[], dialect: Dialect): WordParts {
  const links: Record<string, string> = {}
  const words = (text: string, look = ''): string => {
    const cut = dialect.isCut ? Math.floor(text.length / 2) : 0
    const pieces = cut > 0 ? [text.slice(0, cut), text.slice(cut)] : [text]
    return pieces
      .map((piece) => run(escapeXml(piece), look + dialect.words))
      .join('<w:proofErr w:type="spellStart"/>')
  }
  const link = (text: string, url: string): string => {
    if (!dialect.hasFields) {
      const id = `link${Object.keys(links).length}`
      links[id] = url
      return `<w:hyperlink r:id="${id}">${words(text)}</w:hyperlink>`
    }
    const [address, place] = escapeXml(url).split('#')
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const code = `<w:r><w:instrText xml:space="preserve"> HYPERLINK "${address}" \\l "${place}" \\o "tip" </w:instrText></w:r>`
    return `${mark('begin')}${code}${mark('separate')}${words(text)}${mark('end')}`
  }
  const body = parts.map((part) => {
    if (part.kind === 'heading') return paragraph(words(part.text), dialect.heading(part.level))
    if (part.kind === 'item')
      return paragraph(words(part.text), dialect.item + numbered(part.isNumbered ? 1 : 2, part.level))
    if (part.kind === 'table') {
      const cell = (text: string) => `<w:tc><w:tcPr/>${paragraph(words(text))}</w:tc>`
      const rows = part.rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`)
      return `<w:tbl><w:tblPr/>${rows.join('')}</w:tbl>`
    }
    const pieces = part.pieces.map(({ text, look, url }) =>
      url ? link(text, url) : words(text, look === 'bold' ? '<w:b/>' : look === 'italic' ? '<w:i/>' : ''),
    )
    return paragraph(pieces.join(run(' ')))
  })
  return { body: body.join(''), styles: dialect.styles, numbering: NUMBERING, links }
}

/** The document as Word on the desktop puts it on the clipboard. */
export function wordClipboard(parts: readonly Part[]): string {
  const gap = `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;\n</span>`
  const text = (words: string) => `<span lang=EN-US>${escapeXml(words)}<o:p></o:p></span>`
  const counts: number[] = []
  const marker = (level: number, isNumbered: boolean): string => {
    counts.length = level + 1
    counts[level] = (counts[level] ?? 0) + 1
    const number = counts[level]!
    const letter = String.fromCharCode(96 + number)
    const roman = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][number] ?? 'x'
    return isNumbered ? `${[number, letter, roman][level % 3]}.` : ['·', 'o', '§'][level % 3]!
  }
  const lists = new Map<Part, string>()
  let list = 0
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    if (part.kind !== 'item') continue
    if (before?.kind !== 'item' || before.isNumbered !== part.isNumbered) list++
    lists.set(part, `l${list} level${part.level + 1} lfo${list}`)
  }
  let last: Part | undefined
  const body = parts.map((part) => {
    if (part.kind === 'item' && (last?.kind !== 'item' || last.isNumbered !== part.isNumbered))
      counts.length = 0
    last = part
    if (part.kind === 'heading') return `<h${part.level}>${text(part.text)}</h${part.level}>`
    if (part.kind === 'item') {
      const font = part.isNumbered
        ? ''
        : ` style='font-family:${['Symbol', '"Courier New"', 'Wingdings'][part.level % 3]}'`
      const sign = `<span lang=EN-US${font}><span style='mso-list:Ignore'>${marker(part.level, part.isNumbered)}${gap}</span></span>`
      return `<p class=MsoListParagraph style='margin-left:${36 * (part.level + 1)}.0pt;text-indent:-18.0pt;mso-list:${lists.get(part)}'><![if !supportLists]>${sign}<![endif]>${text(part.text)}</p>`
    }
    if (part.kind === 'table') {
      const cell = (words: string) =>
        `<td width=150 valign=top style='border:solid windowtext 1.0pt;padding:0cm 5.4pt'>\n<p class=MsoNormal>${text(words)}</p>\n</td>`
      const rows = part.rows.map((row) => `<tr>${row.map(cell).join('\n')}</tr>`)
      return `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0>\n${rows.join('\n')}\n</table>`
    }
    const pieces = part.pieces.map(({ text: words, look, url }) => {
      if (url) return `<a href="${escapeXml(url)}"><span style='color:#467886'>${escapeXml(words)}</span></a>`
      const tag = look === 'bold' ? 'b' : look === 'italic' ? 'i' : 'span'
      return `<${tag}>${escapeXml(words)}</${tag}>`
    })
    return `<p class=MsoNormal><span lang=EN-US>${pieces.join(' ')}<o:p></o:p></span></p>`
  })
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!--\n@list l1 {mso-list-id:1;}\n--></style></head><body lang=EN-GB><!--StartFragment-->\n\n${body.join('\n\n')}\n\n<!--EndFragment--></body></html>`
}

import {
  AlignmentType,
  BorderStyle,
  CheckBox,
  Document,
  ExternalHyperlink,
  type FileChild,
  HeadingLevel,
  ImageRun,
  type IParagraphOptions,
  type IRunOptions,
  LevelFormat,
  Math as MathBlock,
  Packer,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { latexToMath } from 'docx/math'
import { type Block, type BlockMark, blockKind } from '@/blocks'
import { CALLOUT_VARIANTS } from '@/blocks/callout/callout'
import type { Color } from '@/blocks/kit/colors'
import { isNumbered, isTodo } from '@/blocks/list-item/list-styles'
import { numbersOf } from '@/blocks/list-item/numbering'
import { LIGHT } from '@/blocks/marks/inks'
import { linkOf } from '@/blocks/media/attributes'
import { mediaUrl, nameInUrl } from '@/blocks/media/media-url'
import { plainAtom, plainInline } from '@/blocks/plain-text'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import type { GivenPage, Picture } from '../format'
import { gridOf } from '../table-grid'
import { STEP } from './looks'
import { pictureSize } from './picture'
import { STYLES, TODO_LEVELS } from './styles'

/** The room between the margins of a page, in pixels. */
const PAGE_WIDTH = 600
/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML must not hold
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const LONGEST_EQUATION = 5000

type Inline = NonNullable<Block['text']>[number]

/** The styles of the paragraphs that stand in a container: the first one's own, so that two containers stay two. */
interface Around {
  first: string
  next: string
}

/** The page as a Word file. What Word has no word for keeps its words in a style of its own (`styles.ts`). */
export async function writeWord({ title, blocks, pictures }: GivenPage): Promise<Uint8Array> {
  const writer = new WordWriter(pictures)
  const body = writer.blocks(blocks)
  const head = title ? [new Paragraph({ style: 'Title', children: [new TextRun(clean(title))] })] : []
  const document = new Document({
    title: clean(title),
    creator: 'Sheaf',
    styles: { paragraphStyles: PARAGRAPH_STYLES, characterStyles: CHARACTER_STYLES },
    numbering: { config: writer.numbering() },
    sections: [{ children: [...head, ...body] }],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

/** By which paragraphs name their style. */
const idOf = (name: string): string => name.replaceAll(' ', '')

const clean = (text: string): string => text.toWellFormed().replace(NOT_XML, '')

class WordWriter {
  private readonly lists = new Map<string, { style: string; start: number; level: number }>()
  private instances = 0

  constructor(private readonly pictures: ReadonlyMap<string, Picture>) {}

  blocks(blocks: readonly Block[], around?: Around): FileChild[] {
    const numbers = numbersOf(blocks)
    const made: FileChild[] = []
    let isFirst = true
    for (const [at, block] of blocks.entries()) {
      const style = around && idOf(isFirst ? around.first : around.next)
      isFirst = false
      made.push(...this.block(block, numbers[at] ?? null, style, around))
    }
    return made
  }

  /** The lists that were met, as Word wants to know them. */
  numbering() {
    return [...this.lists].map(([reference, { style, start, level: first }]) => ({
      reference,
      levels: Array.from({ length: 9 }, (_, level) => ({
        level,
        format: FORMATS[style] ?? LevelFormat.BULLET,
        text: isNumbered(style) ? `%${level + 1}.` : (BULLETS[style] ?? '•'),
        start: level === first ? start : 1,
        alignment: AlignmentType.LEFT,
        style: { paragraph: { indent: { left: STEP * (level + 2), hanging: STEP } } },
      })),
    }))
  }

  private block(
    block: Block,
    number: number | null,
    style: string | undefined,
    around?: Around,
  ): FileChild[] {
    const { kind, attributes = {}, children = [] } = block
    switch (kind) {
      case 'heading': {
        const level = HEADINGS[Number(attributes.level ?? 1) - 1] ?? HeadingLevel.HEADING_6
        return [this.paragraph(block, { heading: level })]
      }
      case 'listItem':
        return [this.item(block, number, style)]
      case 'blockquote':
        return this.blocks(children, STYLES.quote)
      case 'toggle':
        return this.blocks(children, STYLES.toggle)
      case 'callout':
        return this.blocks(children, STYLES.callout(String(attributes.variant ?? 'note')))
      case 'columnGroup':
      case 'column':
        return this.blocks(children, around)
      case 'codeBlock':
        return [new Paragraph({ style: idOf(STYLES.code), children: lines(plainInline(block.text), {}) })]
      case 'equation':
        return [new Paragraph({ children: equation(String(attributes.texExpression ?? '')) })]
      case 'horizontalRule':
        return [new Paragraph({ style: idOf(STYLES.rule), children: [] })]
      case 'table':
        return this.table(block)
      case 'dataTable': {
        const grid = gridOf(block) ?? []
        return grid[0]?.length ? [gridTable(grid), new Paragraph({})] : []
      }
      case 'image':
      case 'video':
      case 'audio':
      case 'file':
      case 'mediaEmbed':
        return this.media(block)
      default: {
        if (block.text || kind === 'paragraph')
          return [this.paragraph(block, style ? { style } : {}), ...this.blocks(children)]
        const words = blockKind(kind)?.plainText?.(block) ?? ''
        const said = words ? [new Paragraph({ ...(style ? { style } : {}), children: lines(words, {}) })] : []
        return [...said, ...this.blocks(children, around)]
      }
    }
  }

  private paragraph({ text = [], attributes = {} }: Block, options: IParagraphOptions): Paragraph {
    const indent = Number(attributes.indent ?? 0)
    const alignment = ALIGNMENTS[String(attributes.align)]
    const background = inkOf('background', attributes.backgroundColor)
    return new Paragraph({
      ...(indent > 0 ? { indent: { left: STEP * indent } } : {}),
      ...(alignment ? { alignment } : {}),
      ...(background ? { shading: { type: ShadingType.CLEAR, fill: background } } : {}),
      ...options,
      children: [...(options.children ?? []), ...runs(text, inkOf('text', attributes.color))],
    })
  }

  private item(block: Block, number: number | null, style: string | undefined): Paragraph {
    const { attributes = {} } = block
    const marker = String(attributes.listStyleType ?? 'disc')
    const level = Math.min(Number(attributes.indent ?? 0), 8)
    if (isTodo(marker)) {
      const box = new CheckBox({ checked: attributes.checked === true })
      const todo = idOf(STYLES.todo(Math.min(level + 1, TODO_LEVELS)))
      return this.paragraph(block, {
        style: todo,
        indent: { left: STEP * (level + 1) },
        children: [box, new TextRun(' ')],
      })
    }
    const isFirst = isNumbered(marker) && (number === 1 || typeof attributes.listStart === 'number')
    const start = isFirst ? (number ?? 1) : 1
    const reference = isNumbered(marker) ? `${marker}-${start}-${level}` : marker
    const begun = isFirst ? undefined : this.last.get(`${marker} ${level}`)
    const list = begun ?? { reference, instance: ++this.instances }
    if (!this.lists.has(list.reference)) this.lists.set(list.reference, { style: marker, start, level })
    if (isNumbered(marker)) this.last.set(`${marker} ${level}`, list)
    return this.paragraph(block, {
      ...(style ? { style } : {}),
      numbering: { level, reference: list.reference, ...(isNumbered(marker) && { instance: list.instance }) },
      indent: { left: STEP * (level + 2), hanging: STEP },
    })
  }

  /** The list that items of a marker and level belong to until one begins anew. */
  private readonly last = new Map<string, { reference: string; instance: number }>()

  private table({ children = [], attributes = {} }: Block): FileChild[] {
    const rows = children.filter(({ kind }) => kind === 'tableRow')
    if (rows.length === 0) return []
    const made = rows.map(
      (row, y) =>
        new TableRow({
          tableHeader: attributes.headerRow === true && y === 0,
          children: (row.children ?? []).map((cell) => {
            const { rowSpan = 1, colSpan = 1, background } = cell.attributes ?? {}
            const fill = inkOf('background', background)
            const inside = this.blocks(cell.children ?? [])
            return new TableCell({
              rowSpan: Number(rowSpan),
              columnSpan: Number(colSpan),
              ...(fill ? { shading: { type: ShadingType.CLEAR, fill } } : {}),
              children: endsInParagraph(inside),
            })
          }),
        }),
    )
    return [new Table({ rows: made, width: FULL_WIDTH }), new Paragraph({})]
  }

  private media({ kind, attributes = {} }: Block): FileChild[] {
    const url = mediaUrl(attributes.url)
    const caption = typeof attributes.caption === 'string' ? attributes.caption : ''
    const below = caption
      ? [new Paragraph({ style: idOf(STYLES.caption), children: lines(caption, {}) })]
      : []
    const bytes = kind === 'image' && url !== null ? this.pictures.get(url)?.bytes : undefined
    const size = bytes && pictureSize(bytes)
    if (bytes && size) {
      const wanted = Number(attributes.width ?? 0) || size.width
      const width = Math.min(wanted, PAGE_WIDTH)
      const alt = String(attributes.alt ?? '')
      const picture = new ImageRun({
        type: size.type,
        data: bytes,
        transformation: { width, height: Math.max(1, Math.round((width * size.height) / size.width)) },
        altText: { name: clean(String(attributes.name ?? '')), description: clean(alt), title: '' },
      })
      const alignment = ALIGNMENTS[String(attributes.align ?? 'center')]
      const link = linkOf(attributes)
      const shown = link ? linkTo(link, [picture]) : picture
      return [new Paragraph({ ...(alignment ? { alignment } : {}), children: [shown] }), ...below]
    }
    if (url === null) return below
    const words = String(attributes.name || attributes.alt || nameInUrl(url) || url)
    return [new Paragraph({ children: [linkTo(url, lines(words, { style: 'Hyperlink' }))] }), ...below]
  }
}

/** In Word a cell ends with a paragraph. */
function endsInParagraph(children: FileChild[]): (Paragraph | Table)[] {
  const made = children as (Paragraph | Table)[]
  return made.at(-1) instanceof Paragraph ? made : [...made, new Paragraph({})]
}

const FULL_WIDTH = { size: 100, type: WidthType.PERCENTAGE }

const gridTable = (grid: readonly string[][]): Table =>
  new Table({
    width: FULL_WIDTH,
    rows: grid.map(
      (row, y) =>
        new TableRow({
          tableHeader: y === 0,
          children: row.map(
            (cell) =>
              new TableCell({ children: [new Paragraph({ children: lines(cell, { bold: y === 0 }) })] }),
          ),
        }),
    ),
  })

/** Text with its line ends. */
const lines = (text: string, options: IRunOptions): TextRun[] =>
  clean(text)
    .split('\n')
    .map((line, at) => new TextRun({ ...options, text: line, ...(at > 0 ? { break: 1 } : {}) }))

const linkTo = (url: string, children: ParagraphChild[]): ParagraphChild =>
  new ExternalHyperlink({ link: url, children })

function runs(pieces: readonly Inline[], ink: string | undefined): ParagraphChild[] {
  return pieces.flatMap((piece): ParagraphChild[] => {
    const link = piece.marks?.find(({ kind }) => kind === 'link')
    const url = link ? safeUrl(link.attributes?.url) : null
    const options = { ...(ink ? { color: ink } : {}), ...lookOf(piece.marks ?? []) }
    const made = madeOf(piece, url === null ? options : { style: 'Hyperlink', ...options })
    return url === null ? made : [linkTo(url, made)]
  })
}

function madeOf(piece: Inline, options: IRunOptions): ParagraphChild[] {
  if (!('kind' in piece)) return lines(piece.text, options)
  if (piece.kind === 'inlineEquation') return equation(String(piece.attributes?.texExpression ?? ''))
  return lines(plainAtom(piece.kind, piece.attributes), options)
}

/** The equation as Word's own, or its source where Word has no such thing. */
function equation(tex: string): ParagraphChild[] {
  if (tex.trim() === '') return []
  try {
    if (tex.length <= LONGEST_EQUATION) return [new MathBlock({ children: [...latexToMath(tex)] })]
  } catch {
    // A command that is not known, or a bracket that is not closed.
  }
  return lines(tex, { style: idOf(STYLES.inlineCode) })
}

function lookOf(marks: readonly BlockMark[]): IRunOptions {
  const look: { -readonly [Key in keyof IRunOptions]: IRunOptions[Key] } = {}
  for (const { kind, attributes = {} } of marks) {
    if (kind === 'bold') look.bold = true
    if (kind === 'italic') look.italics = true
    if (kind === 'underline') look.underline = {}
    if (kind === 'strikethrough') look.strike = true
    if (kind === 'subscript') look.subScript = true
    if (kind === 'superscript') look.superScript = true
    if (kind === 'highlight') look.highlight = 'yellow'
    if (kind === 'code') look.style = idOf(STYLES.inlineCode)
    if (kind === 'kbd') look.style = idOf(STYLES.keyboard)
    const ink = kind === 'color' ? inkOf('text', attributes.color) : undefined
    if (ink) look.color = ink
    const fill = kind === 'backgroundColor' ? inkOf('background', attributes.color) : undefined
    if (fill) look.shading = { type: ShadingType.CLEAR, fill }
    // Half points; a pixel is three quarters of a point.
    if (kind === 'fontSize') look.size = Math.max(2, Math.round(Number(attributes.size) * 1.5))
  }
  return look
}

/** A colour of ours as Word says it. */
const inkOf = (where: keyof typeof LIGHT, color: unknown): string | undefined =>
  typeof color === 'string' && color in LIGHT[where] ? LIGHT[where][color as Color].slice(1) : undefined

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
]
type Alignment = (typeof AlignmentType)[keyof typeof AlignmentType]
const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  end: AlignmentType.END,
  justify: AlignmentType.JUSTIFIED,
}
type Format = (typeof LevelFormat)[keyof typeof LevelFormat]
const FORMATS: Readonly<Record<string, Format>> = {
  decimal: LevelFormat.DECIMAL,
  'lower-alpha': LevelFormat.LOWER_LETTER,
  'upper-alpha': LevelFormat.UPPER_LETTER,
  'lower-roman': LevelFormat.LOWER_ROMAN,
  'upper-roman': LevelFormat.UPPER_ROMAN,
}
const BULLETS: Readonly<Record<string, string>> = { disc: '•', circle: '◦', square: '▪' }

const MONO = 'Consolas'
const GRAY = LIGHT.background.gray.slice(1)
const shade = { type: ShadingType.CLEAR, fill: GRAY }
const side = { style: BorderStyle.SINGLE, size: 18, space: 8, color: 'D5D1CA' }

const style = (name: string, paragraph: object = {}, run: object = {}) => ({
  id: idOf(name),
  name,
  basedOn: t('Normal'),
  quickFormat: true,
  paragraph,
  run,
})
const pair = ({ first, next }: Around, paragraph: object) => [style(first, paragraph), style(next, paragraph)]

const PARAGRAPH_STYLES = [
  style(STYLES.code, { shading: shade }, { font: MONO, size: 20 }),
  style(STYLES.rule, {
    border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 1, color: 'D5D1CA' } },
  }),
  style(STYLES.caption, {}, { italics: true, size: 20 }),
  ...pair(STYLES.quote, { indent: { left: STEP }, border: { left: side } }),
  style(STYLES.toggle.first, {}, { bold: true }),
  style(STYLES.toggle.next, { indent: { left: STEP } }),
  ...CALLOUT_VARIANTS.flatMap((variant) =>
    pair(STYLES.callout(variant), { indent: { left: STEP / 2 }, shading: shade, border: { left: side } }),
  ),
  ...Array.from({ length: TODO_LEVELS }, (_, at) => style(STYLES.todo(at + 1))),
]
const CHARACTER_STYLES = [
  { id: idOf(STYLES.inlineCode), name: STYLES.inlineCode, run: { font: MONO, shading: shade } },
  { id: idOf(STYLES.keyboard), name: STYLES.keyboard, run: { font: MONO } },
]

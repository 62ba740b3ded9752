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
import { blocksAs, type CarriedReview, plainMarks, tagsOf } from '@/document'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import type { GivenPage, Picture } from '../format'
import { gridOf } from '../table-grid'
import { STEP } from './looks'
import { pictureSize } from './picture'
import { STYLES, TODO_LEVELS } from './styles'
import { type ComingOrGoing, TrackedChanges } from './tracked-changes'
import { type CommentPoint, ends, starts, WordComments } from './word-comments'

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
export async function writeWord(page: GivenPage): Promise<Uint8Array> {
  const { title, pictures, review, discussions = [] } = page
  const comments = new WordComments(discussions, clean)
  const writer = new WordWriter(pictures, comments, review)
  const body = writer.blocks(review?.blocks ?? page.blocks)
  const last = comments.rest()
  const head = writer.title(title, last)
  const document = new Document({
    title: clean(title),
    creator: 'Sheaf',
    styles: { paragraphStyles: PARAGRAPH_STYLES, characterStyles: CHARACTER_STYLES },
    numbering: { config: writer.numbering() },
    ...(comments.options.length > 0 && { comments: { children: comments.options } }),
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

  private readonly tracked: TrackedChanges
  private readonly tags: CarriedReview['tags']
  private readonly reviewedTitle: readonly Inline[]
  /** What everything comes or goes with that is written now. */
  private within: ComingOrGoing = {}

  constructor(
    private readonly pictures: ReadonlyMap<string, Picture>,
    private readonly comments: WordComments,
    review: CarriedReview | undefined,
  ) {
    this.tracked = new TrackedChanges(review?.changes ?? [], clean)
    this.tags = review?.tags ?? {}
    this.reviewedTitle = review?.title ?? []
  }

  title(title: string, more: readonly ParagraphChild[]): Paragraph[] {
    const words = this.reviewedTitle.length > 0 ? this.reviewedTitle : title ? [{ text: title }] : []
    if (words.length === 0 && more.length === 0) return []
    const style = words.length > 0 ? { style: 'Title' } : {}
    return [new Paragraph({ ...style, children: [...this.runs(words, undefined), ...more] })]
  }

  blocks(blocks: readonly Block[], around?: Around): FileChild[] {
    const numbers = numbersOf(blocks)
    const made: FileChild[] = []
    let isFirst = true
    for (const [at, block] of blocks.entries()) {
      const style = around && idOf(isFirst ? around.first : around.next)
      isFirst = false
      const before = this.within
      for (const { one, within } of this.versions(block)) {
        this.within = { ...before, ...within }
        this.ending = this.endingOf(blocks, at)
        made.push(...this.block(one, numbers[at] ?? null, style, around))
      }
      this.within = before
    }
    return made
  }

  /** The block with what it comes or goes with; one whose change Word has no word for goes and comes anew. */
  private versions(block: Block): { one: Block; within: ComingOrGoing }[] {
    const { added, removed, was } = this.tags[block.id] ?? {}
    const within = { ...(added !== undefined && { added }), ...(removed !== undefined && { removed }) }
    const isPlain = PARAGRAPHS.has(block.kind) && (!was || PARAGRAPHS.has(was.kind))
    const said = block.text
      ?.map(tagsOf)
      .find((tags) => tags.added !== null || tags.removed !== null || tags.was)
    const by = was?.by ?? said?.added ?? said?.removed ?? said?.was?.by
    const isWhole = added !== undefined || removed !== undefined
    if (isPlain || isWhole || by === undefined || (!was && PARAGRAPHS.has(block.kind)))
      return [{ one: block, within }]
    const own = { [block.id]: was ? { was } : {} }
    const [settled] = blocksAs('settled', [{ ...block, children: [] }], own)
    const [proposed] = blocksAs('proposed', [{ ...block, children: [] }], own)
    const inside = (reading: 'settled' | 'proposed') =>
      block.children ? { children: blocksAs(reading, block.children, this.tags) } : {}
    return [
      { one: { ...(settled as Block), ...inside('settled') }, within: { removed: by } },
      { one: { ...(proposed as Block), ...inside('proposed') }, within: { added: by } },
    ]
  }

  /** What the paragraph being written says of its own end. */
  private ending: ComingOrGoing = {}

  /** A block ends with an Enter that is suggested when the next one is split from it, or that goes when that is to be joined. */
  private endingOf(blocks: readonly Block[], at: number): ComingOrGoing {
    const next = blocks.slice(at + 1).find(({ id }) => this.tags[id]?.added === undefined)
    const { split, joined } = (next && this.tags[next.id]) ?? {}
    return { ...(split !== undefined && { added: split }), ...(joined !== undefined && { removed: joined }) }
  }

  /** A paragraph whose mark comes or goes with what is written now. */
  private made(options: IParagraphOptions, ending: ComingOrGoing = {}): Paragraph {
    const marks = this.tracked.marks({ ...ending, ...this.within })
    return new Paragraph({ ...options, ...(Object.keys(marks).length > 0 && { run: marks }) })
  }

  private lines(text: string, options: IRunOptions): ParagraphChild[] {
    return clean(text)
      .split('\n')
      .map((line, at) =>
        this.tracked.run({ ...options, text: line, ...(at > 0 ? { break: 1 } : {}) }, this.within),
      )
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
        return [this.made({ style: idOf(STYLES.code), children: this.lines(plainInline(block.text), {}) })]
      case 'equation':
        return [this.made({ children: this.equation(String(attributes.texExpression ?? ''), this.within) })]
      case 'horizontalRule':
        return [this.made({ style: idOf(STYLES.rule), children: [] })]
      case 'table':
        return this.table(block)
      case 'dataTable': {
        const grid = gridOf(block) ?? []
        return grid[0]?.length ? [this.gridTable(grid), this.made({})] : []
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
        const said = words
          ? [this.made({ ...(style ? { style } : {}), children: this.lines(words, {}) })]
          : []
        return [...said, ...this.blocks(children, around)]
      }
    }
  }

  private paragraph(block: Block, options: IParagraphOptions): Paragraph {
    const { id, text = [], attributes = {} } = block
    const was = this.tags[id]?.was
    const [ending, whole] = [this.ending, this.comments.takeBlock(id)]
    const before = was && { ...this.tracked.mark(was.by), ...this.shape({ ...block, ...was }) }
    return this.made(
      {
        ...shapeOf(attributes),
        ...options,
        ...(before && { revision: before }),
        children: [
          ...starts(whole),
          ...(options.children ?? []),
          ...this.runs(text, inkOf('text', attributes.color), this.comments.take(id)),
          ...ends(whole),
        ],
      },
      ending,
    )
  }

  /** How a paragraph of this kind looks; for what it was before a change. */
  private shape({ kind, attributes = {} }: Block): IParagraphOptions {
    const shape = shapeOf(attributes)
    if (kind === 'heading')
      return { ...shape, heading: HEADINGS[Number(attributes.level ?? 1) - 1] ?? HeadingLevel.HEADING_6 }
    if (kind !== 'listItem') return shape
    const marker = String(attributes.listStyleType ?? 'disc')
    const level = Math.min(Number(attributes.indent ?? 0), 8)
    if (isTodo(marker))
      return {
        style: idOf(STYLES.todo(Math.min(level + 1, TODO_LEVELS))),
        indent: { left: STEP * (level + 1) },
      }
    const reference = isNumbered(marker) ? `${marker}-1-${level}` : marker
    if (!this.lists.has(reference)) this.lists.set(reference, { style: marker, start: 1, level })
    return { numbering: { level, reference }, indent: { left: STEP * (level + 2), hanging: STEP } }
  }

  private runs(
    pieces: readonly Inline[],
    ink: string | undefined,
    points: CommentPoint[] = [],
  ): ParagraphChild[] {
    const made: ParagraphChild[] = []
    let at = 0
    const rest = [...points]
    const passPoints = () => {
      while (rest[0] && rest[0].at <= at) made.push(...(rest.shift() as CommentPoint).children())
    }
    for (const piece of cutAt(pieces, points)) {
      passPoints()
      made.push(...this.piece(piece, ink))
      at += lengthOf(piece)
    }
    at = Number.POSITIVE_INFINITY
    passPoints()
    return made
  }

  private piece(piece: Inline, ink: string | undefined): ParagraphChild[] {
    const { added, removed, was } = tagsOf(piece)
    const tags: ComingOrGoing = {
      added: added ?? this.within.added,
      removed: removed ?? this.within.removed,
    }
    const marks = plainMarks(piece)
    const link = marks.find(({ kind }) => kind === 'link')
    const url = link ? safeUrl(link.attributes?.url) : null
    const revision = was && { revision: { ...this.tracked.mark(was.by), ...formerLook(was.marks, ink) } }
    const options = { ...(ink ? { color: ink } : {}), ...lookOf(marks), ...revision }
    const made = this.madeOf(piece, url === null ? options : { style: 'Hyperlink', ...options }, tags)
    return url === null ? made : [linkTo(url, made)]
  }

  private madeOf(piece: Inline, options: IRunOptions, tags: ComingOrGoing): ParagraphChild[] {
    const before = this.within
    this.within = tags
    try {
      if (!('kind' in piece)) return this.lines(piece.text, options)
      if (piece.kind === 'inlineEquation')
        return this.equation(String(piece.attributes?.texExpression ?? ''), tags)
      return this.lines(plainAtom(piece.kind, piece.attributes), options)
    } finally {
      this.within = before
    }
  }

  /** The equation as Word's own, or its source where Word has no such thing. */
  private equation(tex: string, tags: ComingOrGoing): ParagraphChild[] {
    if (tex.trim() === '') return []
    try {
      if (tex.length <= LONGEST_EQUATION)
        return [this.tracked.around(new MathBlock({ children: [...latexToMath(tex)] }), tags)]
    } catch {
      // A command that is not known, or a bracket that is not closed.
    }
    return this.lines(tex, { style: idOf(STYLES.inlineCode) })
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
    const made = rows.map((row, y) => {
      const before = this.within
      const { added, removed } = this.tags[row.id] ?? {}
      this.within = {
        ...before,
        ...(added !== undefined && { added }),
        ...(removed !== undefined && { removed }),
      }
      const shown = new TableRow({
        ...this.tracked.marks(this.within),
        tableHeader: attributes.headerRow === true && y === 0,
        children: (row.children ?? []).map((cell) => {
          const { rowSpan = 1, colSpan = 1, background } = cell.attributes ?? {}
          const fill = inkOf('background', background)
          const inside = this.blocks(cell.children ?? [])
          return new TableCell({
            rowSpan: Number(rowSpan),
            columnSpan: Number(colSpan),
            ...(fill ? { shading: { type: ShadingType.CLEAR, fill } } : {}),
            children: this.endsInParagraph(inside),
          })
        }),
      })
      this.within = before
      return shown
    })
    return [new Table({ rows: made, width: FULL_WIDTH }), this.made({})]
  }

  private media({ kind, attributes = {} }: Block): FileChild[] {
    const url = mediaUrl(attributes.url)
    const caption = typeof attributes.caption === 'string' ? attributes.caption : ''
    const below = caption
      ? [this.made({ style: idOf(STYLES.caption), children: this.lines(caption, {}) })]
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
      const shown = link
        ? linkTo(link, [this.tracked.around(picture, this.within)])
        : this.tracked.around(picture, this.within)
      return [this.made({ ...(alignment ? { alignment } : {}), children: [shown] }), ...below]
    }
    if (url === null) return below
    const words = String(attributes.name || attributes.alt || nameInUrl(url) || url)
    return [this.made({ children: [linkTo(url, this.lines(words, { style: 'Hyperlink' }))] }), ...below]
  }

  /** In Word a cell ends with a paragraph. */
  private endsInParagraph(children: FileChild[]): (Paragraph | Table)[] {
    const made = children as (Paragraph | Table)[]
    return made.at(-1) instanceof Paragraph ? made : [...made, this.made({})]
  }

  private gridTable(grid: readonly string[][]): Table {
    return new Table({
      width: FULL_WIDTH,
      rows: grid.map(
        (row, y) =>
          new TableRow({
            tableHeader: y === 0,
            ...this.tracked.marks(this.within),
            children: row.map(
              (cell) =>
                new TableCell({ children: [this.made({ children: this.lines(cell, { bold: y === 0 }) })] }),
            ),
          }),
      ),
    })
  }
}

const FULL_WIDTH = { size: 100, type: WidthType.PERCENTAGE }

const linkTo = (url: string, children: ParagraphChild[]): ParagraphChild =>
  new ExternalHyperlink({ link: url, children })

/** The pieces, cut where something stands between two characters. */
function cutAt(pieces: readonly Inline[], points: readonly CommentPoint[]): Inline[] {
  const cut: Inline[] = []
  let at = 0
  for (const piece of pieces) {
    const end = at + lengthOf(piece)
    let from = at
    for (const point of points) {
      if ('kind' in piece || point.at <= from || point.at >= end) continue
      cut.push({ ...piece, text: piece.text.slice(from - at, point.at - at) })
      from = point.at
    }
    cut.push('kind' in piece ? piece : { ...piece, text: piece.text.slice(from - at) })
    at = end
  }
  return cut
}

const lengthOf = (piece: Inline): number => ('kind' in piece ? 1 : piece.text.length)

/** Kinds that are one paragraph in Word, which keeps what it was before a change. */
const PARAGRAPHS: ReadonlySet<string> = new Set(['paragraph', 'heading', 'listItem'])

/** What a paragraph's attributes say in every kind. */
function shapeOf(attributes: NonNullable<Block['attributes']>): IParagraphOptions {
  const indent = Number(attributes.indent ?? 0)
  const alignment = ALIGNMENTS[String(attributes.align)]
  const background = inkOf('background', attributes.backgroundColor)
  return {
    ...(indent > 0 ? { indent: { left: STEP * indent } } : {}),
    ...(alignment ? { alignment } : {}),
    ...(background ? { shading: { type: ShadingType.CLEAR, fill: background } } : {}),
  }
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

/** How a run looked before. The format wants it said, also where there was nothing to say. */
function formerLook(marks: readonly BlockMark[], ink: string | null | undefined): IRunOptions {
  const look = { ...(ink ? { color: ink } : {}), ...lookOf(marks) }
  return Object.keys(look).length === 0 ? { bold: false } : look
}

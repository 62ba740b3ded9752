import { AlignmentType, type FileChild, HeadingLevel, type IParagraphOptions, ShadingType } from 'docx'
import { type Block, blockKind } from '@/blocks'
import { isTodo } from '@/blocks/list-item/list-styles'
import { numbersOf } from '@/blocks/list-item/numbering'
import { plainInline } from '@/blocks/plain-text'
import { blocksAs, type CarriedReview, tagsOf } from '@/document'
import type { Picture } from '../format'
import { chartGrid, gridOf } from '../table-grid'
import { STEP } from './looks'
import { STYLES } from './styles'
import type { ComingOrGoing } from './tracked-changes'
import { ListWriter } from './write-lists'
import { wordMedia } from './write-media'
import { idOf, inkOf } from './write-styles'
import { type BlockWriting, wordCallout, wordColumns, wordGrid, wordTable } from './write-tables'
import type { TextWriter } from './write-text'

/** The room between the margins of a page, in pixels. */
const PAGE_WIDTH = 600

/** The styles of the paragraphs that stand in a container: the first one's own, so that two containers stay two. */
interface Around {
  first: string
  next: string
}

/** Kinds that are one paragraph in Word, which keeps what it was before a change. */
const PARAGRAPHS: ReadonlySet<string> = new Set(['paragraph', 'heading', 'listItem'])

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
]
const headingOf = ({ level }: NonNullable<Block['attributes']>) =>
  HEADINGS[Number(level ?? 1) - 1] ?? HeadingLevel.HEADING_6

const ALIGNMENTS: Readonly<Record<string, (typeof AlignmentType)[keyof typeof AlignmentType]>> = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  end: AlignmentType.END,
  justify: AlignmentType.JUSTIFIED,
}

/** Writes blocks as Word's paragraphs and tables. */
export class BlockWriter implements BlockWriting {
  readonly lists = new ListWriter()
  /** What the paragraph being written says of its own end. */
  private ending: ComingOrGoing = {}
  private room = PAGE_WIDTH

  constructor(
    readonly text: TextWriter,
    private readonly pictures: ReadonlyMap<string, Picture>,
    private readonly tags: CarriedReview['tags'],
  ) {}

  blocks(blocks: readonly Block[], around?: Around): FileChild[] {
    const { text } = this
    const numbers = numbersOf(blocks)
    const made: FileChild[] = []
    for (const [at, block] of blocks.entries()) {
      const style = around && idOf(at === 0 ? around.first : around.next)
      const before = text.within
      for (const { one, within } of this.versions(block)) {
        text.within = { ...before, ...within }
        this.ending = this.endingOf(blocks, at)
        made.push(...this.block(one, numbers[at] ?? null, style, around))
      }
      text.within = before
    }
    return made
  }

  inside(blocks: readonly Block[], room: number, part?: Block): FileChild[] {
    const before = this.room
    this.room = Math.max(60, room)
    const write = () => this.blocks(blocks)
    const made = part ? this.during(part, write) : write()
    this.room = before
    return made
  }

  during<T>(part: Block, write: () => T): T {
    const before = this.text.within
    this.text.within = { ...before, ...this.changeOf(part) }
    const made = write()
    this.text.within = before
    return made
  }

  private changeOf({ id }: Block): ComingOrGoing {
    const { added, removed } = this.tags[id] ?? {}
    return { ...(added !== undefined && { added }), ...(removed !== undefined && { removed }) }
  }

  /** The block with what it comes or goes with; one whose change Word has no word for goes and comes anew. */
  private versions(block: Block): { one: Block; within: ComingOrGoing }[] {
    const { added, removed, was } = this.tags[block.id] ?? {}
    const isPlain = PARAGRAPHS.has(block.kind) && (!was || PARAGRAPHS.has(was.kind))
    const said = block.text
      ?.map(tagsOf)
      .find((tags) => tags.added !== null || tags.removed !== null || tags.was)
    const by = was?.by ?? said?.added ?? said?.removed ?? said?.was?.by
    const isWhole = added !== undefined || removed !== undefined
    if (isPlain || isWhole || by === undefined || (!was && PARAGRAPHS.has(block.kind)))
      return [{ one: block, within: this.changeOf(block) }]
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

  /** A block ends with an Enter that is suggested when the next one is split from it, or that goes when that is to be joined. */
  private endingOf(blocks: readonly Block[], at: number): ComingOrGoing {
    const next = blocks.slice(at + 1).find(({ id }) => this.tags[id]?.added === undefined)
    const { split, joined } = (next && this.tags[next.id]) ?? {}
    return { ...(split !== undefined && { added: split }), ...(joined !== undefined && { removed: joined }) }
  }

  private block(
    block: Block,
    number: number | null,
    style: string | undefined,
    around: Around | undefined,
  ): FileChild[] {
    const { kind, attributes = {}, children = [] } = block
    const { text } = this
    const inset = around ? STEP : 0
    switch (kind) {
      case 'heading':
        return [this.paragraph(block, { heading: headingOf(attributes) })]
      case 'listItem':
        return [this.paragraph(block, this.lists.item(block, number, { style, inset }))]
      case 'blockquote':
        return this.blocks(children, STYLES.quote)
      case 'toggle':
        return this.blocks(children, STYLES.toggle)
      case 'callout':
        return wordCallout(block, this.room, this)
      case 'columnGroup':
        // What a quote or toggle holds stays one run of paragraphs.
        return around || children.length === 0
          ? this.blocks(children, around)
          : wordColumns(children, this.room, this)
      case 'column':
        return this.blocks(children, around)
      case 'codeBlock':
        return [text.paragraph({ style: idOf(STYLES.code), children: text.lines(plainInline(block.text)) })]
      case 'equation':
        return [text.paragraph({ children: text.equation(String(attributes.texExpression ?? ''), true) })]
      case 'horizontalRule':
        return [text.paragraph({ style: idOf(STYLES.rule) })]
      case 'table':
        return wordTable(block, this.room, this)
      case 'chart': {
        const drawn = chartGrid(block)
        if (!drawn) return this.words(block, style)
        const title = String(attributes.title ?? '')
        const said = title === '' ? [] : [text.paragraph({ keepNext: true, children: text.lines(title) })]
        const notes = drawn.notes.map((note) => text.paragraph({ children: text.lines(note) }))
        return [...said, ...wordGrid(drawn.grid, this), ...notes]
      }
      case 'dataTable': {
        const grid = gridOf(block) ?? []
        return grid[0]?.length ? wordGrid(grid, this) : []
      }
      case 'image':
      case 'video':
      case 'audio':
      case 'file':
      case 'mediaEmbed':
        return wordMedia(block, this.pictures, this.room, text)
      default: {
        if (block.text || kind === 'paragraph') {
          const isTitle = style === idOf(STYLES.toggle.first)
          const options = {
            ...(style ? { style } : {}),
            ...(isTitle ? this.lists.toggleSign(inset) : indentOf(attributes, inset)),
          }
          return [this.paragraph(block, options), ...this.blocks(children)]
        }
        return [...this.words(block, style), ...this.blocks(children, around)]
      }
    }
  }

  /** What a block says that Word has nothing like. */
  private words(block: Block, style: string | undefined): FileChild[] {
    const words = blockKind(block.kind)?.plainText?.(block) ?? ''
    if (words === '') return []
    return [this.text.paragraph({ ...(style ? { style } : {}), children: this.text.lines(words) })]
  }

  private paragraph(block: Block, { children = [], ...options }: IParagraphOptions): FileChild {
    const { id, attributes = {} } = block
    const was = this.tags[id]?.was
    const { ending, text } = this
    const before = was && { ...text.tracked.mark(was.by), ...this.formerShape({ ...block, ...was }) }
    return text.paragraph(
      {
        ...shapeOf(attributes),
        ...indentOf(attributes, 0),
        ...options,
        ...(before && { revision: before }),
        children: text.children(block, children),
      },
      ending,
    )
  }

  /** How a paragraph of this kind looks; for what it was before a change. */
  private formerShape(block: Block): IParagraphOptions {
    const { kind, attributes = {} } = block
    const shape = { ...shapeOf(attributes), ...indentOf(attributes, 0) }
    if (kind === 'heading') return { ...shape, heading: headingOf(attributes) }
    if (kind !== 'listItem') return shape
    const item = this.lists.formerItem(block)
    return isTodo(attributes.listStyleType) ? item : { ...shape, ...item }
  }
}

/** How far a paragraph stands in, from the container around it; nothing where its style says so already. */
const indentOf = ({ indent }: NonNullable<Block['attributes']>, inset: number): IParagraphOptions =>
  Number(indent ?? 0) > 0 ? { indent: { left: inset + STEP * Number(indent) } } : {}

/** What a paragraph's attributes say in every kind. */
function shapeOf(attributes: NonNullable<Block['attributes']>): IParagraphOptions {
  const alignment = ALIGNMENTS[String(attributes.align)]
  const background = inkOf('background', attributes.backgroundColor)
  return {
    ...(alignment ? { alignment } : {}),
    ...(background ? { shading: { type: ShadingType.CLEAR, fill: background } } : {}),
  }
}

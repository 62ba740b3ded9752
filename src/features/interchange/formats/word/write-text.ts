import {
  Bookmark,
  type IParagraphOptions,
  type IRunOptions,
  Paragraph,
  type ParagraphChild,
  ShadingType,
} from 'docx'
import type { Block, BlockMark } from '@/blocks'
import { plainAtom } from '@/blocks/plain-text'
import { plainMarks, tagsOf } from '@/document'
import { safeUrl } from '@/shared/safe-url'
import { STYLES } from './styles'
import type { ComingOrGoing, TrackedChanges } from './tracked-changes'
import { type CommentPoint, ends, starts, type WordComments } from './word-comments'
import type { WordFootnotes } from './write-footnotes'
import type { WordLinks } from './write-links'
import { equationLine, wordEquation } from './write-math'
import { idOf, inkOf } from './write-styles'
import { cleanXml } from './xml-text'

export type Inline = NonNullable<Block['text']>[number]

/** Writes what stands in paragraphs: text with its marks, links, equations, and the places of comments. */
export class TextWriter {
  /** What everything comes or goes with that is written now. */
  within: ComingOrGoing = {}

  constructor(
    readonly tracked: TrackedChanges,
    readonly links: WordLinks,
    private readonly comments: WordComments,
    private readonly footnotes: WordFootnotes,
  ) {}

  /** A paragraph whose mark comes or goes with what is written now. */
  paragraph(options: IParagraphOptions, ending: ComingOrGoing = {}): Paragraph {
    const marks = this.tracked.marks({ ...ending, ...this.within })
    return new Paragraph({ ...options, ...(Object.keys(marks).length > 0 && { run: marks }) })
  }

  /** What a block's paragraph holds, with `before` in front of it. */
  children({ id, text = [], attributes = {} }: Block, before: readonly ParagraphChild[]): ParagraphChild[] {
    const whole = this.comments.takeBlock(id)
    const runs = this.runs(text, inkOf('text', attributes.color), this.comments.take(id))
    const name = this.links.bookmark(id)
    // A bookmark takes any children of a paragraph; its types are narrower.
    const marked = name === null ? runs : [new Bookmark({ id: name, children: runs })]
    return [...starts(whole), ...before, ...marked, ...ends(whole)]
  }

  lines(text: string, options: IRunOptions = {}): ParagraphChild[] {
    return cleanXml(text)
      .split('\n')
      .map((line, at) =>
        this.tracked.run({ ...options, text: line, ...(at > 0 ? { break: 1 } : {}) }, this.within),
      )
  }

  runs(
    pieces: readonly Inline[],
    ink: string | undefined,
    points: readonly CommentPoint[] = [],
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
    const made = this.pieceWith(piece, url === null ? options : { style: 'Hyperlink', ...options }, tags)
    return url === null ? made : [this.links.to(url, made)]
  }

  private pieceWith(piece: Inline, options: IRunOptions, tags: ComingOrGoing): ParagraphChild[] {
    const before = this.within
    this.within = tags
    try {
      if (!('kind' in piece)) return this.lines(piece.text, options)
      if (piece.kind === 'inlineEquation') return this.equation(String(piece.attributes?.texExpression ?? ''))
      if (piece.kind === 'footnote') return [this.footnote(String(piece.attributes?.note ?? ''))]
      return this.lines(plainAtom(piece.kind, piece.attributes), options)
    } finally {
      this.within = before
    }
  }

  /** A note comes and goes with its number: its words are not tracked. */
  private footnote(note: string): ParagraphChild {
    const { within } = this
    this.within = {}
    const number = this.footnotes.add(note, ({ text = [] }) => this.runs(text, undefined))
    this.within = within
    return this.tracked.around(number, within)
  }

  /** The equation as Word's own, or its source where Word has no such thing. `isLine`: on a line of its own. */
  equation(tex: string, isLine = false): ParagraphChild[] {
    if (tex.trim() === '') return []
    const math = wordEquation(tex)
    if (!math) return this.lines(tex, { style: idOf(STYLES.inlineCode) })
    const tracked = this.tracked.around(math, this.within)
    return [isLine && tracked === math ? equationLine(math) : tracked]
  }
}

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

/** How a run looked before. The format wants it said, also where there was nothing to say. */
function formerLook(marks: readonly BlockMark[], ink: string | null | undefined): IRunOptions {
  const look = { ...(ink ? { color: ink } : {}), ...lookOf(marks) }
  return Object.keys(look).length === 0 ? { bold: false } : look
}

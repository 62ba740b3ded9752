import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  type ICommentOptions,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx'
import type { CarriedDiscussion } from '@/features/comments/carried'

/** What stands at a place of a paragraph: where comments begin and end. */
export interface CommentPoint {
  at: number
  children: () => ParagraphChild[]
}

/** Writes discussions as Word's comments: replies, what is resolved, names and times. */
export class WordComments {
  readonly options: ICommentOptions[] = []
  private readonly points = new Map<string, CommentPoint[]>()
  /** Those that are about no words of a paragraph. */
  private readonly ofBlocks = new Map<string, number[]>()
  private readonly ofPage: number[] = []

  constructor(
    discussions: readonly CarriedDiscussion[],
    private readonly clean: (text: string) => string,
  ) {
    for (const one of discussions) this.add(one)
  }

  private add({ block, spans, comments, isResolved }: CarriedDiscussion): void {
    const first = this.options.length
    for (const [at, comment] of comments.entries())
      this.options.push({
        id: first + at,
        author: this.clean(comment.author),
        initials: this.clean(comment.author).slice(0, 1),
        date: new Date(comment.createdAt),
        resolved: isResolved,
        ...(at > 0 && { parentId: first }),
        children: this.paragraphs(comment.contentRich),
      })
    const ids = comments.map((_, at) => first + at)
    const [start, end] = [spans[0], spans.at(-1)]
    if (start && end) {
      this.point(start.block, start.from, () => ids.map((id) => new CommentRangeStart(id)))
      this.point(end.block, end.to, () => ends(ids))
    } else if (block !== null) this.ofBlocks.set(block, [...(this.ofBlocks.get(block) ?? []), ...ids])
    else this.ofPage.push(...ids)
  }

  private point(block: string, at: number, children: () => ParagraphChild[]): void {
    this.points.set(block, [...(this.points.get(block) ?? []), { at, children }])
  }

  /** What a block's text is cut by, in order; each is given once. */
  take(block: string): CommentPoint[] {
    const points = this.points.get(block) ?? []
    this.points.delete(block)
    return points.sort((one, other) => one.at - other.at)
  }

  /** The comments on a block as a whole. */
  takeBlock(block: string): number[] {
    const ids = this.ofBlocks.get(block) ?? []
    this.ofBlocks.delete(block)
    return ids
  }

  /** What is about the page, or about a block that is no paragraph. */
  rest(): ParagraphChild[] {
    const ids = [...this.ofPage, ...[...this.ofBlocks.values()].flat()]
    this.ofPage.length = 0
    this.ofBlocks.clear()
    const left = [...this.points.values()].flat().flatMap(({ children }) => children())
    this.points.clear()
    return [...ids.map((id) => new CommentRangeStart(id)), ...ends(ids), ...left]
  }

  private paragraphs(body: CarriedDiscussion['comments'][number]['contentRich']): Paragraph[] {
    return body.content.map((block) => {
      const pieces = block.type === 'paragraph' ? (block.content ?? []) : []
      const runs = pieces.map((piece) => {
        if (piece.type === 'hardBreak') return new TextRun({ break: 1 })
        if (piece.type === 'mention') return new TextRun(this.clean(`@${piece.attrs.label}`))
        const has = (type: string) => piece.marks?.some((mark) => mark.type === type) ?? false
        return new TextRun({ text: this.clean(piece.text), bold: has('bold'), italics: has('italic') })
      })
      return new Paragraph({ children: runs })
    })
  }
}

/** Where comments on a whole paragraph begin. */
export const starts = (ids: readonly number[]): ParagraphChild[] => ids.map((id) => new CommentRangeStart(id))

/** Where comments end, with the references to them. */
export const ends = (ids: readonly number[]): ParagraphChild[] =>
  ids.flatMap((id) => [new CommentRangeEnd(id), new TextRun({ children: [new CommentReference(id)] })])

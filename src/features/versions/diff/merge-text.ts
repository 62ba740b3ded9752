import { diffArrays } from 'diff'
import { type BlockMark, type Inline, isInlineText } from '@/blocks/kit/block'
import { sharedEnds } from '@/shared/shared-ends'
import { DIFF_MARKS } from './model'

/** How long all words of a page may take, in milliseconds; then blocks are shown as they were and as they are. */
export class TimeBudget {
  private readonly until: number
  isExhausted = false

  constructor(milliseconds: number) {
    this.until = performance.now() + milliseconds
  }

  /** What is left; nothing is zero or less. */
  get left(): number {
    return this.until - performance.now()
  }
}

interface Token {
  /** What it says; its marks do not count. */
  key: string
  piece: Inline
}

/** Texts of up to this many characters are cut by the rules of their languages. */
const LONG = 20_000
/** More changes than this in one text are no longer told apart. */
const MOST_CHANGES = 1_500

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text, and what is between them. Chinese and Japanese words are found without spaces. */
function wordsOf(text: string, isCode: boolean): string[] {
  if (isCode) return text.match(/\n|[^\S\n]+|[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? []
  if (text.length > LONG) return text.match(/\s+|\S+/g) ?? []
  return [...words.segment(text)].map(({ segment }) => segment)
}

const tokensOf = (text: readonly Inline[], isCode: boolean): Token[] =>
  text.flatMap((piece): Token[] => {
    if (!isInlineText(piece))
      return [{ key: `\0${JSON.stringify([piece.kind, piece.attributes ?? {}])}`, piece }]
    return wordsOf(piece.text, isCode).map((key) => ({ key, piece: { ...piece, text: key } }))
  })

/** A segment that both have, or what the one has where the other has something else. */
interface Segment {
  isSame: boolean
  before: Token[]
  after: Token[]
}

/**
 * The words of both texts in one: what is only in the first is marked as deleted, what is only in the second as inserted,
 * what is in both but looks different as formatted. Read without what is deleted it is the second text, and without what is
 * inserted the first one (but for formats).
 */
export function mergeText(
  before: readonly Inline[],
  after: readonly Inline[],
  budget: TimeBudget,
  isCode = false,
): Inline[] {
  if (budget.left <= 0) {
    budget.isExhausted = true
    return [...markText(before, DIFF_MARKS.deleted), ...markText(after, DIFF_MARKS.inserted)]
  }
  const merged: Inline[] = []
  for (const segment of readable(segmentsOf(tokensOf(before, isCode), tokensOf(after, isCode), budget))) {
    if (!segment.isSame) {
      for (const { piece } of segment.before) push(merged, marked(piece, DIFF_MARKS.deleted))
      for (const { piece } of segment.after) push(merged, marked(piece, DIFF_MARKS.inserted))
      continue
    }
    for (const [index, { piece }] of segment.after.entries()) {
      const looksSame = sameMarks(segment.before[index]!.piece.marks, piece.marks)
      push(merged, looksSame ? piece : marked(piece, DIFF_MARKS.formatted))
    }
  }
  return merged
}

/** The text with one of the marks of a diff on all of it. */
export const markText = (text: readonly Inline[], kind: string): Inline[] =>
  text.map((piece) => marked(piece, kind))

const marked = (piece: Inline, kind: string): Inline => ({
  ...piece,
  marks: [{ kind }, ...(piece.marks ?? [])],
})

const sameMarks = (one: readonly BlockMark[] = [], other: readonly BlockMark[] = []): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function push(merged: Inline[], piece: Inline): void {
  const last = merged.at(-1)
  if (last && isInlineText(last) && isInlineText(piece) && sameMarks(last.marks, piece.marks))
    merged[merged.length - 1] = { ...last, text: last.text + piece.text }
  else merged.push(piece)
}

function segmentsOf(before: Token[], after: Token[], budget: TimeBudget): Segment[] {
  const { head, tail } = sharedEnds(before, after, (a, b) => a.key === b.key)
  const ends = { before: before.length - tail, after: after.length - tail }
  return [
    { isSame: true, before: before.slice(0, head), after: after.slice(0, head) },
    ...middleOf(before.slice(head, ends.before), after.slice(head, ends.after), budget),
    { isSame: true, before: before.slice(ends.before), after: after.slice(ends.after) },
  ]
}

function middleOf(before: Token[], after: Token[], budget: TimeBudget): Segment[] {
  const all: Segment = { isSame: false, before, after }
  if (before.length === 0 || after.length === 0) return [all]
  const keys = (tokens: readonly Token[]) => tokens.map(({ key }) => key)
  const changes = diffArrays(keys(before), keys(after), {
    timeout: Math.max(1, budget.left),
    maxEditLength: MOST_CHANGES,
  })
  if (!changes) {
    budget.isExhausted = true
    return [all]
  }
  const segments: Segment[] = []
  let from = 0
  let to = 0
  for (const { added, removed, value } of changes) {
    const isSame = !added && !removed
    const last = segments.at(-1)
    const segment = last && !last.isSame && !isSame ? last : { isSame, before: [], after: [] }
    if (segment !== last) segments.push(segment)
    if (!added) segment.before.push(...before.slice(from, from + value.length))
    if (!removed) segment.after.push(...after.slice(to, to + value.length))
    if (!added) from += value.length
    if (!removed) to += value.length
  }
  return hasEnoughInCommon(segments) ? segments : [all]
}

const lengthOf = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { key }) => sum + key.trim().length, 0)

/** Two sentences that share some "the" and "of" are easier to read one after the other. */
function hasEnoughInCommon(segments: readonly Segment[]): boolean {
  const same = lengthOf(segments.filter(({ isSame }) => isSame).flatMap(({ after }) => after))
  const sides = [segments.flatMap(({ before }) => before), segments.flatMap(({ after }) => after)]
  return segments.length <= 3 || same >= 0.25 * Math.min(...sides.map(lengthOf))
}

/** Changes with nothing but a space between them are one change. */
function readable(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = []
  for (const [index, segment] of segments.entries()) {
    const last = merged.at(-1)
    const next = segments[index + 1]
    const isGap = segment.isSame && last?.isSame === false && next?.isSame === false && isSpace(segment.after)
    if (last && !last.isSame && (isGap || !segment.isSame)) {
      last.before.push(...segment.before)
      last.after.push(...segment.after)
    } else merged.push({ ...segment, before: [...segment.before], after: [...segment.after] })
  }
  return merged
}

const isSpace = (tokens: readonly Token[]): boolean => tokens.every(({ key }) => /^[^\S\n]*$/.test(key))

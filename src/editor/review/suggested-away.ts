import { Slice } from '@tiptap/pm/model'
import type { EditorState, SelectionRange } from '@tiptap/pm/state'
import { reviewKey } from './review-key'

interface Span {
  from: number
  to: number
}

const drawnAway = (state: EditorState, from: number, to: number, isBlock: boolean): Span[] =>
  (
    reviewKey
      .getState(state)
      ?.find(from, to, (spec) => spec.isDeleted === true && (spec.isBlock === true) === isBlock) ?? []
  ).sort((one, other) => one.from - other.from)

/** The words between two positions that are suggested to be deleted, in order. */
export const suggestedAway = (state: EditorState, from: number, to: number): Span[] =>
  drawnAway(state, from, to, false).map((one) => ({
    from: Math.max(one.from, from),
    to: Math.min(one.to, to),
  }))

/** Do these spans, in order, leave nothing of the one between two positions? */
function areCovering(spans: readonly Span[], from: number, to: number): boolean {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.to > from) high = middle
    else low = middle + 1
  }
  let at = from
  for (let i = low; at < to && (spans[i]?.from ?? Number.POSITIVE_INFINITY) <= at; i++) at = spans[i]!.to
  return at >= to
}

/**
 * The same with the whole blocks in between that are suggested to be deleted, in order, none inside another: a picture, a table of which no word is to
 * stay. What is copied, and what a model is told, is without them.
 */
export function contentAway(state: EditorState, from: number, to: number): Span[] {
  const words = suggestedAway(state, from, to)
  const drawn = drawnAway(state, from, to, true)
  const struck = new Set(drawn.map((block) => block.from))
  const isAllAway = (block: Span): boolean => {
    let isAll = true
    state.doc.nodesBetween(block.from, block.to, (node, pos) => {
      // A picture that somebody has put in there is one more to stay.
      if (node.isBlock && node.isLeaf) isAll &&= struck.has(pos)
      if (!node.isText && !(node.isInline && node.isLeaf)) return isAll
      isAll &&= areCovering(words, pos, pos + node.nodeSize)
      return false
    })
    return isAll
  }
  const blocks: Span[] = []
  for (const block of drawn) {
    const isInside = block.from < (blocks.at(-1)?.to ?? 0)
    if (!isInside && block.from >= from && block.to <= to && isAllAway(block))
      blocks.push({ from: block.from, to: block.to })
  }
  const isIn = (word: Span) => blocks.some((block) => block.from <= word.from && word.to <= block.to)
  return [...words.filter((word) => !isIn(word)), ...blocks].sort((one, other) => one.from - other.from)
}

/** What is copied: the selection without the words and blocks that are suggested away, and with those that are suggested. */
export function withoutAway(slice: Slice, state: EditorState): Slice {
  const { ranges } = state.selection
  const gone = ranges.flatMap(({ $from, $to }) => contentAway(state, $from.pos, $to.pos))
  if (gone.length === 0) return slice
  // Nothing is left of it, and a selection without anything would take what stands beside.
  // Each looked at by itself: those of cells are in no order.
  const isGone = ({ $from, $to }: SelectionRange) =>
    areCovering(contentAway(state, $from.pos, $to.pos), $from.pos, $to.pos)
  if (ranges.every(isGone)) return Slice.empty
  const { tr } = state
  for (const { from, to } of gone) tr.delete(tr.mapping.map(from), tr.mapping.map(to))
  return tr.selection.content()
}

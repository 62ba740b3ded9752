import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import type { Doc } from 'yjs'
import { type Anchor, anchored, anchorsIn } from '../page-index/anchors'
import type { PageIndex } from '../page-index/page-index'
import { isAnyLive, rangesOf } from '../review/live-ids'
import { type AnchorPart, rangeKey } from '../review/part-keys'
import { itemsIn, Suggestions, suggestionsOf } from '../review/suggestions'
import { bindingKey } from './plugin'

/** Where a discussion stands in the editor's document. Of a block as a whole these are its node's own ends. */
export interface DiscussionPlace {
  discussion: string
  block: string
  from: number
  to: number
  /** The block itself is meant, or one that has no text; otherwise `from` and `to` lie in its text. */
  isBlock: boolean
}

/** A range of the ids that characters and beads have for good; `length` of them. */
export interface AnchorRange {
  client: number
  clock: number
  length: number
}

/** The page that a live editor shows; null for one that is not live. */
export const pageDocOf = (state: EditorState): Doc | null => bindingKey.getState(state)?.binding.doc ?? null

/**
 * Where all discussions of the page stand, in the order of the page. Of each block there is one place a discussion, from the
 * first of its characters that is left to the last. `blocks` are those about a block as a whole, with the block's id: it may
 * have no text to be found by. A discussion whose text or block is gone has no place. Null while the editor shows something
 * else than the page, as it does in the middle of composing.
 */
export function discussionPlaces(
  state: EditorState,
  suggestions: Suggestions,
  blocks: Iterable<readonly [discussion: string, block: string]> = [],
): DiscussionPlace[] | null {
  const binding = bindingKey.getState(state)?.binding
  if (!binding?.isShown(state.doc)) return null
  const spans = new Map<string, Map<string, Span>>()
  for (const [discussion, block] of blocks) {
    const inBlock = spans.get(block) ?? new Map<string, Span>()
    spans.set(block, inBlock.set(discussion, { from: 0, to: 0, isBlock: true }))
  }
  for (const part of suggestions.parts.values()) {
    if (part.op === '@') addSpans(spans, binding.index, part)
  }
  return spans.size === 0 ? [] : placesIn(state.doc, spans)
}

interface Span {
  from: number
  to: number
  isBlock: boolean
}

/** By block and discussion, the offsets of what of the anchor is there. */
function addSpans(spans: Map<string, Map<string, Span>>, index: PageIndex, part: AnchorPart): void {
  const { client, clock, length, discussion } = part
  for (const item of itemsIn(index.doc, client, clock, clock + length)) {
    const first = Math.max(clock, item.id.clock)
    const last = Math.min(clock + length, item.id.clock + item.length) - 1
    const start = anchored(index, { item: { client, clock: first } })
    const end = anchored(index, { item: { client, clock: last } })
    if (!start || !end) continue
    // Behind a bead, which is an item of its own, is the start of its block's text.
    const isBlock = index.segments(start.block).some(({ item: bead }) => bead === item)
    const span = isBlock
      ? { from: 0, to: 0, isBlock }
      : { from: start.offset - 1, to: end.offset, isBlock: false }
    const inBlock = spans.get(start.block) ?? new Map<string, Span>()
    spans.set(start.block, inBlock)
    const known = inBlock.get(discussion)
    inBlock.set(discussion, known ? joined(known, span) : span)
  }
}

/** A block's bead says less of where the text is than its characters do. */
const joined = (a: Span, b: Span): Span =>
  a.isBlock ? b : b.isBlock ? a : { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to), isBlock: false }

function placesIn(doc: Node, spans: ReadonlyMap<string, ReadonlyMap<string, Span>>): DiscussionPlace[] {
  const places: DiscussionPlace[] = []
  doc.descendants((node, pos) => {
    const id: unknown = node.attrs.id
    const inBlock = typeof id === 'string' ? spans.get(id) : undefined
    for (const [discussion, span] of inBlock ?? []) {
      const block = id as string
      const isWhole = span.isBlock || !node.inlineContent
      const at = (offset: number) => pos + 1 + Math.max(0, Math.min(offset, node.content.size))
      places.push({
        discussion,
        block,
        isBlock: isWhole,
        from: isWhole ? pos : at(span.from),
        to: isWhole ? pos + node.nodeSize : at(span.to),
      })
    }
    return !node.isTextblock
  })
  return places.sort((a, b) => a.from - b.from || a.to - b.to)
}

/**
 * The ids of the characters between two positions of the editor's document, and of the beads of what has no text there. Null
 * when there is nothing to point at, or the editor shows something else than the page.
 */
export function anchorRanges(state: EditorState, from: number, to: number): AnchorRange[] | null {
  const binding = bindingKey.getState(state)?.binding
  if (!binding?.isShown(state.doc)) return null
  const { index } = binding
  const ids: { client: number; clock: number }[] = []
  state.doc.nodesBetween(from, to, (node, pos) => {
    const id: unknown = node.attrs.id
    if (typeof id !== 'string' || !index.tree.isShown(id)) return true
    if (!node.isTextblock && !node.isLeaf && node.type.spec.atom !== true) return true
    const start = Math.max(0, from - pos - 1)
    const end = Math.min(node.content.size, to - pos - 1)
    const characters = node.isTextblock ? anchorsIn(index, id).slice(start, end).flatMap(itemOf) : []
    ids.push(...(characters.length > 0 ? characters : beadOf(index, id)))
    return false
  })
  const ranges = rangesOf(ids).map(({ client, from, to }) => ({ client, clock: from, length: to - from }))
  return ranges.length > 0 ? ranges : null
}

/**
 * Has a discussion whose text is gone stand at the words between two positions, which this person has just put there; the server
 * takes that of editors. It still stands at what is gone as well, for an undo to bring back. Answers `done`; `no` where the discussion has
 * text, never stood on the page, or somebody else wrote the words; `wait` while the editor shows something else than the page.
 */
export function anchorTo(
  state: EditorState,
  discussion: string,
  from: number,
  to: number,
): 'done' | 'no' | 'wait' {
  const binding = bindingKey.getState(state)?.binding
  if (!binding?.isShown(state.doc)) return 'wait'
  const { doc } = binding
  const suggestions = new Suggestions(doc)
  const anchors = [...suggestions.parts.values()].filter(
    (part): part is AnchorPart => part.op === '@' && part.discussion === discussion,
  )
  suggestions.close()
  const [known] = anchors
  const stands = anchors.some(({ client, clock, length }) =>
    isAnyLive(doc, { client, from: clock, to: clock + length }),
  )
  const ranges = anchorRanges(state, from, to) ?? []
  if (!known || stands) return 'no'
  let isWritten = false
  doc.transact(() => {
    // Inside of a transaction this is the id that one writes under (`live/writing-id`).
    for (const { client, clock, length } of ranges) {
      if (client !== doc.clientID) continue
      suggestionsOf(doc).set(rangeKey(known, client, clock), length)
      isWritten = true
    }
  })
  return isWritten ? 'done' : 'no'
}

const itemOf = (anchor: Anchor) => ('item' in anchor ? [anchor.item] : [])

function beadOf(index: PageIndex, block: string): { client: number; clock: number }[] {
  const id = index.segments(block)[0]?.item?.id
  return id ? [{ client: id.client, clock: id.clock }] : []
}

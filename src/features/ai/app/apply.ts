import { Fragment, type Node as PMNode } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { type Block, blocksFromDoc, plainTextOf } from '@/blocks'
import type { Inline, Json } from '@/blocks/kit/block'
import { sameJson } from '@/blocks/kit/equal'
import { markdownFromBlocks } from '@/blocks/markdown'
import { ownUndoStep } from '@/document'
import { filterIds, fragmentFromBlocks } from '@/editor/clipboard/slices'
import { type BlockSpan, nodesOf, spanBetween } from '@/editor/core/block-tree'
import { contentAway, suggestedAway } from '@/editor/review/suggested-away'
import { withPlaceholders } from '../placeholders'
import type { AiPlace } from './ai-place'
import { replaceWords } from './compare-words'

/** A page as a model is told of it. */
type Read = Pick<EditorState, 'doc' | 'schema'>

/** The page without what is suggested to be deleted, and where a place is in it. */
export function readPage(state: EditorState, { from, to }: AiPlace): { page: Read; place: AiPlace } {
  const { tr, schema } = state
  for (const gone of contentAway(state, 0, state.doc.content.size))
    tr.delete(tr.mapping.map(gone.from), tr.mapping.map(gone.to))
  const start = tr.mapping.map(from)
  return { page: { doc: tr.doc, schema }, place: { from: start, to: Math.max(start, tr.mapping.map(to)) } }
}

/**
 * What is asked about, as Markdown: the selected words, or all blocks that a longer selection touches. What Markdown cannot say of them
 * is a placeholder, and added to `atoms`.
 */
export function markdownAt(state: Read, place: AiPlace, atoms: Inline[]): string {
  const code = codeAt(state, place)
  if (code) {
    const $from = state.doc.resolve(code.from)
    const some = $from.parent.cut($from.parentOffset, $from.parentOffset + code.to - code.from)
    return markdownFromBlocks(blocksFromDoc(state.schema.nodes.doc!.create(null, some))).trim()
  }
  const inside = textblockAt(state, place)
  const span = inside ? null : spanAt(state, place)
  const { content } = state.doc.slice(span?.from ?? place.from, span?.to ?? place.to)
  const doc = state.schema.nodes.doc!.create(null, inside ? wrapped(state, content) : content)
  return markdownFromBlocks(withPlaceholders(blocksFromDoc(doc), atoms)).trim()
}

/** The text of the one code block that a place is in, or covers; null: it is no code. */
export function codeAt({ doc }: Read, { from, to }: AiPlace): AiPlace | null {
  const $from = doc.resolve(from)
  if ($from.parent.type.name === 'codeBlock' && to <= $from.end()) return { from, to }
  const { nodeAfter } = $from
  return nodeAfter?.type.name === 'codeBlock' && from + nodeAfter.nodeSize === to
    ? { from: from + 1, to: to - 1 }
    : null
}

/** The code of an answer: its first code block; of `bare` words that have none, all of them. */
export function codeOfAnswer(words: string, blocks: readonly Block[], bare: boolean): string | null {
  const code = blocks.find(({ kind }) => kind === 'codeBlock')
  return code ? plainTextOf([code]) : bare ? words.replace(/^\n+|\s+$/g, '') : null
}

/** Puts text in the place of code, which stays a code block of its language. */
export function replaceCode(state: EditorState, { from, to }: AiPlace, code: string): Transaction {
  const { tr, doc, schema } = state
  const now = code === '' ? Fragment.empty : Fragment.from(schema.text(code))
  replaceWords(tr, from, doc.slice(from, to).content, now, awayIn(state, from, to))
  return ownUndoStep(tr)
}

/** What is suggested to be deleted between two positions, counted from the first. */
const awayIn = (state: EditorState, from: number, to: number) =>
  suggestedAway(state, from, to).map((gone) => ({ from: gone.from - from, to: gone.to - from }))

/** The whole page as Markdown. */
export const markdownOfPage = ({ doc }: Read): string => markdownFromBlocks(blocksFromDoc(doc)).trim()

/** The text before the caret, or before what is selected. */
export const textBefore = ({ doc }: Read, { from }: AiPlace, longest: number): string =>
  doc.textBetween(Math.max(0, from - longest), from, '\n\n', ' ').trim()

const wrapped = ({ schema }: Read, content: Fragment): PMNode =>
  content.firstChild?.isInline || content.size === 0
    ? schema.nodes.paragraph!.create(null, content)
    : schema.nodes.paragraph!.create(null, content.firstChild!.content)

/** The text block that holds the whole of a place that is a part of it. */
function textblockAt({ doc }: Read, { from, to }: AiPlace): PMNode | null {
  const $from = doc.resolve(from)
  return $from.parent.isTextblock && to <= $from.end() && (from > $from.start() || to < $from.end())
    ? $from.parent
    : null
}

const spanAt = ({ doc }: Read, { from, to }: AiPlace): BlockSpan | null =>
  spanBetween(doc.resolve(from), doc.resolve(to))

const contentOf = (state: EditorState, blocks: readonly Block[]): Fragment =>
  filterIds(fragmentFromBlocks(state.schema, blocks), () => false)

/**
 * Puts blocks in the place of what they were asked about. Where block stands against block of the same kind, only the words that differ
 * change, so that comments, ids and formats of the rest stay.
 */
export function replaceWith(state: EditorState, place: AiPlace, blocks: readonly Block[]): Transaction {
  const { tr } = state
  const content = contentOf(state, blocks)
  const only = content.childCount === 1 ? content.firstChild! : null
  if (textblockAt(state, place)) {
    if (only?.type.name === 'paragraph') {
      const old = state.doc.slice(place.from, place.to).content
      replaceWords(tr, place.from, old, only.content, awayIn(state, place.from, place.to))
      return ownUndoStep(tr)
    }
    const slice = { content, from: tr.doc.resolve(place.from).before(), to: tr.doc.resolve(place.to).after() }
    tr.insert(slice.to, slice.content).delete(place.from, place.to)
    return ownUndoStep(tr)
  }
  const span = spanAt(state, place)
  if (!span) return tr
  const old = nodesOf(state.doc, span)
  const isSameShape =
    old.length === content.childCount &&
    old.every((node, index) =>
      node.isTextblock ? isSameKind(node, content.child(index)) : isUnchanged(node, content.child(index)),
    )
  if (!isSameShape) return ownUndoStep(tr.replaceWith(span.from, span.to, content))
  let end = span.to
  for (let index = old.length - 1; index >= 0; index--) {
    const node = old[index]!
    end -= node.nodeSize
    if (!node.isTextblock) continue
    const away = awayIn(state, end + 1, end + 1 + node.content.size)
    replaceWords(tr, end + 1, node.content, content.child(index).content, away)
  }
  return ownUndoStep(tr)
}

/** A model may leave out what makes an item of a list, or a to-do: it stays one. */
const isSameKind = (old: PMNode, now: PMNode): boolean =>
  (old.type === now.type && old.attrs.level === now.attrs.level) ||
  (old.type.name === 'listItem' && now.type.name === 'paragraph')

/** Is it the same picture or file, but for its id? */
const isUnchanged = (old: PMNode, now: PMNode): boolean =>
  old.isLeaf &&
  old.type === now.type &&
  sameJson({ ...old.attrs, id: '' } as Json, { ...now.attrs, id: '' } as Json)

/** Puts blocks below what they were asked about; into an empty paragraph, in its place; a sentence that goes on, behind the text. */
export function insertBelow(
  state: EditorState,
  place: AiPlace,
  blocks: readonly Block[],
  goesOn = false,
): Transaction {
  const { tr } = state
  const content = contentOf(state, blocks)
  const $to = state.doc.resolve(place.to)
  const only =
    content.childCount === 1 && content.firstChild!.type.name === 'paragraph' ? content.firstChild : null
  const isEmpty = $to.parent.type.name === 'paragraph' && $to.parent.content.size === 0
  if (goesOn && only && $to.parent.isTextblock && !isEmpty) {
    const before = $to.parent.textBetween(0, $to.parentOffset, ' ', ' ')
    if (/\S$/.test(before)) tr.insertText(' ', place.to)
    const at = tr.mapping.map(place.to)
    tr.insert(at, only.content)
    return ownUndoStep(tr.setSelection(TextSelection.create(tr.doc, at + only.content.size)))
  }
  const span = spanAt(state, { from: place.to, to: place.to })
  if (!span) return tr
  const at = spanAt(state, place)?.to ?? span.to
  if (isEmpty && place.from === place.to) tr.replaceWith(span.from, span.to, content)
  else tr.insert(at, content)
  const end = isEmpty && place.from === place.to ? span.from + content.size : at + content.size
  return ownUndoStep(tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1)))
}

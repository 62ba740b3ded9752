import { closeHistory } from '@tiptap/pm/history'
import type { Attrs, Node as PMNode } from '@tiptap/pm/model'
import { type Command, type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { findWrapping, liftTarget } from '@tiptap/pm/transform'
import { BlockSelection } from './block-selection'
import { type BlockSpan, blockPosAround, isBlock, selectedSpan, spanBetween } from './block-tree'
import { type BlockChoice, choiceOf } from './choices'

/** Attributes that stay when a text block becomes another kind. */
const KEPT = ['id', 'indent', 'align'] as const

const attributesFor = (choice: BlockChoice, node: PMNode): Attrs => {
  const kept: Record<string, unknown> = {}
  for (const key of KEPT) if (node.attrs[key] !== undefined) kept[key] = node.attrs[key]
  return { ...kept, ...choice.entry.attributes }
}

/** The blocks a "turn into" acts on: those selected, without followers. */
function spanToTurn(state: EditorState): BlockSpan | null {
  const { selection } = state
  if (selection instanceof BlockSelection) return selectedSpan(state)
  return spanBetween(selection.$from, selection.$to)
}

function textBlocks(doc: PMNode, span: BlockSpan): { node: PMNode; pos: number }[] {
  const found: { node: PMNode; pos: number }[] = []
  doc.nodesBetween(span.from, span.to, (node, pos) => {
    if (pos >= span.from && node.isTextblock && isBlock(node)) found.push({ node, pos })
    return !node.isTextblock
  })
  return found
}

/** Is every block of the selection already this choice? */
export function isAlready(state: EditorState, choice: BlockChoice): boolean {
  const span = spanToTurn(state)
  if (!span) return false
  if (choice.content === 'blocks') return around(state, choice.kind) !== null
  const blocks = textBlocks(state.doc, span)
  return blocks.length > 0 && blocks.every(({ node }) => choiceOf(node) === choice)
}

/** The position before the closest block of this kind around the selection; a selected one counts. */
function around(state: EditorState, kind: string): number | null {
  const { $from, $to } = state.selection
  const only = $from.nodeAfter
  if (
    state.selection instanceof BlockSelection &&
    only?.type.name === kind &&
    $to.pos === $from.pos + only.nodeSize
  )
    return $from.pos
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    if ($from.node(depth).type.name === kind) return $from.before(depth)
  }
  return null
}

function wrap(state: EditorState, choice: BlockChoice): Transaction | null {
  const span = spanToTurn(state)
  if (!span) return null
  const range = state.doc
    .resolve(span.from + (span.from === 0 ? 0 : 0))
    .blockRange(state.doc.resolve(span.to))
  const wrapping = range && findWrapping(range, state.schema.nodes[choice.kind]!, choice.entry.attributes)
  if (!range || !wrapping) return null
  const tr = state.tr.wrap(range, wrapping)
  if (state.selection instanceof BlockSelection) tr.setSelection(BlockSelection.create(tr.doc, span.from))
  return tr
}

function unwrap(state: EditorState, pos: number): Transaction | null {
  const quote = state.doc.nodeAt(pos)
  if (!quote) return null
  const $inside = state.doc.resolve(pos + 1)
  const range = $inside.blockRange(state.doc.resolve(pos + quote.nodeSize - 1))
  const target = range && liftTarget(range)
  if (!range || target === null || target === undefined) return null
  return state.tr.lift(range, target)
}

function retype(state: EditorState, choice: BlockChoice): Transaction | null {
  const span = spanToTurn(state)
  if (!span) return null
  const type = state.schema.nodes[choice.kind]!
  const tr = state.tr
  for (const { node, pos } of textBlocks(state.doc, span)) {
    const at = tr.mapping.map(pos)
    const attrs = attributesFor(choice, node)
    tr.setBlockType(at, at + node.nodeSize, type, attrs)
  }
  return tr.docChanged ? tr : null
}

/**
 * Turns the selected blocks into another kind, keeping their text, place and id. A second time it turns them back
 * into paragraphs; a quote is put around blocks and taken away again.
 */
export const turnInto =
  (choice: BlockChoice, options: { toggle: boolean } = { toggle: false }): Command =>
  (state, dispatch) => {
    let tr: Transaction | null
    if (choice.content === 'blocks') {
      const pos = around(state, choice.kind)
      tr = pos === null ? wrap(state, choice) : unwrap(state, pos)
    } else if (isAlready(state, choice)) {
      const quote = around(state, 'blockquote')
      if (choice.kind === 'paragraph') tr = quote === null ? null : unwrap(state, quote)
      else tr = options.toggle ? retype(state, paragraphChoice(choice)) : null
    } else tr = retype(state, choice)
    if (!tr) return false
    dispatch?.(closeHistory(tr).scrollIntoView())
    return true
  }

const paragraphChoice = (choice: BlockChoice): BlockChoice => ({
  ...choice,
  kind: 'paragraph',
  content: 'text',
  entry: { ...choice.entry, attributes: undefined },
})

/**
 * Puts a new block of this choice where the caret is: an empty text block becomes it, after any other block it is
 * put below. `from` … `to` (the typed `/query`) is deleted first, in the same step.
 */
export const insertChoice =
  (choice: BlockChoice, query: { from: number; to: number } | null): Command =>
  (state, dispatch) => {
    const tr = state.tr
    if (query) tr.delete(query.from, query.to)
    const $caret = tr.selection.$from
    const pos = blockPosAround($caret)
    if (pos === null) return false
    const here = tr.doc.nodeAt(pos)!
    const type = state.schema.nodes[choice.kind]!
    const isEmpty = here.isTextblock && here.content.size === 0
    if (isEmpty && choice.content !== 'none' && choice.content !== 'blocks') {
      tr.setBlockType(pos, pos + here.nodeSize, type, attributesFor(choice, here))
      tr.setSelection(TextSelection.create(tr.doc, pos + 1))
    } else {
      const made = type.createAndFill({ ...choice.entry.attributes })
      if (!made) return false
      const at = isEmpty ? pos : pos + here.nodeSize
      if (isEmpty) tr.replaceWith(pos, pos + here.nodeSize, made)
      else tr.insert(at, made)
      caretInto(tr, at, made)
    }
    dispatch?.(closeHistory(tr).scrollIntoView())
    return true
  }

/** Sets the caret into a new block, or for one without text into the block below it, which is made when missing. */
function caretInto(tr: Transaction, at: number, made: PMNode): void {
  if (!made.isAtom) {
    tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
    return
  }
  const after = at + made.nodeSize
  if (!tr.doc.resolve(after).nodeAfter?.isTextblock) {
    tr.insert(after, tr.doc.type.schema.nodes.paragraph!.create())
  }
  tr.setSelection(TextSelection.create(tr.doc, after + 1))
}

import { Fragment, type Node as PMNode, type ResolvedPos } from '@tiptap/pm/model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'
import { moveIndent } from '@/blocks/editing/indent'
import { CELL } from '@/blocks/table/cell-names'
import { CellSelection } from '@/blocks/table/cell-selection'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { BlockSelection } from './block-selection'
import {
  type BlockSpan,
  blockPosAround,
  indentOf,
  nodesOf,
  selectedSpan,
  spanWithFollowers,
  withNewIds,
} from './block-tree'
import { withAnnouncement } from './surface-state'

/**
 * What a person does to whole blocks. Each is a ProseMirror command: it answers whether it applies and, given
 * `dispatch`, does it in one transaction that one undo takes back.
 */
const oneStep = (tr: Transaction): Transaction => ownUndoStep(tr).scrollIntoView()

/** The span, widened to the containers that would be left empty without it. A cell stays when it is empty. */
export function emptiedParents(doc: PMNode, span: BlockSpan): BlockSpan {
  let { from, to } = span
  for (;;) {
    const $from = doc.resolve(from)
    const { parent } = $from
    if ($from.depth === 0 || to - from < parent.content.size || parent.type.name === CELL) return { from, to }
    from = $from.before()
    to = from + parent.nodeSize
  }
}

/** Takes blocks away, from between others. A page and a cell of which that was all keep one empty paragraph. */
export function takeOut(tr: Transaction, { from, to }: BlockSpan): void {
  const { parent } = tr.doc.resolve(from)
  if (to - from < parent.content.size) tr.delete(from, to)
  else tr.replaceWith(from, to, parent.type.schema.nodes.paragraph!.create({ id: newBlockId() }))
}

/** The same selection after its blocks went from `span.from` to `start`. */
function selectionMoved(doc: PMNode, selection: Selection, span: BlockSpan, start: number): Selection {
  const by = start - span.from
  if (selection instanceof BlockSelection) {
    return BlockSelection.create(doc, selection.anchorPos + by, selection.headPos + by)
  }
  if (selection instanceof NodeSelection) return NodeSelection.create(doc, selection.from + by)
  const end = start + span.to - span.from
  const within = (pos: number) => Math.min(Math.max(pos + by, start), end)
  return TextSelection.between(doc.resolve(within(selection.anchor)), doc.resolve(within(selection.head)))
}

/** Takes `nodes` (list items, paragraphs …) to where they fit: the first at most one deeper than what stands above. */
function fittingIndent(nodes: PMNode[], above: PMNode | null): PMNode[] {
  const first = nodes[0]!
  if (first.type.name !== 'listItem') return nodes
  const room = above?.type.name === 'listItem' ? indentOf(above) + 1 : 0
  const excess = indentOf(first) - room
  if (excess <= 0) return nodes
  return nodes.map((node) =>
    'indent' in node.attrs
      ? node.type.create(
          { ...node.attrs, indent: Math.max(0, indentOf(node) - excess) },
          node.content,
          node.marks,
        )
      : node,
  )
}

/**
 * Moves a span of blocks to `target`, a position between blocks of the old document, and says where it starts then.
 * `null` when it would stay where it is or may not stand there. The selection is the caller's to set.
 */
export function moveSpan(
  state: EditorState,
  span: BlockSpan,
  target: number,
): { tr: Transaction; start: number } | null {
  const { doc } = state
  if (target >= span.from && target <= span.to) return null
  const $target = doc.resolve(target)
  const taken = emptiedParents(doc, span)
  if (target > taken.from && target < taken.to) return null
  const nodes = fittingIndent(nodesOf(doc, span), $target.nodeBefore)
  const content = Fragment.fromArray(nodes)
  if (!$target.parent.canReplace($target.index(), $target.index(), content)) return null
  const tr = state.tr
  // The later of the two places first, so that no position needs mapping through its own change.
  if (target >= taken.to) tr.insert(target, content)
  takeOut(tr, taken)
  if (target < taken.to) tr.insert(target, content)
  const grown = tr.doc.content.size - doc.content.size
  const start = target >= taken.to ? target + grown - content.size : target
  return { tr: ownUndoStep(tr), start }
}

/** Out of the container around `$edge` at its start (-1) or end (1). From a column first into the one beside it. */
function outOf($edge: ResolvedPos, direction: -1 | 1): number | null {
  if ($edge.depth === 0) return null
  const out = direction === -1 ? $edge.before() : $edge.after()
  if ($edge.parent.type.name !== 'column' || $edge.depth < 2) return out
  const $out = $edge.doc.resolve(out)
  const beside = direction === -1 ? $out.nodeBefore : $out.nodeAfter
  if (beside?.type.name === 'column') return out + direction
  return beside ? out : direction === -1 ? $out.before() : $out.after()
}

/** Where the blocks go when they move up (-1) or down (1) by one: past a sibling with its followers, or out of a quote. */
function neighbourTarget(doc: PMNode, span: BlockSpan, direction: -1 | 1): number | null {
  const $from = doc.resolve(span.from)
  const $to = doc.resolve(span.to)
  const { parent } = $from
  if (direction === -1) {
    let index = $from.index() - 1
    const own = $from.nodeAfter ? indentOf($from.nodeAfter) : 0
    while (index > 0 && indentOf(parent.child(index)) > own) index--
    // The title of a toggle stays its title.
    if (index < 0 || (index === 0 && parent.type.name === 'toggle')) return outOf($from, -1)
    return $from.posAtIndex(index)
  }
  if (!$to.nodeAfter) return outOf($to, 1)
  return spanWithFollowers(doc, span.to).to
}

/** mod+shift+↑ and mod+shift+↓ (rulings 4). */
export const moveBlocks =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const span = selectedSpan(state)
    if (!span) return false
    const target = neighbourTarget(state.doc, span, direction)
    const moved = target === null ? null : moveSpan(state, span, target)
    if (!moved) return false
    const { tr, start } = moved
    tr.setSelection(selectionMoved(tr.doc, state.selection, span, start))
    const $start = tr.doc.resolve(start)
    withAnnouncement(
      tr,
      direction < 0
        ? t('Moved up: {at} of {count}', { at: $start.index() + 1, count: $start.parent.childCount })
        : t('Moved down: {at} of {count}', { at: $start.index() + 1, count: $start.parent.childCount }),
    )
    dispatch?.(oneStep(tr))
    return true
  }

/** mod+d: a copy below, with ids of its own; the selection goes to the copy. */
export const duplicateBlocks: Command = (state, dispatch) => {
  const span = selectedSpan(state)
  if (!span) return false
  if (dispatch) {
    const tr = state.tr.insert(span.to, withNewIds(Fragment.fromArray(nodesOf(state.doc, span))))
    tr.setSelection(selectionMoved(tr.doc, state.selection, span, span.to))
    dispatch(oneStep(tr))
  }
  return true
}

/** Deletes the blocks; the caret goes to the end of what stands before. A page keeps one empty paragraph. */
export const deleteBlocks: Command = (state, dispatch) => {
  const span = selectedSpan(state)
  if (!span) return false
  if (dispatch) {
    const taken = emptiedParents(state.doc, span)
    const tr = state.tr
    takeOut(tr, taken)
    const $from = tr.doc.resolve(Math.min(taken.from, tr.doc.content.size))
    tr.setSelection(Selection.near($from, $from.nodeBefore ? -1 : 1))
    dispatch(oneStep(tr))
  }
  return true
}

/** Does "below this block" mean below the container it stands in? So it is with all that holds blocks. */
const isLeft = ($block: ResolvedPos): boolean =>
  ['blockquote', 'callout', 'toggle', 'column', 'columnGroup', 'tableCell', 'tableRow', 'table'].includes(
    $block.parent.type.name,
  )

/** mod+enter and mod+shift+enter: an empty paragraph below or above, out of the quote or code block one is in. */
export const insertParagraph =
  (where: 'below' | 'above'): Command =>
  (state, dispatch) => {
    const { $from, $to } = state.selection
    const $pos = where === 'below' ? $to : $from
    let pos = state.selection instanceof BlockSelection ? null : blockPosAround($pos)
    if (state.selection instanceof BlockSelection) {
      pos = where === 'below' ? $to.pos - ($to.nodeBefore?.nodeSize ?? 0) : $from.pos
    }
    if (pos === null) return false
    let $block = state.doc.resolve(pos)
    while ($block.depth > 0 && isLeft($block)) $block = state.doc.resolve($block.before())
    const at = where === 'below' ? $block.pos + ($block.nodeAfter?.nodeSize ?? 0) : $block.pos
    if (dispatch) dispatch(oneStep(insertEmptyAt(state, at)))
    return true
  }

/** A transaction that puts an empty paragraph at `pos` with the caret in it. */
export function insertEmptyAt(state: EditorState, pos: number): Transaction {
  const tr = state.tr.insert(pos, state.schema.nodes.paragraph!.create())
  return tr.setSelection(TextSelection.create(tr.doc, pos + 1))
}

/** Tab and shift+Tab while blocks are selected: all of them one level (in text the kinds do it themselves). */
export const indentBlocks =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    if (!(state.selection instanceof BlockSelection)) return false
    const { tr } = state
    if (moveIndent(by)(state, tr, true)) dispatch?.(oneStep(tr))
    return true
  }

/** Escape: selects the block with its followers; a second time the block around it. From cells: their table. */
export const selectBlock: Command = (state, dispatch) => {
  const { selection, doc } = state
  let span: BlockSpan | null
  if (selection instanceof BlockSelection) {
    if (selection.$from.depth === 0) return false
    const pos = selection.$from.before()
    span = { from: pos, to: pos + selection.$from.parent.nodeSize }
  } else if (selection instanceof CellSelection) {
    const { pos, node } = selection.table
    span = { from: pos, to: pos + node.nodeSize }
  } else span = selectedSpan(state)
  if (!span) return false
  dispatch?.(state.tr.setSelection(BlockSelection.between(doc, span.from, span.to)))
  return true
}

/** Arrows while blocks are selected: to the next or previous block, or (`extend`) one more. */
export const stepBlockSelection =
  (direction: -1 | 1, extend: boolean): Command =>
  (state, dispatch) => {
    const { selection, doc } = state
    if (!(selection instanceof BlockSelection)) return false
    const $head = doc.resolve(selection.headPos)
    let next: number | null
    if (direction === 1) {
      let $after = extend ? doc.resolve(selection.headPos + ($head.nodeAfter?.nodeSize ?? 0)) : selection.$to
      while (!$after.nodeAfter && $after.depth > 0) $after = doc.resolve($after.after())
      next = $after.nodeAfter ? $after.pos : null
    } else {
      const edge = extend ? $head : selection.$from
      next = edge.nodeBefore ? edge.pos - edge.nodeBefore.nodeSize : edge.depth > 0 ? edge.before() : null
    }
    if (next === null) return true
    const anchor = extend ? selection.anchorPos : next
    dispatch?.(state.tr.setSelection(BlockSelection.create(doc, anchor, next)).scrollIntoView())
    return true
  }

/** Enter while blocks are selected: the caret goes to the end of the last selected text. */
export const enterBlock: Command = (state, dispatch) => {
  const { selection } = state
  if (!(selection instanceof BlockSelection)) return false
  const inside = Selection.findFrom(state.doc.resolve(selection.to), -1, true)
  if (inside && inside.from > selection.from) {
    dispatch?.(state.tr.setSelection(inside).scrollIntoView())
    return true
  }
  return insertParagraph('below')(state, dispatch)
}

/** Typing while blocks are selected: the text stands in a paragraph in their place. */
export function replaceBlocksWithText(state: EditorState, text: string): Transaction | null {
  const { selection } = state
  if (!(selection instanceof BlockSelection)) return null
  const { from, to } = selection
  const paragraph = state.schema.nodes.paragraph!.create(null, text ? state.schema.text(text) : null)
  const tr = state.tr.replaceWith(from, to, paragraph)
  return oneStep(tr.setSelection(TextSelection.create(tr.doc, from + 1 + text.length)))
}

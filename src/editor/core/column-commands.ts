import type { Node as PMNode } from '@tiptap/pm/model'
import type { Command, EditorState, Transaction } from '@tiptap/pm/state'
import { columnShares, makeColumn, setShares, sideBySide } from '@/blocks/columns/column-commands'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { isRightToLeft } from '@/ui/key-in-row'
import { type Beside, besideTarget, isColumnOfGroup, type Side } from './beside'
import { emptiedParents, moveSpan, takeOut } from './block-commands'
import { BlockSelection } from './block-selection'
import { type BlockSpan, nodesOf, selectedSpan, spanWithFollowers } from './block-tree'
import { withAnnouncement } from './surface-state'

/**
 * Puts the blocks of a span into a new column beside the block at `target`, or beside the column there. `null` when they
 * are what they would stand beside. The selection is the caller's to set: the blocks start at `start`.
 */
export function moveBeside(
  state: EditorState,
  span: BlockSpan,
  { pos: target, side }: Beside,
): { tr: Transaction; start: number } | null {
  const { doc } = state
  const node = doc.nodeAt(target)
  if (!node || (target < span.to && target + node.nodeSize > span.from && span.from <= target)) return null
  const moved = nodesOf(doc, span)
  if (moved.some((block) => block.type.name === 'column')) return null
  const taken = emptiedParents(doc, span)
  const { tr } = state
  let newColumn: number
  if (isColumnOfGroup(doc.resolve(target))) {
    if (taken.from <= target && taken.to >= target + node.nodeSize) return null
    const group = doc.resolve(target).before()
    const at = side === 'left' ? target : target + node.nodeSize
    tr.insert(at, makeColumn(state.schema, moved))
    newColumn = at
    setShares(tr, group, null)
  } else {
    const whole = spanWithFollowers(doc, target)
    const inside = span.from >= whole.from && span.to <= whole.to
    if (inside && whole.from >= span.from) return null
    // Of what hangs on the block, that which is moved stands in the new column alone.
    const stays = inside
      ? { from: target, to: target + node.nodeSize }
      : { from: whole.from, to: span.from > whole.from ? Math.min(whole.to, span.from) : whole.to }
    if (span.from > stays.from && span.to < stays.to)
      return besideOwnContainer(state, span, target, side, moved)
    const group = sideBySide(nodesOf(doc, stays), moved, side)
    tr.replaceWith(stays.from, stays.to, group)
    newColumn = side === 'left' ? stays.from + 1 : stays.from + 1 + group.firstChild!.nodeSize
  }
  const mapped = { from: tr.mapping.map(taken.from, 1), to: tr.mapping.map(taken.to, -1) }
  const before = tr.steps.length
  takeOut(tr, mapped)
  const start = tr.mapping.slice(before).map(newColumn) + 1
  return { tr: ownUndoStep(tr), start }
}

/** A block that is taken out of the container it stands in, to stand beside that. */
function besideOwnContainer(
  state: EditorState,
  span: BlockSpan,
  target: number,
  side: Side,
  moved: readonly PMNode[],
): { tr: Transaction; start: number } | null {
  const taken = emptiedParents(state.doc, span)
  if (taken.from <= target) return null
  const { tr } = state
  takeOut(tr, taken)
  const node = tr.doc.nodeAt(target)
  if (!node) return null
  const group = sideBySide([node], moved, side)
  tr.replaceWith(target, target + node.nodeSize, group)
  const start = side === 'left' ? target + 2 : target + 2 + group.firstChild!.nodeSize
  return { tr: ownUndoStep(tr), start }
}

function selected(
  { tr, start }: { tr: Transaction; start: number },
  size: number,
  said: string,
): Transaction {
  tr.setSelection(BlockSelection.between(tr.doc, start, start + size))
  return withAnnouncement(tr, said).scrollIntoView()
}

/** Takes the selected blocks into a column of their own beside the block above: what dragging to its edge does. */
export const putBesideAbove: Command = (state, dispatch) => {
  const span = selectedSpan(state)
  const above = span && state.doc.resolve(span.from).nodeBefore
  if (!span || !above) return false
  const $above = state.doc.resolve(span.from - above.nodeSize)
  // Columns get one more; else the last block with the indent of the first: what hangs on it goes along.
  const target = besideTarget(
    above.type.name === 'columnGroup' ? state.doc.resolve($above.pos + above.nodeSize - 2) : $above,
  )
  if (target === null || (target !== $above.pos && state.doc.nodeAt(target)?.type.name !== 'column'))
    return false
  const moved = moveBeside(state, span, { pos: target, side: 'right' })
  if (!moved) return false
  dispatch?.(selected(moved, span.to - span.from, t('Moved into a column')))
  return true
}

/** Takes the selected blocks to the end of the column that is next to theirs on this side of the screen. */
export const moveToColumn =
  (side: Side): Command =>
  (state, dispatch, view) => {
    const span = selectedSpan(state)
    if (!span) return false
    // Whether it can be done is asked without a view.
    const page = view?.dom ?? globalThis.document?.documentElement
    const isEarlier = (side === 'left') !== (page !== undefined && isRightToLeft(page))
    const $from = state.doc.resolve(span.from)
    let depth = $from.depth
    while (depth > 0 && $from.node(depth).type.name !== 'column') depth--
    if (depth === 0) return false
    const index = $from.index(depth - 1) + (isEarlier ? -1 : 1)
    const group = $from.node(depth - 1)
    if (index < 0 || index >= group.childCount) return false
    const end = $from.posAtIndex(index, depth - 1) + group.child(index).nodeSize - 1
    const moved = moveSpan(state, span, end)
    if (!moved) return false
    const said =
      side === 'left' ? t('Moved to the column on the left') : t('Moved to the column on the right')
    dispatch?.(selected(moved, span.to - span.from, said))
    return true
  }

/** The group of columns around the selection, with the position before it. */
function groupAround({ selection }: EditorState): { node: PMNode; pos: number } | null {
  const { $from } = selection
  if (selection instanceof BlockSelection && $from.nodeAfter?.type.name === 'columnGroup')
    return { node: $from.nodeAfter, pos: $from.pos }
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type.name === 'columnGroup') return { node, pos: $from.before(depth) }
  }
  return null
}

/** Gives the columns around the selection these shares of the row (percent), or equal ones. */
export const shareColumns =
  (shares: readonly number[] | null): Command =>
  (state, dispatch) => {
    const group = groupAround(state)
    if (!group || (shares && group.node.childCount !== shares.length)) return false
    const { tr } = state
    setShares(tr, group.pos, shares)
    if (!tr.docChanged) return false
    dispatch?.(ownUndoStep(tr))
    return true
  }

/** Have the columns around the selection these shares already? */
export function hasShares(state: EditorState, shares: readonly number[]): boolean {
  const group = groupAround(state)
  return group !== null && columnShares(group.node).join() === shares.join()
}

/** Goes to the border between the columns around the selection, which the arrow keys then move. */
export const focusBorder: Command = (state, _dispatch, view) => {
  const group = groupAround(state)
  if (!group || group.node.childCount < 2) return false
  const dom = view?.nodeDOM(group.pos)
  if (dom instanceof HTMLElement) {
    const { $from } = state.selection
    const depth = [...Array($from.depth + 1).keys()].find((at) => $from.node(at) === group.node)
    const index = depth === undefined ? 1 : Math.max(1, $from.index(depth))
    const borders = dom.querySelectorAll<HTMLElement>(':scope > [data-kind="column"] > .column-border')
    borders[index]?.focus()
  }
  return true
}

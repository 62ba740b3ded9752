import type { EditorView } from '@tiptap/pm/view'
import { moveSpan } from './block-commands'
import { BlockSelection } from './block-selection'
import { type BlockSpan, blockPosAround, nodesOf, selectedSpan, spanWithFollowers } from './block-tree'
import { withAnnouncement } from './surface-state'

/** A place between two blocks, and where on the screen its line is drawn (viewport coordinates). */
export interface DropPlace {
  pos: number
  top: number
  left: number
  width: number
}

/** The element of the block before which `pos` stands. */
export function blockElement(view: EditorView, pos: number): HTMLElement | null {
  const dom = view.nodeDOM(pos)
  return dom instanceof HTMLElement ? dom : null
}

/**
 * The block at a height of the screen. A quote whose first block is meant answers with the quote, so that quotes
 * can be taken as a whole.
 */
export function blockAtHeight(view: EditorView, y: number): number | null {
  const box = view.dom.getBoundingClientRect()
  const last = view.dom.lastElementChild?.getBoundingClientRect()
  if (!last || y < box.top || y > last.bottom + 4) return null
  const found = view.posAtCoords({ left: box.left + box.width / 2, top: y })
  if (!found) return null
  const at = found.inside >= 0 ? found.inside : found.pos
  let pos = blockPosAround(
    view.state.doc.resolve(Math.min(at + (found.inside >= 0 ? 1 : 0), view.state.doc.content.size)),
  )
  if (found.inside >= 0 && view.state.doc.nodeAt(found.inside)?.isAtom) pos = found.inside
  if (pos === null) return null
  let $pos = view.state.doc.resolve(pos)
  while ($pos.depth > 0 && $pos.index() === 0) $pos = view.state.doc.resolve($pos.before())
  return $pos.pos
}

/** What is dragged by the handle of the block at `pos`: all selected blocks when it is one of them. */
export function draggedSpan(view: EditorView, pos: number): BlockSpan {
  const { state } = view
  const own = spanWithFollowers(state.doc, pos)
  const selected = selectedSpan(state)
  const several =
    selected && (state.selection instanceof BlockSelection || nodesOf(state.doc, selected).length > 1)
  return several && selected.from <= own.from && selected.to >= own.to && !state.selection.empty
    ? selected
    : own
}

/** Where the dragged blocks would go if they were dropped at this point; `null` outside of the text. */
export function dropPlace(view: EditorView, x: number, y: number): DropPlace | null {
  const box = view.dom.getBoundingClientRect()
  const first = view.dom.firstElementChild?.getBoundingClientRect()
  const last = view.dom.lastElementChild?.getBoundingClientRect()
  if (!first || !last) return null
  const inner = Math.min(Math.max(y, first.top + 1), last.bottom - 1)
  const found = view.posAtCoords({ left: box.left + box.width / 2, top: inner })
  if (!found) return null
  const { doc } = view.state
  const isAtom = found.inside >= 0 && doc.nodeAt(found.inside)?.isAtom
  let pos = isAtom ? found.inside : blockPosAround(doc.resolve(found.pos))
  if (pos === null) return null
  let element = blockElement(view, pos)
  if (!element) return null
  let rect = element.getBoundingClientRect()
  const above = inner < rect.top + rect.height / 2
  // At the edge of a quote, the pointer left of what it holds means before or after the quote itself.
  for (;;) {
    const $pos = doc.resolve(pos)
    const atEdge = above ? $pos.index() === 0 : $pos.index() === $pos.parent.childCount - 1
    if ($pos.depth === 0 || !atEdge || x >= rect.left) break
    pos = $pos.before()
    element = blockElement(view, pos)
    if (!element) return null
    rect = element.getBoundingClientRect()
  }
  const node = doc.nodeAt(pos)!
  const $gap = doc.resolve(above ? pos : pos + node.nodeSize)
  const neighbour = above
    ? $gap.nodeBefore && blockElement(view, $gap.pos - $gap.nodeBefore.nodeSize)
    : $gap.nodeAfter && blockElement(view, $gap.pos)
  const edge = above ? rect.top : rect.bottom
  const other = neighbour?.getBoundingClientRect()
  const top = other ? (edge + (above ? other.bottom : other.top)) / 2 : edge
  return { pos: $gap.pos, top, left: rect.left, width: rect.width }
}

/** Moves the blocks to where they were dropped and selects them; `false` when they stay where they are. */
export function dropBlocks(view: EditorView, span: BlockSpan, target: number): boolean {
  const moved = moveSpan(view.state, span, target)
  if (!moved) return false
  const { tr, start } = moved
  tr.setSelection(BlockSelection.between(tr.doc, start, start + span.to - span.from))
  view.dispatch(withAnnouncement(tr, 'Moved'))
  view.focus()
  return true
}

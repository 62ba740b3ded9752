import type { EditorView } from '@tiptap/pm/view'
import { t } from '@/shared/i18n'
import { moveSpan } from './block-commands'
import { BlockSelection } from './block-selection'
import { type BlockSpan, nodesOf, selectedSpan, spanWithFollowers } from './block-tree'
import { moveBeside } from './column-commands'
import type { DropPlace } from './drag'
import { withAnnouncement } from './surface-state'

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

/** Moves the blocks to where they were dropped and selects them; `false` when they stay where they are. */
export function dropBlocks(view: EditorView, span: BlockSpan, place: DropPlace): boolean {
  const moved = place.beside
    ? moveBeside(view.state, span, place.beside)
    : moveSpan(view.state, span, place.pos)
  if (!moved) return false
  const { tr, start } = moved
  tr.setSelection(BlockSelection.between(tr.doc, start, start + span.to - span.from))
  view.dispatch(withAnnouncement(tr, place.beside ? t('Moved into a column') : t('Moved')))
  view.focus()
  return true
}

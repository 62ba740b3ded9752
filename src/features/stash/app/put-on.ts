import type { Fragment } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Block } from '@/blocks'
import { ownUndoStep } from '@/document'
import { filterIds, fragmentFromBlocks } from '@/editor/clipboard/slices'
import { hasBlockId } from '@/editor/core/block-ids'
import { BlockSelection } from '@/editor/core/block-selection'
import { blockPosAround, spanWithFollowers } from '@/editor/core/block-tree'
import { withAnnouncement } from '@/editor/core/surface-state'
import { t } from '@/shared/i18n'

/** The place below the block with the caret, or below what is around it, where these blocks may stand. */
function placeBelowCaret(state: EditorState, content: Fragment): number {
  const { selection, doc } = state
  let pos = selection instanceof BlockSelection ? selection.headPos : blockPosAround(selection.$head)
  while (pos !== null) {
    const at = spanWithFollowers(doc, pos).to
    const $at = doc.resolve(at)
    if ($at.parent.canReplace($at.index(), $at.index(), content)) return at
    pos = $at.depth > 0 ? $at.before() : null
  }
  return doc.content.size
}

/**
 * Puts blocks on a page, at a position between blocks or below the caret, and selects them. They keep their ids where the
 * page does not have them yet. An empty paragraph with the caret makes room for them. Answers their ids; null where they do not stand: on a page
 * that was left, and on one whose editor does not take them.
 */
export function putOn(view: EditorView, blocks: readonly Block[], at: number | null): string[] | null {
  if (view.isDestroyed) return null
  const { state } = view
  const { doc, selection } = state
  const content = filterIds(fragmentFromBlocks(state.schema, blocks), (id) => !hasBlockId(state, id))
  const pos = at ?? placeBelowCaret(state, content)
  const tr: Transaction = state.tr.insert(pos, content)
  let start = pos
  const { $head } = selection
  const isOnEmpty = at === null && selection.empty && $head.parent.type.name === 'paragraph'
  if (isOnEmpty && $head.parent.content.size === 0 && $head.after() === pos && doc.content.size > 0) {
    tr.delete($head.before(), $head.after())
    start = $head.before()
  }
  tr.setSelection(BlockSelection.between(tr.doc, start, start + content.size))
  view.dispatch(withAnnouncement(ownUndoStep(tr).scrollIntoView(), t('Put back')))
  if (view.isDestroyed || view.state.doc.eq(doc)) return null
  view.focus()
  const ids: string[] = []
  view.state.doc.nodesBetween(
    start,
    Math.min(start + content.size, view.state.doc.content.size),
    ({ attrs }) => {
      if (typeof attrs.id === 'string') ids.push(attrs.id)
      return false
    },
  )
  return ids
}

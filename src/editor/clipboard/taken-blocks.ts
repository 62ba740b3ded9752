import { closeHistory } from '@tiptap/pm/history'
import type { Fragment, Node as PMNode } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Block, blocksFromDoc } from '@/blocks'
import { deleteBlocks } from '../core/block-commands'
import { hasBlockId } from '../core/block-ids'
import { BlockSelection } from '../core/block-selection'
import { type BlockSpan, blockPosAround, nodesOf, selectedSpan, spanWithFollowers } from '../core/block-tree'
import { withAnnouncement } from '../core/surface-state'
import { filterIds, fragmentFromBlocks } from './slices'

/** The selected blocks as they are now. */
export interface Taken {
  ids: string[]
  blocks: Block[]
}

const blocksOf = (state: EditorState, span: BlockSpan): Block[] =>
  blocksFromDoc(state.schema.nodes.doc!.create(null, nodesOf(state.doc, span)))

/** What would leave the page: the selected blocks, or the one with the caret. */
export function selectedBlocks(state: EditorState): Taken | null {
  const span = selectedSpan(state)
  const blocks = span ? blocksOf(state, span) : []
  return blocks.length > 0 ? { ids: blocks.map(({ id }) => id), blocks } : null
}

function spanOf(doc: PMNode, ids: readonly string[]): BlockSpan | null {
  let span: BlockSpan | null = null
  doc.descendants((node, pos, parent) => {
    if (span) return false
    if (node.attrs.id !== ids[0]) return !node.isTextblock
    let to = pos
    const index = doc.resolve(pos).index()
    for (let i = 0; i < ids.length; i++) {
      const sibling = parent!.maybeChild(index + i)
      if (!sibling || sibling.attrs.id !== ids[i]) return false
      to += sibling.nodeSize
    }
    span = { from: pos, to }
    return false
  })
  return span
}

/**
 * Takes these blocks off the page, in one step of undo; `false` when they are not there any more as they were: somebody
 * has written in them, or moved them. `said` is what people who listen are told.
 */
export function takeOff(view: EditorView, { ids, blocks }: Taken, said: string): boolean {
  const { state } = view
  const span = spanOf(state.doc, ids)
  if (!span || JSON.stringify(blocksOf(state, span)) !== JSON.stringify(blocks)) return false
  const { tr } = state
  view.dispatch(tr.setSelection(BlockSelection.between(tr.doc, span.from, span.to)))
  return deleteBlocks(view.state, (made) => view.dispatch(withAnnouncement(made, said)))
}

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
 * page does not have them yet. An empty paragraph with the caret makes room for them.
 */
export function putOn(view: EditorView, blocks: readonly Block[], at: number | null): void {
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
  view.dispatch(withAnnouncement(closeHistory(tr).scrollIntoView(), 'Put back'))
  view.focus()
}

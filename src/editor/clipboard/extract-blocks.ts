import type { Node as PMNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Block, blocksFromDoc } from '@/blocks'
import { deleteBlocks } from '../core/block-commands'
import { BlockSelection } from '../core/block-selection'
import { type BlockSpan, nodesOf, selectedSpan } from '../core/block-tree'
import { withAnnouncement } from '../core/surface-state'

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
export function extractBlocks(view: EditorView, { ids, blocks }: Taken, said: string): boolean {
  const { state } = view
  const span = spanOf(state.doc, ids)
  if (!span || JSON.stringify(blocksOf(state, span)) !== JSON.stringify(blocks)) return false
  const { tr } = state
  view.dispatch(tr.setSelection(BlockSelection.between(tr.doc, span.from, span.to)))
  return deleteBlocks(view.state, (made) => view.dispatch(withAnnouncement(made, said)))
}

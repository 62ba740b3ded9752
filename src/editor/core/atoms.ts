import type { Node as PMNode } from '@tiptap/pm/model'
import { type Command, type EditorState, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import { atomKind, blockKind } from '@/blocks'
import { mentionedPage } from '@/blocks/mention/mention'
import { openAddress } from '../open-address'
import type { EditorHost } from '../source'
import { BlockSelection } from './block-selection'
import { withPopup } from './surface-state'

/** The panel in which a block or atom of this kind is edited, if it has one. */
export const panelOf = (kind: string): string | null =>
  (atomKind(kind) ?? blockKind(kind))?.insert.find((entry) => entry.panel)?.panel ?? null

/** The one atom or block without text that is selected as a whole. */
function selectedLeaf(state: EditorState): { node: PMNode; pos: number } | null {
  const { selection, doc } = state
  if (selection instanceof NodeSelection) return { node: selection.node, pos: selection.from }
  if (!(selection instanceof BlockSelection)) return null
  const node = doc.nodeAt(selection.from)
  return node && selection.from + node.nodeSize === selection.to ? { node, pos: selection.from } : null
}

/** Enter on a selected atom, or block that is edited in a panel: the panel opens; a mentioned page does (product.md 2.12). */
const enterLeaf =
  (host: () => EditorHost): Command =>
  (state, dispatch) => {
    const leaf = selectedLeaf(state)
    if (!leaf?.node.isLeaf) return false
    const page = leaf.node.type.name === 'mention' ? mentionedPage(leaf.node.attrs.key) : null
    if (page !== null) {
      if (dispatch) openAddress(page, host())
      return true
    }
    const name = panelOf(leaf.node.type.name)
    if (name === null) return false
    dispatch?.(withPopup(state.tr, { kind: 'block-panel', name, pos: leaf.pos }))
    return true
  }

/** The caret goes behind an atom, with the focus in the text; a block stays selected. */
export function caretBehind(state: EditorState, pos: number) {
  const node = state.doc.nodeAt(pos)
  const tr = withPopup(state.tr, null)
  return node?.isInline ? tr.setSelection(TextSelection.create(tr.doc, pos + node.nodeSize)) : tr
}

/** What keys do with a selected atom. The arrows, Backspace and Delete are ProseMirror's: select it, go on, take it away. */
export const atomKeys = (host: () => EditorHost) =>
  new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
          return false
        return view.editable && enterLeaf(host)(view.state, view.dispatch, view)
      },
    },
  })

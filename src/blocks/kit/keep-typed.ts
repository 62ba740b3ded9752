import type { EditorView } from '@tiptap/pm/view'

type Attributes = Readonly<Record<string, unknown>>

/**
 * Stores what was typed in a field of a block whose elements are taken away before it could be stored, as when somebody
 * else moves the block: once the editor is done with that, the block gets it wherever it stands now. `typed` may depend on what the block
 * says by then.
 */
export function keepTyped(
  view: EditorView,
  id: unknown,
  typed: Attributes | ((now: Attributes) => Attributes),
): void {
  if (typeof id !== 'string') return
  queueMicrotask(() => {
    if (view.isDestroyed || !view.editable) return
    const { tr } = view.state
    view.state.doc.descendants((node, pos) => {
      if (node.attrs.id === id)
        for (const [name, value] of Object.entries(typeof typed === 'function' ? typed(node.attrs) : typed))
          if (node.attrs[name] !== value) tr.setNodeAttribute(pos, name, value)
      return !node.isTextblock
    })
    if (tr.docChanged) view.dispatch(tr)
  })
}

const LEAVING = 'sheaf-leaving'

/**
 * Calls `store` while the editor is there to the last: the tab is closed, or the editor is about to be taken down. Returns its
 * undo. For fields of blocks that are stored a moment after the last key.
 */
export function beforeLeaving(view: EditorView, store: () => void): () => void {
  // Before others who listen for it: they send what is stored here.
  window.addEventListener('pagehide', store, true)
  view.dom.addEventListener(LEAVING, store)
  return () => {
    window.removeEventListener('pagehide', store, true)
    view.dom.removeEventListener(LEAVING, store)
  }
}

/** Lets the fields of all blocks store what was typed in them. To be called before an editor is destroyed. */
export function tellLeaving(view: EditorView): void {
  view.dom.dispatchEvent(new Event(LEAVING))
}

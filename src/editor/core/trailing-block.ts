import { NodeSelection, Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { insertEmptyAt } from './block-commands'

/** Does the selection stand at the very end of a page whose last block is no plain paragraph? */
function isAtEnd(view: EditorView): boolean {
  const { selection, doc } = view.state
  if (doc.lastChild?.type.name === 'paragraph') return false
  if (selection instanceof NodeSelection) return selection.to === doc.content.size
  if (!(selection instanceof TextSelection) || !selection.empty) return false
  const last = Selection.findFrom(doc.resolve(doc.content.size), -1, true)
  return last?.$head.parent === selection.$head.parent && view.endOfTextblock('down')
}

/** The arrow down at the end of the page gives a paragraph to write in, below whatever the page ends with. */
export const trailingBlock = () =>
  new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        const isPlain = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)
        if (event.key !== 'ArrowDown' || !isPlain || event.isComposing || !view.editable) return false
        if (!isAtEnd(view)) return false
        view.dispatch(insertEmptyAt(view.state, view.state.doc.content.size).scrollIntoView())
        return true
      },
    },
  })

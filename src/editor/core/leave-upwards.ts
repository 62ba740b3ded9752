import { GapCursor } from '@tiptap/pm/gapcursor'
import { Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { EditorHost } from '../source'

/** Does the caret stand in the first line of the page's text? */
function isInFirstLine(view: EditorView): boolean {
  const { selection, doc } = view.state
  if (selection instanceof GapCursor) return selection.head === 0
  if (!(selection instanceof TextSelection) || !selection.empty) return false
  return Selection.atStart(doc).$head.parent === selection.$head.parent && view.endOfTextblock('up')
}

/** The arrow up in the first line leads to what stands above the text, as the arrow down in the title leads here. */
export const leaveUpwards = (host: () => EditorHost) =>
  new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        const isPlain = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)
        const { leaveUpwards: leave } = host()
        if (event.key !== 'ArrowUp' || !isPlain || event.isComposing || !leave || !isInFirstLine(view))
          return false
        leave()
        return true
      },
    },
  })

import { Plugin, Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** What ProseMirror reads the browser's selection with; its types keep it to themselves. */
type Reading = EditorView & { domObserver: { flush(): void } }

const MOVES = /^(?:Arrow|Page|Home|End)/

/**
 * Keeps the caret of the browser and of the page one.
 *
 * Reads where the browser has put the caret before the next key is handled. Arrow keys are the browser's own, and it tells
 * of the new place a moment later: when keys come quickly, or the page is busy, after the next key press, which would
 * then work at the old place.
 *
 * A window that closes gives the page the focus back; the browser would put the caret at its start, and tell of that before
 * ProseMirror has put it back.
 */
export function movedCaret(): Plugin {
  let mayHaveMoved = false
  let isPressed = false
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view, event) {
          if (mayHaveMoved && !view.composing && event.keyCode !== 229) (view as Reading).domObserver.flush()
          mayHaveMoved = MOVES.test(event.key)
          return false
        },
        mousedown() {
          isPressed = true
          // The focus that a press brings comes at once, and the press says where the caret stands.
          setTimeout(() => {
            isPressed = false
          })
          return false
        },
        focus(view) {
          if (!isPressed && isAtStart(view)) view.focus()
          return false
        },
      },
    },
  })
}

/** Has the browser its caret at the start of the page, or elsewhere than in it? What its own search has found is neither. */
function isAtStart(view: EditorView): boolean {
  const { dom, state } = view
  const { anchorNode, anchorOffset = 0, isCollapsed = true } = dom.ownerDocument.getSelection() ?? {}
  if (!anchorNode || !dom.contains(anchorNode)) return true
  return isCollapsed && view.posAtDOM(anchorNode, anchorOffset) <= Selection.atStart(state.doc).from
}

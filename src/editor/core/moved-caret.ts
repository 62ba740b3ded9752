import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** What ProseMirror reads the browser's selection with; its types keep it to themselves. */
type Reading = EditorView & { domObserver: { flush(): void } }

const MOVES = /^(?:Arrow|Page|Home|End)/

/**
 * Reads where the browser has put the caret before the next key is handled. Arrow keys are the browser's own, and it tells
 * of the new place a moment later: when keys come quickly, or the page is busy, after the next key press, which would
 * then work at the old place.
 */
export function movedCaret(): Plugin {
  let mayHaveMoved = false
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view, event) {
          if (mayHaveMoved && !view.composing && event.keyCode !== 229) (view as Reading).domObserver.flush()
          mayHaveMoved = MOVES.test(event.key)
          return false
        },
      },
    },
  })
}

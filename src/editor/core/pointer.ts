import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { openAddress } from '../open-address'
import type { EditorHost } from '../source'

/**
 * A click on a link follows it, as a tap does when the page is read-only. While editing, a tap with a finger puts
 * the caret there instead and the link's bar offers to open it.
 */
function clickLink(view: EditorView, event: MouseEvent, host: EditorHost): boolean {
  const anchor = (event.target as Element).closest?.('a[href]')
  if (!anchor || !view.dom.contains(anchor) || event.button !== 0 || event.shiftKey || event.altKey)
    return false
  event.preventDefault()
  const byFinger = (event as PointerEvent).pointerType === 'touch'
  // A mention is selected by the press itself, and has no bar.
  const isMention = anchor.hasAttribute('data-atom')
  // With Control or Command held ProseMirror selects what was pressed.
  const isNewTab = event.ctrlKey || event.metaKey
  if (view.editable && !isMention && !isNewTab && (byFinger || !view.state.selection.empty)) return false
  openAddress(anchor.getAttribute('href') ?? '', host, { isNewTab })
  return true
}

/** What the mouse does in the text besides setting the caret. */
export const pointerPlugin = (host: () => EditorHost) =>
  new Plugin({
    props: {
      handleDOMEvents: {
        click: (view, event) => clickLink(view, event, host()),
      },
    },
  })

import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { openAddress } from '../open-address'
import type { EditorHost } from '../source'
import { insertEmptyAt } from './block-commands'

/** A press under the last block: the caret goes into an empty paragraph there, made when there is none. */
function pressBelow(view: EditorView, event: MouseEvent): boolean {
  const { lastChild, content } = view.state.doc
  const last = view.dom.lastElementChild
  if (event.button !== 0 || event.target !== view.dom || !view.editable || !lastChild || !last) return false
  if (event.clientY <= last.getBoundingClientRect().bottom) return false
  event.preventDefault()
  view.focus()
  if (lastChild.type.name === 'paragraph' && lastChild.content.size === 0) {
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, content.size - 1)))
  } else view.dispatch(insertEmptyAt(view.state, content.size).scrollIntoView())
  return true
}

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
  if (view.editable && !isMention && (byFinger || !view.state.selection.empty)) return false
  openAddress(anchor.getAttribute('href') ?? '', host)
  return true
}

/** What the mouse does in the text besides setting the caret. */
export const pointerPlugin = (host: () => EditorHost) =>
  new Plugin({
    props: {
      handleDOMEvents: {
        mousedown: pressBelow,
        click: (view, event) => clickLink(view, event, host()),
      },
    },
  })

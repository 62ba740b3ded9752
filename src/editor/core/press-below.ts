import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { insertEmptyAt } from './block-commands'

/** Pixels to the left and right of the text that still count as below it. */
const MARGIN = 96

/** Is `target` the empty part of the editor, or around it and around no other editor? */
const isAround = (view: EditorView, target: EventTarget | null): boolean =>
  target === view.dom ||
  (target instanceof Element &&
    target.contains(view.dom) &&
    target.querySelectorAll('.page-body').length === 1)

/** Is this a plain press on nothing, between the last block and the end of the editor, and not far beside the column? */
export function isBelow(view: EditorView, event: MouseEvent): boolean {
  const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey
  if (event.button !== 0 || hasModifier || !view.editable || !isAround(view, event.target)) return false
  const last = view.dom.lastElementChild
  if (!last) return false
  const { clientX: x, clientY: y } = event
  const { left, right, bottom } = view.dom.getBoundingClientRect()
  return y > last.getBoundingClientRect().bottom && y <= bottom && x >= left - MARGIN && x <= right + MARGIN
}

/**
 * Puts the caret where one writes on: behind the last words when the page ends with a paragraph, else into a new one
 * below what it ends with. The page of a paragraph, an empty one too, is not changed by this.
 */
export function writeAtEnd(view: EditorView): void {
  const { state } = view
  const { lastChild, content } = state.doc
  view.focus()
  const tr =
    lastChild?.type.name === 'paragraph'
      ? state.tr.setSelection(TextSelection.create(state.doc, content.size - 1))
      : insertEmptyAt(state, content.size)
  view.dispatch(tr.scrollIntoView())
}

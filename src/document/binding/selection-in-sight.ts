import { type Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** The little of the DOM that is used here: this folder type-checks without a browser. */
interface Range {
  anchorNode: object | null
  anchorOffset: number
  focusNode: object | null
  focusOffset: number
}

/**
 * What ProseMirror reads the browser's selection with; its types keep it to themselves (docs/patched-libraries.md). A view
 * without a screen has none of it.
 */
interface Reading {
  dom: { contains(node: object): boolean }
  domSelectionRange?(): Range
  domObserver: { currentSelection: { eq(range: Range): boolean } }
  posAtDOM(node: object, offset: number): number
}

/**
 * The selection as the person sees it. The browser tells of a caret that a key or the mouse has moved a moment later, on a
 * busy page much later: what others write meanwhile would be shown with the caret where it was before.
 */
export function selectionInSight(view: EditorView): Selection {
  const { selection, doc } = view.state
  const reading = view as unknown as Reading
  if (!(selection instanceof TextSelection) || view.composing) return selection
  const range = reading.domSelectionRange && view.hasFocus() ? reading.domSelectionRange() : null
  if (!range) return selection
  const { anchorNode, focusNode } = range
  if (!anchorNode || !focusNode || reading.domObserver.currentSelection.eq(range)) return selection
  if (!reading.dom.contains(anchorNode) || !reading.dom.contains(focusNode)) return selection
  const anchor = reading.posAtDOM(anchorNode, range.anchorOffset)
  const head = reading.posAtDOM(focusNode, range.focusOffset)
  return TextSelection.between(doc.resolve(anchor), doc.resolve(head))
}

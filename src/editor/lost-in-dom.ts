import type { Node } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** What an editor draws beside the words of a page: carets of others, placeholders, buttons. */
const DRAWN = '.ProseMirror-widget, .remote-caret, .ProseMirror-trailingBreak, [contenteditable="false"]'

/**
 * Words that stand in the block of the browser's own caret and did not come to the editor: what brings them in, with the
 * caret behind them, or null when there are none. An error while what was typed is being read leaves them there until the
 * block is next drawn.
 */
export function lostInDom(view: EditorView): Transaction | null {
  const { anchorNode } = view.dom.ownerDocument.getSelection() ?? {}
  if (!anchorNode || !view.dom.contains(anchorNode) || view.composing) return null
  const { doc, tr, schema } = view.state
  let $pos: ReturnType<Node['resolve']>
  try {
    $pos = doc.resolve(view.posAtDOM(anchorNode, 0))
  } catch {
    return null
  }
  const { parent } = $pos
  if (!parent.isTextblock || parent.childCount > 1) return null
  const element = view.nodeDOM($pos.before())
  if (!(element instanceof HTMLElement)) return null
  const copy = element.cloneNode(true) as HTMLElement
  for (const drawn of copy.querySelectorAll(DRAWN)) drawn.remove()
  const words = (copy.textContent ?? '').replaceAll('\u200b', '')
  if (words === parent.textContent || words.length <= parent.textContent.length) return null
  tr.replaceWith($pos.start(), $pos.end(), schema.text(words, parent.firstChild?.marks ?? []))
  const { $head } = view.state.selection
  const offset =
    $head.parent === parent ? $head.parentOffset + words.length - parent.textContent.length : words.length
  return tr.setSelection(TextSelection.create(tr.doc, $pos.start() + Math.min(offset, words.length)))
}

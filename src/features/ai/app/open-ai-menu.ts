import type { Editor } from '@tiptap/core'
import { withPopup } from '@/editor/core/surface-state'
import { holdAiPlace } from './ai-place'

/** Opens the AI menu of an editor about what is selected there now. */
export function openAiMenu(editor: Editor): void {
  if (editor.isDestroyed || !editor.view.editable) return
  const { view } = editor
  const { from, to, $from } = view.state.selection
  view.focus()
  // A caret in code is about all of it.
  const isInCode = from === to && $from.parent.type.name === 'codeBlock' && $from.parent.content.size > 0
  holdAiPlace(editor, isInCode ? { from: $from.start(), to: $from.end() } : { from, to })
  view.dispatch(withPopup(view.state.tr, { kind: 'contributed', name: 'ai' }))
}

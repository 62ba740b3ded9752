import type { Editor } from '@tiptap/core'
import { withPopup } from '@/editor/core/surface-state'
import { holdAiPlace } from './ai-place'

/** Opens the AI menu of an editor about what is selected there now. */
export function openAiMenu(editor: Editor): void {
  if (editor.isDestroyed || !editor.view.editable) return
  const { view } = editor
  const { from, to } = view.state.selection
  view.focus()
  holdAiPlace(editor, { from, to })
  view.dispatch(withPopup(view.state.tr, { kind: 'contributed', name: 'ai' }))
}

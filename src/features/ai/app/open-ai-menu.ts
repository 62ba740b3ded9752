import type { Editor } from '@tiptap/core'
import { withPopup } from '@/editor/core/surface-state'
import { aiPlacePlugin, hasAiPlace, withAiPlace } from './ai-place'

/** Opens the AI menu of an editor about what is selected there now. */
export function openAiMenu(editor: Editor): void {
  if (editor.isDestroyed || !editor.view.editable) return
  if (!hasAiPlace(editor.state)) editor.registerPlugin(aiPlacePlugin())
  const { view } = editor
  const { from, to } = view.state.selection
  view.focus()
  view.dispatch(withPopup(withAiPlace(view.state.tr, { from, to }), { kind: 'contributed', name: 'ai' }))
}

import type { Editor } from '@tiptap/core'
import { withPopup } from '@/editor/core/surface-state'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { holdAiPlace } from './ai-place'
import { goOnWith, type KeptRun, placeIn } from './kept-run'

/** Opens the AI menu of an editor about what is selected there now. */
export function openAiMenu(editor: Editor): void {
  if (editor.isDestroyed || !editor.view.editable) return
  const { view } = editor
  const { from, to, $from, ranges } = view.state.selection
  // An answer has one place to go to.
  if (ranges.length > 1)
    return void toast(t('AI works on one cell at a time. Choose one, or select the whole table.'))
  view.focus()
  // A caret in code is about all of it.
  const isInCode = from === to && $from.parent.type.name === 'codeBlock' && $from.parent.content.size > 0
  holdAiPlace(editor, isInCode ? { from: $from.start(), to: $from.end() } : { from, to })
  show(editor)
}

const show = ({ view }: Editor) =>
  view.dispatch(withPopup(view.state.tr, { kind: 'contributed', name: 'ai', staysWhenLocked: true }))

/** Opens the AI menu with what was asked before the tab was loaded again, about the text that it was about, if that is still there. */
export function openAiMenuAgain(editor: Editor, run: KeptRun): void {
  if (editor.isDestroyed || !editor.view.editable) return
  const { state } = editor.view
  const { to } = state.selection
  holdAiPlace(editor, placeIn(state.doc, run.place) ?? { from: to, to })
  goOnWith(run)
  show(editor)
}

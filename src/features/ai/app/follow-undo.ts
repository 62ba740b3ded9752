import type { EditorState } from '@tiptap/pm/state'
import { bindingOf } from '@/document'

type Undo = NonNullable<ReturnType<typeof bindingOf>>['undoManager']
type StackEvent = { stackItem: Undo['undoStack'][number]; type: 'undo' | 'redo' }

/**
 * Tells when the step that was done last in a live page is undone, and when it is done again, as long as the editor is open.
 * The stack holds another item of the step each time.
 */
export function followUndo(state: EditorState, onChange: (isTakenBack: boolean) => void): void {
  const undo = bindingOf(state)?.undoManager
  let step = undo?.undoStack.at(-1)
  if (!undo || !step) return
  let latest: typeof step | undefined
  undo.on('stack-item-added', ({ stackItem }: StackEvent) => {
    latest = stackItem
  })
  undo.on('stack-item-popped', ({ stackItem, type }: StackEvent) => {
    if (stackItem !== step) return
    step = latest
    onChange(type === 'undo')
  })
}

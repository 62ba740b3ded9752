import type { Editor } from '@tiptap/core'
import type { BlockCommand } from '@/blocks/editing/turn-into'
import type { ActionCommand } from '@/blocks/kit/action'
import { ownUndoStep } from '@/document'
import { withAnnouncement } from '../../core/surface-state'

/** Runs a command of the blocks in an editor, as a step of undo of its own, however fast the next one follows. */
export function runInTable({ view }: Editor, command: BlockCommand, said?: string): void {
  const tr = ownUndoStep(view.state.tr)
  if (command(view.state, tr, true)) view.dispatch(said ? withAnnouncement(tr, said) : tr)
}

/** Does the command apply to what is selected? */
export const applies = ({ state }: Editor, command: BlockCommand): boolean => command(state, state.tr, false)

/** A command of the blocks as that of an action. */
export const inTable =
  (command: BlockCommand): ActionCommand =>
  ({ editor }, apply) => {
    if (!editor?.view.editable || !applies(editor.editor, command)) return false
    if (apply) runInTable(editor.editor, command)
    return true
  }

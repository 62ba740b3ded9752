import type { Editor } from '@tiptap/core'
import type { BlockCommand } from '@/blocks/editing/turn-into'
import type { ActionCommand } from '@/blocks/kit/action'
import { moveColumnBy } from '@/blocks/table/table-commands'
import { ownUndoStep } from '@/document'
import { isRightToLeft } from '@/ui/key-in-row'
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

/** Moves the selected columns to this side of the screen. */
export const moveColumnTo =
  (side: 'left' | 'right'): ActionCommand =>
  (input, apply) => {
    const isBefore = (side === 'left') !== (input.editor !== null && isRightToLeft(input.editor.view.dom))
    return inTable(moveColumnBy(isBefore ? -1 : 1))(input, apply)
  }

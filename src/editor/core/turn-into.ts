import { closeHistory } from '@tiptap/pm/history'
import type { Command, EditorState } from '@tiptap/pm/state'
import { blockKind } from '@/blocks'
import {
  type BlockCommand,
  insertBlock,
  selectedTextBlocks,
  toggleBlock,
  turnInto,
} from '@/blocks/editing/turn-into'
import { blockPosAround } from './block-tree'
import { type BlockChoice, choiceOf } from './choices'

/** A command of the blocks as a ProseMirror command, in a step of its own for undo. */
const asCommand =
  (command: BlockCommand): Command =>
  (state, dispatch) => {
    const { tr } = state
    if (!command(state, tr, dispatch !== undefined)) return false
    dispatch?.(closeHistory(tr))
    return true
  }

/** Are the selected blocks this choice already? A quote counts for what stands in it. */
export function isAlready(state: EditorState, choice: BlockChoice): boolean {
  const { $from, $to } = state.selection
  if (choice.content === 'blocks') {
    for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
      if ($from.node(depth).type.name === choice.kind) return true
    }
    return false
  }
  const blocks = selectedTextBlocks(state.selection, state.doc)
  return blocks.length > 0 && blocks.every(({ node }) => choiceOf(node) === choice)
}

/** Turns the selected blocks into another kind, keeping text, place and id; a quote is put around or taken away. */
export function turnIntoChoice(choice: BlockChoice): Command {
  const definition = blockKind(choice.kind)!
  const command =
    choice.content === 'blocks'
      ? toggleBlock(definition, blockKind('paragraph')!)
      : turnInto(definition, choice.entry.attributes)
  return asCommand(command)
}

/**
 * Puts a new block of this choice where the caret is: an empty text block becomes it, after any other block it
 * stands below. `query` (the typed `/words`) is deleted in the same step.
 */
export const insertChoice = (choice: BlockChoice, query: { from: number; to: number } | null): Command =>
  asCommand((state, tr, apply) => {
    if (query) tr.delete(query.from, query.to)
    const pos = blockPosAround(tr.selection.$from)
    const here = pos === null ? null : tr.doc.nodeAt(pos)
    const becomes = here?.isTextblock && here.content.size === 0 && ['text', 'code'].includes(choice.content)
    const definition = blockKind(choice.kind)!
    const command = becomes ? turnInto : insertBlock
    return command(definition, choice.entry.attributes)(state, tr, apply)
  })

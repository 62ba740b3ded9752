import { type Command, type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { atomKind, blockKind } from '@/blocks'
import {
  type BlockCommand,
  insertBlock,
  selectedTextBlocks,
  toggleBlock,
  turnInto,
} from '@/blocks/editing/turn-into'
import { asUndoPart, ownUndoStep } from '@/document'
import { blockPosAround } from './block-tree'
import { type BlockChoice, choiceOf } from './choices'
import { withPopup } from './surface-state'

/** A command of the blocks as a ProseMirror command, in a step of its own for undo. */
const asCommand =
  (command: BlockCommand): Command =>
  (state, dispatch) => {
    const { tr } = state
    if (!command(state, tr, dispatch !== undefined)) return false
    dispatch?.(ownUndoStep(tr))
    return true
  }

/** Are the selected blocks this choice already? A quote counts for what stands in it. */
export function isAlready(state: EditorState, choice: BlockChoice): boolean {
  if (choice.entry.isActive) return choice.entry.isActive(state)
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
    choice.entry.turnInto ??
    (choice.content === 'blocks'
      ? toggleBlock(definition, blockKind('paragraph')!)
      : turnInto(definition, choice.entry.attributes))
  return asCommand(command)
}

/**
 * Puts a new block of this choice where the caret is: an empty text block becomes it, after any other block it
 * stands below. `query` (the typed `/words`) is deleted in the same step.
 */
export const insertChoice = (choice: BlockChoice, query: { from: number; to: number } | null): Command =>
  asCommand((state, tr, apply) => {
    if (query) tr.delete(query.from, query.to)
    if (choice.content === 'inline' && !choice.entry.insert) return insertAtom(choice, tr, apply)
    if (choice.entry.insert) {
      if (!choice.entry.insert(state, tr, apply)) return false
      if (apply) openPanel(choice, tr, aroundCaret(tr, choice.kind))
      return true
    }
    const pos = blockPosAround(tr.selection.$from)
    const here = pos === null ? null : tr.doc.nodeAt(pos)
    const becomes = here?.isTextblock && here.content.size === 0 && ['text', 'code'].includes(choice.content)
    const definition = blockKind(choice.kind)!
    const command = becomes ? turnInto : insertBlock
    if (!command(definition, choice.entry.attributes)(state, tr, apply)) return false
    if (apply) openPanel(choice, tr, blockBeforeCaret(tr, choice.kind))
    return true
  })

/** Puts an atom where the caret is, with the marks of the text there, or types what brings one. */
function insertAtom({ kind, entry }: BlockChoice, tr: Transaction, apply: boolean): boolean {
  const definition = atomKind(kind)!
  const { $from, from } = tr.selection
  const type = tr.doc.type.schema.nodes[kind]!
  if (!$from.parent.isTextblock || !$from.parent.canReplaceWith($from.index(), $from.index(), type))
    return false
  if (!apply) return true
  if (entry.types !== undefined) {
    const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, '', ' ')
    tr.insertText(`${/^\s?$/.test(before) ? '' : ' '}${entry.types}`).setMeta(TYPED, entry.types)
    return true
  }
  const attributes = { ...definition.fresh?.(new Date()), ...entry.attributes }
  tr.replaceSelectionWith(type.create(attributes), true)
  tr.setSelection(TextSelection.create(tr.doc, from + 1))
  openPanel({ entry }, tr, tr.selection.from - 1)
  return true
}

/** The mark of a transaction that has typed something for somebody, for what listens to typing. */
export const TYPED = 'typed'

/** The block of this kind that the caret is in. */
function aroundCaret(tr: Transaction, kind: string): number | null {
  const { $from } = tr.selection
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === kind) return $from.before(depth)
  return null
}

function blockBeforeCaret(tr: Transaction, kind: string): number | null {
  const { $from } = tr.selection
  if ($from.depth === 0) return null
  const block = tr.doc.resolve($from.before()).nodeBefore
  return block?.type.name === kind ? $from.before() - block.nodeSize : null
}

function openPanel({ entry }: Pick<BlockChoice, 'entry'>, tr: Transaction, pos: number | null): void {
  const node = pos === null ? null : tr.doc.nodeAt(pos)
  if (entry.panel === undefined || pos === null || !node) return
  const by = asUndoPart(tr, null)
  withPopup(tr, { kind: 'block-panel', name: entry.panel, pos, putIn: { node, by } })
}

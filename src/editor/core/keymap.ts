import { Extension } from '@tiptap/core'
import { baseKeymap } from '@tiptap/pm/commands'
import { closeHistory } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { type Command, Plugin, type Transaction } from '@tiptap/pm/state'
import {
  deleteBlocks,
  duplicateBlocks,
  enterBlock,
  indentBlocks,
  insertParagraph,
  moveBlocks,
  selectBlock,
  stepBlockSelection,
} from './block-commands'
import { BlockSelection } from './block-selection'
import { openLink } from './link'
import { withPopup } from './surface-state'

/** Only while whole blocks are selected. */
const onBlocks =
  (command: Command): Command =>
  (state, dispatch, view) =>
    state.selection instanceof BlockSelection ? command(state, dispatch, view) : false

/** mod+/: selects the block and opens its menu. */
const openBlockMenu: Command = (state, dispatch) => {
  if (!(state.selection instanceof BlockSelection)) {
    if (!selectBlock(state, (tr) => dispatch?.(withPopup(tr, { kind: 'block-menu' })))) return false
  } else dispatch?.(withPopup(state.tr, { kind: 'block-menu' }))
  return true
}

/** Escape while the outermost block is selected leaves the page body, so that Tab can go on from it. */
const leaveBody: Command = (state, _dispatch, view) => {
  if (!(state.selection instanceof BlockSelection)) return false
  view?.dom.blur()
  return true
}

/**
 * The keys of whole blocks and of the surface's own menus (rulings 5). What a kind does with a key, and the
 * shortcuts of kinds and marks, are theirs (`blocks/editing`).
 */
export function editorKeymap(): Plugin {
  return keymap({
    Escape: (state, dispatch, view) => selectBlock(state, dispatch, view) || leaveBody(state, dispatch, view),
    'Mod-Shift-ArrowUp': moveBlocks(-1),
    'Mod-Shift-ArrowDown': moveBlocks(1),
    'Mod-d': duplicateBlocks,
    'Mod-Enter': insertParagraph('below'),
    'Mod-Shift-Enter': insertParagraph('above'),
    'Mod-k': openLink,
    'Mod-/': openBlockMenu,
    ArrowUp: stepBlockSelection(-1, false),
    ArrowDown: stepBlockSelection(1, false),
    'Shift-ArrowUp': stepBlockSelection(-1, true),
    'Shift-ArrowDown': stepBlockSelection(1, true),
    Enter: onBlocks(enterBlock),
    Backspace: onBlocks(deleteBlocks),
    Delete: onBlocks(deleteBlocks),
    Tab: indentBlocks(1),
    'Shift-Tab': indentBlocks(-1),
  })
}

/**
 * A command on whole blocks (`closeHistory`) is a step of undo of its own: what is typed right after it is another.
 * Stands last, so that what other plugins add to the command still belongs to it.
 */
const stepOfItsOwn = () =>
  new Plugin({
    appendTransaction: (transactions, _before, state) =>
      transactions.some((tr) => tr.docChanged && endsStep(tr)) ? closeHistory(state.tr) : null,
  })

/** The mark that prosemirror-history's `closeHistory` leaves; its key is not exported. */
const endsStep = (tr: Transaction): boolean => tr.getMeta('closeHistory$') === true

/** What keys do when neither a kind nor the surface wants them. */
export const baseKeys = Extension.create({
  name: 'baseKeys',
  priority: 10,
  addProseMirrorPlugins: () => [keymap(baseKeymap), stepOfItsOwn()],
})

import { type Editor, Extension } from '@tiptap/core'
import { baseKeymap, chainCommands } from '@tiptap/pm/commands'
import { keymap } from '@tiptap/pm/keymap'
import type { Command, Plugin } from '@tiptap/pm/state'
import { tiptapKey } from '@/blocks/kit/define-block'
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
import { blockChoices } from './choices'
import { turnInto } from './turn-into'

/** Only while whole blocks are selected. */
const onBlocks =
  (command: Command): Command =>
  (state, dispatch, view) =>
    state.selection instanceof BlockSelection ? command(state, dispatch, view) : false

const INDENT_IN_CODE = '  '

/** Tab in a code block: two spaces at the caret, or at the start of every selected line. */
const indentCode: Command = (state, dispatch) => {
  const { $from, $to, empty, from } = state.selection
  if (!$from.parent.type.spec.code || !$from.sameParent($to)) return false
  if (empty) {
    dispatch?.(state.tr.insertText(INDENT_IN_CODE).scrollIntoView())
    return true
  }
  const tr = state.tr
  for (const start of lineStarts($from.parent.textContent, $from.parentOffset, $to.parentOffset)) {
    tr.insertText(INDENT_IN_CODE, tr.mapping.map(from - $from.parentOffset + start, -1))
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

const outdentCode: Command = (state, dispatch) => {
  const { $from, $to, from } = state.selection
  if (!$from.parent.type.spec.code || !$from.sameParent($to)) return false
  const text = $from.parent.textContent
  const tr = state.tr
  for (const start of lineStarts(text, $from.parentOffset, $to.parentOffset)) {
    const spaces = /^ {0,2}|^\t/.exec(text.slice(start))![0].length
    const at = tr.mapping.map(from - $from.parentOffset + start)
    if (spaces > 0) tr.delete(at, at + spaces)
  }
  if (tr.docChanged) dispatch?.(tr.scrollIntoView())
  return true
}

/** Offsets at which the lines begin that `from` … `to` touches. */
function lineStarts(text: string, from: number, to: number): number[] {
  const starts = [text.lastIndexOf('\n', from - 1) + 1]
  for (let next = text.indexOf('\n', from); next !== -1 && next < to; next = text.indexOf('\n', next + 1)) {
    starts.push(next + 1)
  }
  return starts
}

/** Tab never leaves the body while there is text to indent: Escape, Escape does. */
const swallow: Command = () => true

/** mod+alt+1 …: each insert entry's own shortcut (product.md 9.3); a second time gives a paragraph. */
const turnIntoKeys = (): Record<string, Command> =>
  Object.fromEntries(
    blockChoices.flatMap((choice) =>
      choice.entry.shortcut ? [[tiptapKey(choice.entry.shortcut), turnInto(choice, { toggle: true })]] : [],
    ),
  )

/** The keyboard of the page body (rulings 5), where a kind does not bring its own. */
export function editorKeymap(): Plugin {
  return keymap({
    ...turnIntoKeys(),
    Escape: selectBlock,
    'Mod-Shift-ArrowUp': moveBlocks(-1),
    'Mod-Shift-ArrowDown': moveBlocks(1),
    'Mod-d': duplicateBlocks,
    'Mod-Enter': insertParagraph('below'),
    'Mod-Shift-Enter': insertParagraph('above'),
    ArrowUp: stepBlockSelection(-1, false),
    ArrowDown: stepBlockSelection(1, false),
    'Shift-ArrowUp': stepBlockSelection(-1, true),
    'Shift-ArrowDown': stepBlockSelection(1, true),
    Enter: enterBlock,
    Backspace: onBlocks(deleteBlocks),
    Delete: onBlocks(deleteBlocks),
    Tab: chainCommands(indentCode, indentBlocks(1), swallow),
    'Shift-Tab': chainCommands(outdentCode, indentBlocks(-1), swallow),
  })
}

/** Backspace right after an autoformat takes it back and leaves what was typed (product.md 5.20). */
const undoAutoformat =
  (editor: Editor): Command =>
  (_state, dispatch) =>
    dispatch ? editor.commands.undoInputRule() : editor.can().undoInputRule()

/** What keys do when neither a kind nor the surface wants them. */
export const baseKeys = Extension.create({
  name: 'baseKeys',
  priority: 10,
  addProseMirrorPlugins() {
    return [keymap(baseKeymap)]
  },
})

export const autoformatKeys = Extension.create({
  name: 'autoformatKeys',
  priority: 2000,
  addProseMirrorPlugins() {
    return [keymap({ Backspace: undoAutoformat(this.editor) })]
  },
})

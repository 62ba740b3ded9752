import { Extension } from '@tiptap/core'
import { baseKeymap } from '@tiptap/pm/commands'
import { keymap } from '@tiptap/pm/keymap'
import { type Command, Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import { tiptapKey } from '@/blocks/kit/define-block'
import { isOwnUndoStep, ownUndoStep } from '@/document'
import { isApple } from '@/ui/shortcut'
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

/** To the start or the end of the page. The browser's own stops where a long page is not painted yet. */
const toPageEdge =
  (edge: 'start' | 'end', extend: boolean): Command =>
  (state, dispatch, view) => {
    const { doc, selection } = state
    const target = edge === 'start' ? Selection.atStart(doc) : Selection.atEnd(doc)
    const next = extend ? TextSelection.between(selection.$anchor, target.$head) : target
    dispatch?.(state.tr.setSelection(next).scrollIntoView())
    // A page begins with its title.
    if (dispatch && edge === 'start') view?.dom.closest?.('.page-frame')?.scrollIntoView()
    return true
  }

/** Shortcuts as `ui/shortcut` reads them, and what each does. */
type Keys = Readonly<Record<string, Command>>

/** On computers of Apple the arrows go to the edges of the page, as everywhere there. */
const pageEdge = (edge: 'start' | 'end', apple: boolean): Keys => {
  const go = toPageEdge(edge, false)
  const [key, arrow] = edge === 'start' ? ['mod+home', 'mod+up'] : ['mod+end', 'mod+down']
  return apple ? { [key]: go, [arrow]: go } : { [key]: go }
}

/**
 * The keys of whole blocks and of the surface's own menus (rulings 5). Actions of menus take their shortcuts from here
 * (`keyed-actions`), and so does the shortcut sheet (`editor/shortcuts`), which holds the words that a page does not need to
 * be typed in. No key stands in two of them: the last would win.
 */
export const surfaceKeysOf = (apple: boolean) =>
  ({
    moveUp: { 'mod+shift+up': moveBlocks(-1) },
    moveDown: { 'mod+shift+down': moveBlocks(1) },
    duplicate: { 'mod+d': duplicateBlocks },
    link: { 'mod+k': openLink },
    indent: { tab: indentBlocks(1) },
    outdent: { 'shift+tab': indentBlocks(-1) },
    blockMenu: { 'mod+/': openBlockMenu },
    selectBlock: {
      escape: (state, dispatch, view) =>
        selectBlock(state, dispatch, view) || leaveBody(state, dispatch, view),
    },
    extendBlocks: { 'shift+up': stepBlockSelection(-1, true), 'shift+down': stepBlockSelection(1, true) },
    backToText: { enter: onBlocks(enterBlock) },
    pageStart: pageEdge('start', apple),
    pageEnd: pageEdge('end', apple),
    // On a Mac as well: with the arrows, these keys move blocks (rulings 5).
    selectToStart: { 'mod+shift+home': toPageEdge('start', true) },
    selectToEnd: { 'mod+shift+end': toPageEdge('end', true) },
    emptyBelow: { 'mod+enter': insertParagraph('below') },
    emptyAbove: { 'mod+shift+enter': insertParagraph('above') },
  }) satisfies Record<string, Keys>

/** {@link surfaceKeysOf} this computer. */
export const surfaceKeys = surfaceKeysOf(isApple())

/** What plain keys do with whole blocks that are selected; nobody looks for these in a list. */
const blockKeys: Keys = {
  up: stepBlockSelection(-1, false),
  down: stepBlockSelection(1, false),
  backspace: onBlocks(deleteBlocks),
  delete: onBlocks(deleteBlocks),
}

/** What a kind does with a key, and the shortcuts of kinds and marks, are theirs (`blocks/editing`). */
export const editorKeymap = (): Plugin =>
  keymap(
    Object.fromEntries(
      [...Object.values(surfaceKeys), blockKeys]
        .flatMap((keys: Keys) => Object.entries(keys))
        .map(([shortcut, command]) => [tiptapKey(shortcut), command]),
    ),
  )

/**
 * A command on whole blocks (`ownUndoStep`) is a step of undo of its own: what is typed right after it is another.
 * Stands last, so that what other plugins add to the command still belongs to it.
 */
const stepOfItsOwn = () =>
  new Plugin({
    appendTransaction: (transactions, _before, state) =>
      transactions.some((tr) => tr.docChanged && isOwnUndoStep(tr)) ? ownUndoStep(state.tr) : null,
  })

/** What keys do when neither a kind nor the surface wants them. */
export const baseKeys = Extension.create({
  name: 'baseKeys',
  priority: 10,
  addProseMirrorPlugins: () => [keymap(baseKeymap), stepOfItsOwn()],
})

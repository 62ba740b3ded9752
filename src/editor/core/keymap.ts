import { type Editor, Extension } from '@tiptap/core'
import { baseKeymap } from '@tiptap/pm/commands'
import { closeHistory } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { type Command, Plugin, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { type Action, shortcutsOf } from '@/blocks/kit/action'
import { tiptapKey } from '@/blocks/kit/define-block'
import { isApple } from '@/ui/shortcut'
import type { EditorHost } from '../source'
import {
  deleteBlocks,
  enterBlock,
  indentBlocks,
  insertParagraph,
  selectBlock,
  stepBlockSelection,
} from './block-commands'
import { BlockSelection } from './block-selection'
import { keyedActions } from './keyed-actions'
import { targetIn } from './open-editor'
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
  (state, dispatch) => {
    const { doc, selection } = state
    const target = edge === 'start' ? Selection.atStart(doc) : Selection.atEnd(doc)
    const next = extend ? TextSelection.between(selection.$anchor, target.$head) : target
    dispatch?.(state.tr.setSelection(next).scrollIntoView())
    return true
  }

const pageEdge = (edge: 'start' | 'end', extend: boolean, keys: readonly string[]): Keys =>
  Object.fromEntries(
    keys.map((key) => [extend ? key.replace('mod+', 'mod+shift+') : key, toPageEdge(edge, extend)]),
  )

/** Shortcuts as `ui/shortcut` reads them, and what each does. */
type Keys = Readonly<Record<string, Command>>

/** Keys of one line of the shortcut sheet. */
interface KeyRow {
  group: 'Blocks' | 'Selection' | 'Insert'
  label: string
  keys: Keys
}

const toStart = isApple() ? ['mod+home', 'mod+up'] : ['mod+home']
const toEnd = isApple() ? ['mod+end', 'mod+down'] : ['mod+end']

/** The keys of the surface that are no action of a menu (rulings 5). The shortcut sheet lists them as they are bound. */
export const keyRows: readonly KeyRow[] = [
  { group: 'Blocks', label: 'Indent', keys: { tab: indentBlocks(1) } },
  { group: 'Blocks', label: 'Outdent', keys: { 'shift+tab': indentBlocks(-1) } },
  { group: 'Blocks', label: 'Block menu', keys: { 'mod+/': openBlockMenu } },
  {
    group: 'Selection',
    label: 'Select the block',
    keys: {
      escape: (state, dispatch, view) =>
        selectBlock(state, dispatch, view) || leaveBody(state, dispatch, view),
    },
  },
  {
    group: 'Selection',
    label: 'Extend the block selection',
    keys: { 'shift+up': stepBlockSelection(-1, true), 'shift+down': stepBlockSelection(1, true) },
  },
  { group: 'Selection', label: 'Back to the text', keys: { enter: onBlocks(enterBlock) } },
  { group: 'Selection', label: 'Start of the page', keys: pageEdge('start', false, toStart) },
  { group: 'Selection', label: 'End of the page', keys: pageEdge('end', false, toEnd) },
  { group: 'Selection', label: 'Select to the start of the page', keys: pageEdge('start', true, toStart) },
  { group: 'Selection', label: 'Select to the end of the page', keys: pageEdge('end', true, toEnd) },
  { group: 'Insert', label: 'Empty block below', keys: { 'mod+enter': insertParagraph('below') } },
  { group: 'Insert', label: 'Empty block above', keys: { 'mod+shift+enter': insertParagraph('above') } },
]

/** What plain keys do with whole blocks that are selected; nobody looks for these in a list. */
const blockKeys: Keys = {
  up: stepBlockSelection(-1, false),
  down: stepBlockSelection(1, false),
  backspace: onBlocks(deleteBlocks),
  delete: onBlocks(deleteBlocks),
}

const bound = (keys: Keys): Record<string, Command> =>
  Object.fromEntries(Object.entries(keys).map(([shortcut, command]) => [tiptapKey(shortcut), command]))

/** The shortcuts of these actions as keys of the editor. */
const actionKeys = (actions: readonly Action[], editor: Editor, host: () => EditorHost): Keys =>
  Object.fromEntries(
    actions.flatMap((action) =>
      shortcutsOf(action).map((shortcut) => [
        shortcut,
        (_state, dispatch, view) =>
          view !== undefined && action.command(targetIn(editor, host()), dispatch !== undefined),
      ]),
    ) as [string, Command][],
  )

/**
 * The keys of whole blocks and of the surface's own menus (rulings 5). What a kind does with a key, and the
 * shortcuts of kinds and marks, are theirs (`blocks/editing`).
 */
export const editorKeymap = (editor: Editor, host: () => EditorHost): Plugin =>
  keymap({
    ...bound(Object.assign({}, ...keyRows.map(({ keys }) => keys))),
    ...bound(actionKeys(keyedActions, editor, host)),
    ...bound(blockKeys),
  })

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

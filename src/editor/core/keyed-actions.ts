import type { EditorState } from '@tiptap/pm/state'
import { type Action, asks } from '@/blocks/kit/action'
import { duplicateBlocks, moveBlocks } from './block-commands'
import { blockAction, commandAction, IN_PALETTE } from './editor-action'
import { openLink } from './link'

/** Beyond this many positions a selection is judged by its first character. */
const LONG = 20_000

/** Does the mark hold for what is selected, or for what is typed next? */
export function holdsMark(state: EditorState, kind: string): boolean {
  const { from, to, $from, empty } = state.selection
  const type = state.schema.marks[kind]!
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()))
  return state.doc.rangeHasMark(from, Math.min(to, from + LONG), type)
}

/** The palette formats what is selected: what one types next is formatted by keys and toolbars. */
export const ofSelection: Action['places'] = {
  palette: { ...IN_PALETTE, when: asks(({ selection }) => !selection.empty) },
}

export const linkAction: Action = commandAction({
  id: 'mark-link',
  label: 'Link',
  icon: 'link',
  shortcut: 'mod+k',
  keywords: ['format'],
  places: ofSelection,
  command: openLink,
  isActive: (state) => holdsMark(state, 'link'),
})

export const moveActions: readonly Action[] = [
  blockAction({
    id: 'move-up',
    label: 'Move up',
    icon: 'arrow-up',
    group: 'Actions',
    keywords: ['before'],
    shortcut: 'mod+shift+up',
    command: moveBlocks(-1),
  }),
  blockAction({
    id: 'move-down',
    label: 'Move down',
    icon: 'arrow-down',
    group: 'Actions',
    keywords: ['after'],
    shortcut: 'mod+shift+down',
    command: moveBlocks(1),
  }),
  blockAction({
    id: 'duplicate',
    label: 'Duplicate',
    icon: 'copy-plus',
    group: 'Actions',
    keywords: ['copy', 'clone'],
    shortcut: 'mod+d',
    command: duplicateBlocks,
  }),
]

/** The actions of menus whose shortcuts `keymap` binds. All others with keys are kinds and marks (`blocks`), find and undo. */
export const keyedActions: readonly Action[] = [...moveActions, linkAction]

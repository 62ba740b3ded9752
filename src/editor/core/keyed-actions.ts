import type { Command, EditorState } from '@tiptap/pm/state'
import { type Action, asks } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { blockAction, commandAction, IN_PALETTE } from './editor-action'
import { surfaceKeys } from './keymap'

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

/** A key of the surface as the shortcut and the command of an action. */
function keyOf(name: 'moveUp' | 'moveDown' | 'duplicate' | 'link'): { shortcut: string; command: Command } {
  const [[shortcut, command]] = Object.entries(surfaceKeys[name]) as [[string, Command]]
  return { shortcut, command }
}

export const linkAction: Action = commandAction({
  id: 'mark-link',
  get label() {
    return t('Link')
  },
  icon: 'link',
  ...keyOf('link'),
  keywords: ['format'],
  places: ofSelection,
  isActive: (state) => holdsMark(state, 'link'),
})

export const moveActions: readonly Action[] = [
  blockAction({
    id: 'move-up',
    get label() {
      return t('Move up')
    },
    icon: 'arrow-up',
    group: 'Actions',
    keywords: ['before'],
    ...keyOf('moveUp'),
  }),
  blockAction({
    id: 'move-down',
    get label() {
      return t('Move down')
    },
    icon: 'arrow-down',
    group: 'Actions',
    keywords: ['after'],
    ...keyOf('moveDown'),
  }),
  blockAction({
    id: 'duplicate',
    get label() {
      return t('Duplicate')
    },
    icon: 'copy-plus',
    group: 'Actions',
    keywords: ['copy', 'clone'],
    ...keyOf('duplicate'),
  }),
]

import type { Command, EditorState } from '@tiptap/pm/state'
import { deleteBlocks, duplicateBlocks, moveBlocks } from './block-commands'
import { turnIntoChoices } from './choices'
import { isAlready, turnIntoChoice } from './turn-into'

/** Something that can be done to the selected blocks, as menu, palette and keyboard offer it. */
export interface BlockAction {
  id: string
  label: string
  icon: string
  group: string
  keywords: readonly string[]
  shortcut?: string
  danger?: boolean
  command: Command
  /** Is this what the blocks are already? */
  isActive?(state: EditorState): boolean
}

/** The block menu, without what needs the clipboard (product.md 2.37). */
export const blockActions: readonly BlockAction[] = [
  {
    id: 'move-up',
    label: 'Move up',
    icon: 'arrow-up',
    group: 'Actions',
    keywords: ['before'],
    shortcut: 'mod+shift+up',
    command: moveBlocks(-1),
  },
  {
    id: 'move-down',
    label: 'Move down',
    icon: 'arrow-down',
    group: 'Actions',
    keywords: ['after'],
    shortcut: 'mod+shift+down',
    command: moveBlocks(1),
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    icon: 'copy-plus',
    group: 'Actions',
    keywords: ['copy', 'clone'],
    shortcut: 'mod+d',
    command: duplicateBlocks,
  },
  {
    id: 'delete',
    label: 'Delete',
    icon: 'trash-2',
    group: 'Actions',
    keywords: ['remove'],
    shortcut: 'backspace',
    danger: true,
    command: deleteBlocks,
  },
  ...turnIntoChoices.map((choice) => ({
    id: `turn-into-${choice.entry.id}`,
    label: choice.entry.label,
    icon: choice.entry.icon,
    group: 'Turn into',
    keywords: ['turn into', ...choice.entry.keywords],
    ...(choice.entry.shortcut ? { shortcut: choice.entry.shortcut } : {}),
    command: turnIntoChoice(choice),
    isActive: (state: EditorState) => isAlready(state, choice),
  })),
]

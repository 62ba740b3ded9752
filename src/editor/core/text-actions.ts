import { toggleMark } from '@tiptap/pm/commands'
import { type MarkDefinition, markKinds } from '@/blocks'
import { moveIndent } from '@/blocks/editing/indent'
import type { Action, ActionCommand } from '@/blocks/kit/action'
import { inSentence, t } from '@/shared/i18n'
import { type BlockChoice, blockChoices, turnIntoChoices } from './choices'
import { blockAction, type CommandInput, commandAction, IN_PALETTE } from './editor-action'
import { holdsMark, ofSelection } from './keyed-actions'
import { styleCommand } from './style-actions'
import { insertChoice, isAlready, turnIntoChoice } from './turn-into'

const markAction = ({ kind, label, icon, shortcut }: MarkDefinition): Action =>
  commandAction({
    id: `mark-${kind}`,
    label,
    icon,
    ...(shortcut ? { shortcut } : {}),
    keywords: ['format'],
    places: ofSelection,
    command: (state, dispatch) => toggleMark(state.schema.marks[kind]!)(state, dispatch),
    isActive: (state) => holdsMark(state, kind),
  })

/** Every mark that is on or off, in the order of `blocks/kinds.ts`. */
export const markActions: readonly Action[] = markKinds
  .filter(({ needs }) => needs === undefined)
  .map(markAction)

/** Inserts at the caret what a menu offers. */
export const insertInput = ({ entry, ...rest }: BlockChoice): CommandInput => ({
  id: `insert-${entry.id}`,
  label: entry.label,
  icon: entry.icon,
  keywords: entry.keywords,
  places: { palette: { ...IN_PALETTE, label: t('Insert {label}', { label: inSentence(entry.label) }) } },
  command: insertChoice({ entry, ...rest }, null),
})

export const insertActions: readonly Action[] = blockChoices.map((choice) =>
  commandAction(insertInput(choice)),
)

export const turnIntoActions: readonly Action[] = turnIntoChoices.map((choice) =>
  blockAction({
    id: `turn-into-${choice.entry.id}`,
    label: choice.entry.label,
    icon: choice.entry.icon,
    group: 'Turn into',
    keywords: ['turn into', ...choice.entry.keywords],
    ...(choice.entry.shortcut ? { shortcut: choice.entry.shortcut } : {}),
    command: turnIntoChoice(choice),
    isActive: (state) => isAlready(state, choice),
  }),
)

const history =
  (name: 'undo' | 'redo'): ActionCommand =>
  ({ editor }, apply) => {
    if (!editor?.view.editable) return false
    if (!apply) return editor.editor.can()[name]()
    editor.view.focus()
    return editor.editor.commands[name]()
  }

export const undoAction: Action = {
  id: 'undo',
  get label() {
    return t('Undo')
  },
  icon: 'undo',
  shortcut: 'mod+z',
  places: { palette: IN_PALETTE },
  command: history('undo'),
}

export const redoAction: Action = {
  id: 'redo',
  get label() {
    return t('Redo')
  },
  icon: 'redo',
  shortcut: 'mod+shift+z',
  otherShortcuts: ['mod+y'],
  places: { palette: IN_PALETTE },
  command: history('redo'),
}

export const indentAction: Action = commandAction({
  id: 'indent',
  get label() {
    return t('Indent')
  },
  icon: 'indent',
  shortcut: 'tab',
  command: styleCommand(moveIndent(1)),
})

export const outdentAction: Action = commandAction({
  id: 'outdent',
  get label() {
    return t('Outdent')
  },
  icon: 'outdent',
  shortcut: 'shift+tab',
  command: styleCommand(moveIndent(-1)),
})

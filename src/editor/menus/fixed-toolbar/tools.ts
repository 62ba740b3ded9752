import type { Editor } from '@tiptap/core'
import { toggleMark } from '@tiptap/pm/commands'
import type { Command, EditorState } from '@tiptap/pm/state'
import { findLanguages } from '@/blocks/code-block/languages'
import { moveIndent } from '@/blocks/editing/indent'
import { setMark, stepFontSize } from '@/blocks/marks/style-commands'
import { insertTable } from '@/blocks/table/insert-table'
import { blockActions } from '../../core/block-menu-actions'
import { type BlockChoice, blockChoices } from '../../core/choices'
import { openLink } from '../../core/link'
import { alignActions, lineHeightActions, paint, styleActions, styleCommand } from '../../core/style-actions'
import { insertChoice, isAlready, turnIntoChoice } from '../../core/turn-into'
import { moreMarks, shownMarks } from '../toolbar-items'

/** Something that a tool does. */
export interface ToolAction {
  id: string
  label: string
  icon: string
  shortcut?: string
  keywords?: readonly string[]
  /** Asked whether it applies, and told to apply (`Command` of ProseMirror). */
  command: Command
  isActive?(state: EditorState): boolean
}

/** A tool of the toolbar: one action, a menu of several, or a panel of its own. */
export type Tool =
  | ({ kind: 'action' } & ToolAction)
  | { kind: 'menu'; id: string; label: string; icon: string; actions: readonly ToolAction[] }
  | {
      kind: 'panel'
      id: 'colors' | 'table' | 'emoji' | 'font-size'
      label: string
      icon: string
      /** Asked whether what the panel does can apply. */
      command: Command
    }

/** Tools that stand together, with a line before them. */
export type ToolGroup = readonly Tool[]

const mark = ({ kind, label, icon, shortcut }: (typeof shownMarks)[number]): ToolAction => ({
  id: `mark-${kind}`,
  label,
  icon,
  ...(shortcut ? { shortcut } : {}),
  command: (state, dispatch) => toggleMark(state.schema.marks[kind]!)(state, dispatch),
  isActive: (state) => holdsMark(state, kind),
})

/** Beyond this many positions a selection is judged by its first character. */
const LONG = 20_000

function holdsMark(state: EditorState, kind: string): boolean {
  const { from, to, $from, empty } = state.selection
  const type = state.schema.marks[kind]!
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()))
  return state.doc.rangeHasMark(from, Math.min(to, from + LONG), type)
}

const choice = (id: string): BlockChoice | undefined => blockChoices.find(({ entry }) => entry.id === id)

const insert = ({ entry, ...rest }: BlockChoice): ToolAction => ({
  id: `insert-${entry.id}`,
  label: entry.label,
  icon: entry.icon,
  keywords: entry.keywords,
  command: insertChoice({ entry, ...rest }, null),
})

const turnInto = (wanted: BlockChoice): ToolAction => ({
  id: `turn-into-${wanted.entry.id}`,
  label: wanted.entry.label,
  icon: wanted.entry.icon,
  keywords: wanted.entry.keywords,
  ...(wanted.entry.shortcut ? { shortcut: wanted.entry.shortcut } : {}),
  command: turnIntoChoice(wanted),
  isActive: (state) => isAlready(state, wanted),
})

const inserts = (...ids: string[]): ToolAction[] => ids.flatMap((id) => choice(id) ?? []).map(insert)
const turns = (...ids: string[]): ToolAction[] => ids.flatMap((id) => choice(id) ?? []).map(turnInto)
const asTools = (actions: readonly ToolAction[]): Tool[] =>
  actions.map((action) => ({ kind: 'action', ...action }))

/** One action is a button, several are a menu, none is nothing: a kind that is not there is not offered. */
function menu(id: string, label: string, icon: string, actions: readonly ToolAction[]): Tool[] {
  return actions.length === 0 ? [] : [{ kind: 'menu', id, label, icon, actions }]
}

/** Inserts a block of code in a language. */
const codeIn = ({ id, name }: { id: string; name: string }): ToolAction => {
  const code = choice('code-block')!
  const entry = { ...code.entry, attributes: { ...code.entry.attributes, ...(id ? { lang: id } : {}) } }
  return {
    id: `code-${id}`,
    label: name,
    icon: 'square-code',
    command: insertChoice({ ...code, entry }, null),
  }
}

const takesMarks = styleCommand(setMark('fontSize', null))

const textMenu: readonly ToolAction[] = blockActions.filter(({ group }) => group === 'Turn into')

const listIds = [
  ...['bulleted-list', 'circle-list', 'square-list', 'numbered-list', 'lower-alpha-list', 'upper-alpha-list'],
  ...['lower-roman-list', 'upper-roman-list', 'todo-list', 'todo-list-plain'],
]

/** Every tool of the toolbar but those of the application, in the order in which they give way (product.md 2.42). */
export function toolsOf(editor: Editor): readonly ToolGroup[] {
  const history = (name: 'undo' | 'redo'): ToolAction => ({
    id: name,
    label: name === 'undo' ? 'Undo' : 'Redo',
    icon: name,
    shortcut: name === 'undo' ? 'mod+z' : 'mod+shift+z',
    command: (_state, dispatch) => (dispatch ? editor.commands[name]() : editor.can()[name]()),
  })
  return [
    asTools([history('undo'), history('redo')]),
    [
      {
        kind: 'menu',
        id: 'turn-into',
        label: 'Turn into',
        icon: 'pilcrow',
        actions: textMenu,
      },
    ],
    [
      {
        kind: 'action',
        id: 'font-smaller',
        label: 'Smaller text',
        icon: 'minus-small',
        command: styleCommand(stepFontSize(-1)),
      },
      { kind: 'panel', id: 'font-size', label: 'Font size', icon: 'a-large-small', command: takesMarks },
      {
        kind: 'action',
        id: 'font-larger',
        label: 'Larger text',
        icon: 'plus',
        command: styleCommand(stepFontSize(1)),
      },
    ],
    [
      ...asTools(shownMarks.filter(({ kind }) => kind !== 'highlight').map(mark)),
      { kind: 'panel', id: 'colors', label: 'Colours', icon: 'baseline', command: paint('color', null) },
      ...menu('more-marks', 'More formatting', 'type', [
        ...shownMarks.filter(({ kind }) => kind === 'highlight').map(mark),
        ...moreMarks.map(mark),
        ...styleActions.filter(({ id }) => id === 'clear-formatting'),
      ]),
    ],
    [
      ...menu('align', 'Align', 'align-left', alignActions),
      ...menu('line-height', 'Line height', 'line-height', lineHeightActions),
    ],
    [
      ...menu('lists', 'Lists', 'list', turns(...listIds)),
      ...asTools(turns('todo-list').map((action) => ({ ...action, id: 'todo', label: 'To-do list' }))),
      ...asTools(turns('toggle')),
      {
        kind: 'action',
        id: 'outdent',
        label: 'Outdent',
        icon: 'outdent',
        shortcut: 'shift+tab',
        command: styleCommand(moveIndent(-1)),
      },
      {
        kind: 'action',
        id: 'indent',
        label: 'Indent',
        icon: 'indent',
        shortcut: 'tab',
        command: styleCommand(moveIndent(1)),
      },
    ],
    [
      {
        kind: 'action',
        id: 'link',
        label: 'Link',
        icon: 'link',
        shortcut: 'mod+k',
        command: openLink,
        isActive: (state) => holdsMark(state, 'link'),
      },
      { kind: 'panel', id: 'table', label: 'Table', icon: 'table', command: styleCommand(insertTable(1, 1)) },
      ...menu('columns', 'Columns', 'columns-2', inserts('columns-1', 'columns-2', 'columns-3')),
      {
        kind: 'panel',
        id: 'emoji',
        label: 'Emoji',
        icon: 'smile-plus',
        command: insertChoice(choice('emoji')!, null),
      },
      ...menu(
        'media',
        'Media',
        'image',
        blockChoices.filter(({ entry }) => entry.group === 'Media').map(insert),
      ),
      ...menu('code', 'Code block', 'square-code', findLanguages('').map(codeIn)),
      ...asTools(inserts('chart', 'data-table')),
      ...menu('equations', 'Equation', 'sigma', inserts('equation', 'inline-equation')),
      ...asTools(inserts('date', 'icon', 'callout')),
    ],
  ]
}

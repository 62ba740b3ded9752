import type { MarkDefinition } from '@/blocks'
import { findLanguages } from '@/blocks/code-block/languages'
import { type Action, type ActionCommand, inEditor } from '@/blocks/kit/action'
import { setMark, stepFontSize } from '@/blocks/marks/style-commands'
import { insertTable } from '@/blocks/table/insert-table'
import { t } from '@/shared/i18n'
import { type BlockChoice, blockChoices } from '../../core/choices'
import { commandAction } from '../../core/editor-action'
import { linkAction } from '../../core/keyed-actions'
import {
  alignActions,
  clearFormattingAction,
  lineHeightActions,
  paint,
  styleCommand,
} from '../../core/style-actions'
import {
  indentAction,
  insertActions,
  markActions,
  outdentAction,
  redoAction,
  turnIntoActions,
  undoAction,
} from '../../core/text-actions'
import { insertChoice } from '../../core/turn-into'
import { moreMarks, shownMarks } from '../toolbar-items'

/** A tool of the toolbar: one action, a menu of several, or a panel of its own. */
export type Tool =
  | ({ kind: 'action' } & Action)
  | { kind: 'menu'; id: string; label: string; icon: string; actions: readonly Action[] }
  | {
      kind: 'panel'
      id: 'colors' | 'table' | 'emoji' | 'font-size'
      label: string
      icon: string
      /** Asked whether what the panel does can apply. */
      command: ActionCommand
    }

/** Tools that stand together, with a line before them. */
export type ToolGroup = readonly Tool[]

const choice = (id: string): BlockChoice | undefined => blockChoices.find(({ entry }) => entry.id === id)

/** Those of these ids that there are: a kind that is not there is not offered. */
const named = (actions: readonly Action[], ids: readonly string[]): Action[] =>
  ids.flatMap((id) => actions.filter((action) => action.id === id))
const inserts = (...ids: string[]): Action[] =>
  named(
    insertActions,
    ids.map((id) => `insert-${id}`),
  )
const turns = (...ids: string[]): Action[] =>
  named(
    turnIntoActions,
    ids.map((id) => `turn-into-${id}`),
  )
const marks = (kinds: readonly MarkDefinition[]): Action[] =>
  named(
    markActions,
    kinds.map(({ kind }) => `mark-${kind}`),
  )
const asTools = (actions: readonly Action[]): Tool[] =>
  actions.map((action) => ({ kind: 'action', ...action }))

/** One action is a button, several are a menu, none is nothing: a kind that is not there is not offered. */
function menu(id: string, label: () => string, icon: string, actions: readonly Action[]): Tool[] {
  return actions.length === 0 ? [] : [{ kind: 'menu', id, label: label(), icon, actions }]
}

/** Inserts a block of code in a language. */
const codeIn = ({ id, name }: { id: string; name: string }): Action => {
  const code = choice('code-block')!
  const entry = { ...code.entry, attributes: { ...code.entry.attributes, ...(id ? { lang: id } : {}) } }
  return commandAction({
    id: `code-${id}`,
    label: name,
    icon: 'square-code',
    command: insertChoice({ ...code, entry }, null),
  })
}

const stepSize = (id: string, label: () => string, icon: string, by: 1 | -1): Action =>
  commandAction({ id, label: label(), icon, command: styleCommand(stepFontSize(by)) })

const listIds = [
  ...['bulleted-list', 'circle-list', 'square-list', 'numbered-list', 'lower-alpha-list', 'upper-alpha-list'],
  ...['lower-roman-list', 'upper-roman-list', 'todo-list', 'todo-list-plain'],
]

/** Every tool of the toolbar but those of the application, in the order in which they give way (product.md 2.42). */
export const toolGroups: readonly ToolGroup[] = [
  asTools([undoAction, redoAction]),
  [
    {
      kind: 'menu',
      id: 'turn-into',
      get label() {
        return t('Turn into')
      },
      icon: 'pilcrow',
      actions: turnIntoActions,
    },
  ],
  [
    ...asTools([stepSize('font-smaller', () => t('Smaller text'), 'minus-small', -1)]),
    {
      kind: 'panel',
      id: 'font-size',
      get label() {
        return t('Font size')
      },
      icon: 'a-large-small',
      command: inEditor(styleCommand(setMark('fontSize', null))),
    },
    ...asTools([stepSize('font-larger', () => t('Larger text'), 'plus', 1)]),
  ],
  [
    ...asTools(marks(shownMarks.filter(({ kind }) => kind !== 'highlight'))),
    {
      kind: 'panel',
      id: 'colors',
      get label() {
        return t('Colors')
      },
      icon: 'baseline',
      command: inEditor(paint('color', null)),
    },
    ...menu('more-marks', () => t('More formatting'), 'type', [
      ...marks(shownMarks.filter(({ kind }) => kind === 'highlight')),
      ...marks(moreMarks),
      clearFormattingAction,
    ]),
  ],
  [
    ...menu('align', () => t('Align'), 'align-left', alignActions),
    ...menu('line-height', () => t('Line height'), 'line-height', lineHeightActions),
  ],
  [
    ...menu('lists', () => t('Lists'), 'list', turns(...listIds)),
    ...asTools(turns('todo-list').map((action) => ({ ...action, id: 'todo', label: t('To-do list') }))),
    ...asTools(turns('toggle')),
    ...asTools([outdentAction, indentAction]),
  ],
  [
    ...asTools([linkAction]),
    {
      kind: 'panel',
      id: 'table',
      get label() {
        return t('Table')
      },
      icon: 'table',
      command: inEditor(styleCommand(insertTable(1, 1))),
    },
    ...menu('columns', () => t('Columns'), 'columns-2', inserts('columns-1', 'columns-2', 'columns-3')),
    {
      kind: 'panel',
      id: 'emoji',
      get label() {
        return t('Emoji')
      },
      icon: 'smile-plus',
      command: inEditor(insertChoice(choice('emoji')!, null)),
    },
    ...menu(
      'media',
      () => t('Media'),
      'image',
      inserts(...blockChoices.filter(({ entry }) => entry.group === 'Media').map(({ entry }) => entry.id)),
    ),
    ...menu('code', () => t('Code block'), 'square-code', findLanguages('').map(codeIn)),
    ...asTools(inserts('chart', 'data-table')),
    ...menu('equations', () => t('Equation'), 'sigma', inserts('equation', 'inline-equation')),
    ...asTools(inserts('date', 'icon', 'callout')),
  ],
]

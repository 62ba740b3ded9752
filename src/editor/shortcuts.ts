import { type Action, shortcutsOf } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { linkAction, moveActions } from './core/keyed-actions'
import { surfaceKeys } from './core/keymap'
import { markActions, redoAction, turnIntoActions, undoAction } from './core/text-actions'
import { findAction, replaceAction } from './find/find-actions'
import { FIND_AGAIN, FIND_BACK } from './find/find-plugin'

/** One line of the shortcut sheet. `keys` as `formatShortcut` reads them (`mod+shift+up`); several mean "or". */
export interface EditorShortcut {
  group: 'Text' | 'Blocks' | 'Selection' | 'Insert' | 'Find' | 'History'
  label: string
  keys: readonly string[]
}

const linesOf = (group: EditorShortcut['group'], actions: readonly Action[]): EditorShortcut[] =>
  actions
    .map((action) => ({ group, label: action.label, keys: shortcutsOf(action) }))
    .filter(({ keys }) => keys.length > 0)

/** The words for the keys of the surface that are no action of a menu. */
const SURFACE: Record<
  Exclude<keyof typeof surfaceKeys, 'moveUp' | 'moveDown' | 'duplicate' | 'link'>,
  readonly [group: EditorShortcut['group'], label: () => string]
> = {
  indent: ['Blocks', () => t('Indent')],
  outdent: ['Blocks', () => t('Outdent')],
  blockMenu: ['Blocks', () => t('Block menu')],
  selectBlock: ['Selection', () => t('Select the block')],
  extendBlocks: ['Selection', () => t('Extend the block selection')],
  backToText: ['Selection', () => t('Back to the text')],
  pageStart: ['Selection', () => t('Start of the page')],
  pageEnd: ['Selection', () => t('End of the page')],
  selectToStart: ['Selection', () => t('Select to the start of the page')],
  selectToEnd: ['Selection', () => t('Select to the end of the page')],
  emptyBelow: ['Insert', () => t('Empty block below')],
  emptyAbove: ['Insert', () => t('Empty block above')],
}

const surface = (Object.keys(SURFACE) as (keyof typeof SURFACE)[]).map((name): EditorShortcut => {
  const [group, label] = SURFACE[name]
  return { group, label: label(), keys: Object.keys(surfaceKeys[name]) }
})

/**
 * What the keyboard does inside the page body (rulings 5, product.md 9.3): the actions and the keys that are bound, and the
 * few that kinds of blocks or the browser answer. `shortcuts.test.ts` presses every key to prove that the list is whole.
 */
export const editorShortcuts: readonly EditorShortcut[] = [
  ...linesOf('Text', [...markActions, linkAction]),
  {
    group: 'Text',
    get label() {
      return t('Go to the formatting toolbar')
    },
    keys: ['alt+f10'],
  },
  ...linesOf('Blocks', turnIntoActions),
  ...linesOf('Blocks', moveActions),
  {
    group: 'Blocks',
    get label() {
      return t('Check a to-do, open or close a toggle')
    },
    keys: ['mod+alt+enter'],
  },
  {
    group: 'Blocks',
    get label() {
      return t('Move the row of a table')
    },
    keys: ['alt+shift+up', 'alt+shift+down'],
  },
  {
    group: 'Blocks',
    get label() {
      return t('Move the column of a table')
    },
    keys: ['alt+shift+left', 'alt+shift+right'],
  },
  {
    group: 'Blocks',
    get label() {
      return t('Mark this moment, in a player')
    },
    keys: ['m'],
  },
  ...surface,
  {
    group: 'Selection',
    get label() {
      return t('Select the text of the block, then the page')
    },
    keys: ['mod+a'],
  },
  {
    group: 'Insert',
    get label() {
      return t('Commands')
    },
    keys: ['/'],
  },
  {
    group: 'Insert',
    get label() {
      return t('Paste without formatting')
    },
    keys: ['mod+shift+v'],
  },
  ...linesOf('Find', [findAction, replaceAction]),
  {
    group: 'Find',
    get label() {
      return t('Next match')
    },
    keys: ['enter', ...FIND_AGAIN],
  },
  {
    group: 'Find',
    get label() {
      return t('Previous match')
    },
    keys: ['shift+enter', ...FIND_BACK],
  },
  ...linesOf('History', [undoAction, redoAction]),
]

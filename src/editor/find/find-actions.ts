import type { Action, ActionCommand } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { IN_PALETTE } from '../core/editor-action'
import { FIND_KEY, openFind, REPLACE_KEY } from './find-plugin'

/** Finding is for readers too; the focus goes into its field. */
const find =
  (replacing: boolean): ActionCommand =>
  ({ editor }, apply) => {
    if (!editor || (replacing && !editor.view.editable)) return false
    const { view } = editor
    return !apply || openFind({ replacing })(view.state, view.dispatch, view)
  }

export const findAction: Action = {
  id: 'find',
  get label() {
    return t('Find on this page')
  },
  icon: 'search',
  keywords: ['search', 'highlight'],
  shortcut: FIND_KEY,
  places: { palette: IN_PALETTE },
  command: find(false),
}

export const replaceAction: Action = {
  ...findAction,
  id: 'replace',
  get label() {
    return t('Find and replace')
  },
  shortcut: REPLACE_KEY,
  command: find(true),
}

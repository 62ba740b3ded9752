import { type Action, inEditor } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { blockActions, kindActions } from './core/block-menu-actions'
import { IN_PALETTE } from './core/editor-action'
import { linkAction } from './core/keyed-actions'
import { showJsx } from './core/surface-state'
import { insertActions, markActions, redoAction, undoAction } from './core/text-actions'
import { findAction, replaceAction } from './find/find-actions'
import { isToolbarShown, showToolbar } from './menus/fixed-toolbar/toolbar-view'
import { iconNamed } from './menus/icons'

const jsxAction: Action = {
  id: 'jsx',
  get label() {
    return t('Show the page as JSX')
  },
  icon: 'code',
  keywords: ['export', 'code', 'value', 'fixture'],
  places: { palette: IN_PALETTE },
  command: inEditor(showJsx),
}

const toolbarAction: Action = {
  id: 'toolbar',
  get label() {
    return t('Show or hide the toolbar')
  },
  icon: 'panel-top-close',
  keywords: ['formatting', 'tools'],
  places: { palette: { group: 'View' } },
  command({ editor }, apply) {
    if (apply) showToolbar(!isToolbarShown())
    return editor?.view.editable === true
  },
}

/**
 * What the palette can do in the editor of the page on the screen: marks, blocks, inserting, finding, undo. Their shortcuts
 * are the editor's own keys (`core/keymap`), which do nothing while the focus is elsewhere.
 */
export const editorActions: readonly Action[] = [
  linkAction,
  ...markActions,
  ...blockActions,
  ...kindActions,
  ...insertActions,
  findAction,
  replaceAction,
  undoAction,
  redoAction,
  jsxAction,
  toolbarAction,
].map(({ shortcut: _, otherShortcuts: __, ...action }) => ({
  ...action,
  ...(typeof action.icon === 'string' && { icon: iconNamed(action.icon) }),
}))

import { type Action, always } from '@/blocks/kit/action'
import type { Contribution, PopupProps } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy, lazyLater } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'

const SettingsDock = lazyLater(() => import('./settings-dock'))
const AiMenu = lazy<PopupProps>(() => import('./ai-menu'))

/** Opens the AI menu about what is selected, or at the caret (product.md 4.10). */
const menuAction: Action = {
  id: 'ai.menu',
  get label() {
    return t('Ask AI')
  },
  icon: 'sparkles',
  group: 'Actions',
  keywords: ['ai', 'write', 'improve', 'translate', 'summarize', 'continue'],
  shortcut: 'mod+j',
  places: { slashMenu: {}, overText: {}, blockMenu: {}, palette: { group: 'Editor' } },
  command({ editor }, apply) {
    if (!editor?.view.editable) return false
    if (apply)
      runLater(
        () => import('./open-ai-menu'),
        ({ openAiMenu }) => openAiMenu(editor.editor),
      )
    return true
  },
}

/** Keys and model (product.md 2.32). */
const settingsAction: Action = {
  id: 'ai.settings',
  get label() {
    return t('API Settings')
  },
  icon: 'sparkles',
  keywords: ['key', 'model', 'openai', 'anthropic', 'ai'],
  places: { palette: { group: 'View' } },
  command: always(() =>
    runLater(
      () => import('./api-settings-window'),
      ({ showApiSettings }) => showApiSettings(true),
    ),
  ),
}

/** Asking language models about a page: the menu and the settings. What it needs of the editor is loaded when it is first opened. */
export const ai: Contribution = {
  name: 'ai',
  actions: [menuAction, settingsAction],
  popups: { ai: AiMenu },
  windows: [SettingsDock],
}

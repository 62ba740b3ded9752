import type { Action } from '@/blocks/kit/action'
import type { Contribution, PopupProps } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'

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

/** Asking language models about a page: the menu. What it needs of the editor is loaded when it is first opened. */
export const ai: Contribution = {
  name: 'ai',
  actions: [menuAction],
  popups: { ai: AiMenu },
}

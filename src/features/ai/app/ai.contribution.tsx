import { Extension } from '@tiptap/core'
import { type Action, inEditor } from '@/blocks/kit/action'
import type { Contribution, PopupProps } from '@/editor/contribution'
import { withPopup } from '@/editor/core/surface-state'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { aiPlacePlugin, withAiPlace } from './ai-place'

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
  command: inEditor((state, dispatch) => {
    const { from, to } = state.selection
    dispatch?.(withPopup(withAiPlace(state.tr, { from, to }), { kind: 'contributed', name: 'ai' }))
    return true
  }),
}

/** Asking language models about a page: the menu. */
export const ai: Contribution = {
  name: 'ai',
  actions: [menuAction],
  extensions: () => [Extension.create({ name: 'aiPlace', addProseMirrorPlugins: () => [aiPlacePlugin()] })],
  popups: { ai: AiMenu },
}

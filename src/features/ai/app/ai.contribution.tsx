import { Sparkles, SpellCheck, TextCursorInput } from 'lucide-react'
import { onPanels, shownPanel, togglePanel } from '@/app/panels'
import { type Action, always, type InPlace, onPage } from '@/blocks/kit/action'
import type { Contribution, OverlayProps, PanelProps, PopupProps } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy, lazyLater } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'
import { copilotOn } from './copilot/copilot-on'
import { AI_REVIEW_PANEL } from './review/review-window'

const CopilotLayer = lazyLater<OverlayProps>(() => import('./copilot/copilot-layer'))
const SettingsDock = lazyLater(() => import('./settings-dock'))
const TitleWindow = lazyLater(() => import('./propose/title-window'))
const ReviewPanel = lazy<{ documentId: string }>(() => import('./review/review-panel'))
const ReviewOfPage = ({ documentId }: PanelProps) =>
  documentId !== null && <ReviewPanel key={documentId} documentId={documentId} />
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

/** A model goes through the page and suggests what it would change. */
const reviewAction: Action = {
  id: 'ai.review',
  get label() {
    return t('Review with AI')
  },
  icon: SpellCheck,
  keywords: ['ai', 'suggest', 'spelling', 'grammar', 'proofread', 'rewrite'],
  places: {
    pageMenu: { when: ({ editor }) => editor !== null },
    palette: { group: 'Page' },
  },
  isActive: () => shownPanel() === AI_REVIEW_PANEL,
  watch: onPanels,
  command: onPage(() => togglePanel(AI_REVIEW_PANEL)),
}

/** A model proposes titles for the page, and a press takes one. */
const titleAction: Action = {
  id: 'ai.title',
  get label() {
    return t('Suggest a title')
  },
  icon: TextCursorInput,
  keywords: ['ai', 'name', 'rename', 'heading'],
  places: {
    pageMenu: { when: ({ editor }) => editor?.view.editable === true },
    palette: { group: 'Page' },
  },
  command({ page, editor }, apply) {
    if (!page || !editor?.view.editable) return false
    if (apply)
      runLater(
        () => import('./propose/title-window-state'),
        ({ proposeTitles }) => proposeTitles(page),
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

/** In menus, which say what happens; the button in the toolbar is pressed or not. */
const SWITCH: InPlace = {
  group: 'Editor',
  get label() {
    return copilotOn.get() ? t('Turn off AI copilot') : t('Turn on AI copilot')
  },
}

/** Offers the next words while one writes, or does not: kept in this browser. */
const copilotAction: Action = {
  id: 'ai.copilot',
  get label() {
    return t('AI copilot')
  },
  icon: Sparkles,
  places: { pageMenu: SWITCH, palette: SWITCH, toolbar: {} },
  isActive: copilotOn.get,
  watch: copilotOn.subscribe,
  command({ editor }, apply) {
    if (apply)
      runLater(
        () => import('./copilot/copilot-choice'),
        ({ toggleCopilot }) => toggleCopilot(),
      )
    return editor?.view.editable === true
  },
}

/** Asking language models about a page: the menu, the copilot and the settings. What they need of the editor is loaded apart from the page. */
export const ai: Contribution = {
  name: 'ai',
  actions: [menuAction, reviewAction, titleAction, copilotAction, settingsAction],
  popups: { ai: AiMenu },
  panels: { [AI_REVIEW_PANEL]: ReviewOfPage },
  overlays: [CopilotLayer],
  windows: [SettingsDock, TitleWindow],
}

import { ChevronDown, ChevronUp, GitPullRequestArrow } from 'lucide-react'
import { onPanels, SUGGESTIONS_PANEL, shownPanel, togglePanel } from '@/app/panels'
import { type Action, type ActionCommand, onPage } from '@/blocks/kit/action'
import type { Contribution, OverlayProps, PanelProps } from '@/editor/contribution'
import { modeActions } from '@/editor/review/mode-actions'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { stepsOf } from './review-steps'

const SuggestionsPanel = lazy<{ documentId: string }>(() => import('./suggestions-panel'))

const SuggestionsOfPage = ({ documentId }: PanelProps) =>
  documentId !== null && <SuggestionsPanel key={documentId} documentId={documentId} />

const CardsOfPage = lazy<OverlayProps>(() => import('./cards-of-page'))

const step =
  (by: number): ActionCommand =>
  ({ editor }, apply) => {
    const go = stepsOf(editor?.editor)
    if (go && apply) go(by)
    return go !== undefined
  }

const nextAction: Action = {
  id: 'review.next',
  get label() {
    return t('Next suggestion')
  },
  icon: ChevronDown,
  shortcut: 'mod+alt+period',
  places: { palette: { group: 'Page' } },
  command: step(1),
}

const previousAction: Action = {
  id: 'review.previous',
  get label() {
    return t('Previous suggestion')
  },
  icon: ChevronUp,
  shortcut: 'mod+alt+comma',
  places: { palette: { group: 'Page' } },
  command: step(-1),
}

/** What is suggested of the page on the screen. */
const showAction: Action = {
  id: 'review.show',
  get label() {
    return t('Suggestions')
  },
  icon: GitPullRequestArrow,
  keywords: ['review', 'accept', 'reject', 'track changes', 'suggested'],
  places: {
    pageMenu: { isMain: true, when: ({ editor }) => editor !== null },
    palette: { group: 'Page' },
    toolbar: { order: 4 },
  },
  isActive: () => shownPanel() === SUGGESTIONS_PANEL,
  watch: onPanels,
  command: onPage(() => togglePanel(SUGGESTIONS_PANEL)),
}

/** Suggestions on pages: listed, shown and decided. */
export const review: Contribution = {
  name: 'review',
  actions: [showAction, nextAction, previousAction, ...modeActions],
  margin: [CardsOfPage],
  panels: { [SUGGESTIONS_PANEL]: SuggestionsOfPage },
}

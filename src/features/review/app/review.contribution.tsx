import { GitPullRequestArrow } from 'lucide-react'
import { onPanels, shownPanel, togglePanel } from '@/app/panels'
import { type Action, onPage } from '@/blocks/kit/action'
import type { Contribution, PanelProps } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'
import { SUGGESTIONS_PANEL } from './review-window'

const SuggestionsPanel = lazy<{ documentId: string }>(() => import('./suggestions-panel'))

const SuggestionsOfPage = ({ documentId }: PanelProps) =>
  documentId !== null && <SuggestionsPanel key={documentId} documentId={documentId} />

/** What is suggested of the page on the screen. */
const showAction: Action = {
  id: 'review.show',
  label: 'Suggestions',
  icon: GitPullRequestArrow,
  keywords: ['review', 'accept', 'reject', 'track changes', 'suggested'],
  places: {
    pageMenu: { when: ({ editor }) => editor !== null },
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
  actions: [showAction],
  panels: { [SUGGESTIONS_PANEL]: SuggestionsOfPage },
}

import { History, Save } from 'lucide-react'
import type { ComponentType } from 'react'
import { onPanels, shownPanel, togglePanel } from '@/app/panels'
import { type Action, onPage } from '@/blocks/kit/action'
import type { Contribution, PanelProps } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'
import { HISTORY_PANEL } from './history-window'

const HistoryList = lazy(() => import('./history-panel'))

/** The history of the page on the screen. */
const showAction: Action = {
  id: 'history.show',
  get label() {
    return t('Version history')
  },
  icon: History,
  keywords: ['versions', 'snapshots', 'changes', 'restore', 'compare', 'diff'],
  places: {
    pageMenu: { isMain: true, when: ({ editor }) => editor !== null },
    palette: { group: 'Page' },
    toolbar: {
      get label() {
        return t('Versions')
      },
      order: 2,
    },
  },
  isActive: () => shownPanel() === HISTORY_PANEL,
  watch: onPanels,
  command: onPage(() => togglePanel(HISTORY_PANEL)),
}

const saveAction: Action = {
  id: 'history.save',
  get label() {
    return t('Save a version')
  },
  icon: Save,
  keywords: ['snapshot', 'history', 'keep'],
  places: { palette: { group: 'Page' } },
  command: onPage(({ id }) =>
    runLater(
      () => import('./saving'),
      ({ saveVersionNow }) => saveVersionNow(id),
    ),
  ),
}

/** Pages as they once read. `Decisions`: what was decided about the suggestions of a page, shown beside its versions. */
export const history = (Decisions: ComponentType<{ documentId: string }>): Contribution => ({
  name: 'history',
  actions: [showAction, saveAction],
  panels: {
    [HISTORY_PANEL]: ({ documentId }: PanelProps) =>
      documentId !== null && <HistoryList key={documentId} documentId={documentId} Decisions={Decisions} />,
  },
})

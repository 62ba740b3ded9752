import { RefreshCw } from 'lucide-react'
import { type Action, always } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { askForIndex } from './index-asked'

const refreshAction: Action = {
  id: 'pod.refreshIndex',
  get label() {
    return t('Refresh pod index')
  },
  icon: RefreshCw,
  keywords: ['list of pages', 'contents'],
  places: { palette: { group: 'Pods' }, toolbar: { order: 1 } },
  command: always(askForIndex),
}

/** The pod that the browser works in: its index, its windows and the way to other pods. */
export const pods: Contribution = {
  name: 'pods',
  actions: [refreshAction],
  windows: [lazy(() => import('./pods-host'))],
}

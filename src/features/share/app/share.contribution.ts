import type { Contribution } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'

/** Who has a page: what a move changes is asked on every screen. */
export const sharing: Contribution = {
  name: 'sharing',
  windows: [lazy(() => import('./move-question-window'))],
}

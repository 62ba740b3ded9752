import type { Contribution } from '@/editor/contribution'
import { later } from '@/ui/later'

/** Who has a page: what a move changes is asked on every screen. */
export const sharing: Contribution = {
  name: 'sharing',
  windows: [later(() => import('./move-question-window'))],
}

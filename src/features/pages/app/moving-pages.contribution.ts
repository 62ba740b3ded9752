import type { Contribution } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'

/** Pages that go elsewhere: who gains or loses them by that is asked on every screen. */
export const movingPages: Contribution = {
  name: 'moving-pages',
  windows: [lazy(() => import('./move-question-window'))],
}

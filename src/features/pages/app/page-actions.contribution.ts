import type { Contribution } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'

/** A new page and the trash, from the palette on every screen. */
export const pageActions: Contribution = {
  name: 'page-actions',
  windows: [lazy(() => import('./page-actions-host'))],
}

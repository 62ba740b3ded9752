import type { Contribution } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'

/** What an address asks to be found on its page. */
export const findOfAddress: Contribution = {
  name: 'find-of-address',
  windows: [lazy(() => import('./find-of-address'))],
}

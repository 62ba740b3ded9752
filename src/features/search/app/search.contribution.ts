import type { Contribution } from '@/editor/contribution'
import { later } from '@/ui/later'

/** What an address asks to be found on its page. */
export const findOfAddress: Contribution = {
  name: 'find-of-address',
  windows: [later(() => import('./find-of-address'))],
}

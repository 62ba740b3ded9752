import type { Contribution } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'

/** Related pages: what can be done, and the panel. They come once the page is there. */
let related: Pick<Contribution, 'actions' | 'panels'> = {}

/** What an address asks to be found on its page, and pages that are related to it. */
export const findOfAddress: Contribution = {
  name: 'find-of-address',
  get actions() {
    return related.actions ?? []
  },
  get panels() {
    return related.panels ?? {}
  },
  windows: [
    lazy(async () => {
      const host = await import('./search-host')
      related = host.related
      return host
    }),
  ],
}

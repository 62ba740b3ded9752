import { useActions } from '@/app/actions'
import type { Contribution } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'
import FindOfAddress from './find-of-address'
import MomentOfAddress from './moment-of-address'
import { RELATED_PANEL, relatedActions } from './related-window'

/** What the search adds to the page's menu, and beside the page. */
export const related: Pick<Contribution, 'actions' | 'panels'> = {
  actions: relatedActions,
  panels: { [RELATED_PANEL]: lazy(() => import('./related-panel')) },
}

/** What the search adds to every screen, once that is there. */
export default function SearchHost() {
  useActions(relatedActions)
  return (
    <>
      <FindOfAddress />
      <MomentOfAddress />
    </>
  )
}

import { Waypoints } from 'lucide-react'
import { onPanels, shownPanel, togglePanel } from '@/app/panels'
import { type Action, onPage } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'

/** The related pages among the panels beside the page. */
export const RELATED_PANEL = 'related'

export const relatedActions: readonly Action[] = [
  {
    id: 'related.show',
    get label() {
      return t('Related pages')
    },
    icon: Waypoints,
    keywords: ['similar', 'like this', 'meaning', 'see also'],
    places: { pageMenu: { when: ({ editor }) => editor !== null }, palette: { group: 'Page' } },
    isActive: () => shownPanel() === RELATED_PANEL,
    watch: onPanels,
    command: onPage(() => togglePanel(RELATED_PANEL)),
  },
]

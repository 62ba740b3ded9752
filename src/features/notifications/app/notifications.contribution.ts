import { AtSign, Bell, BellOff } from 'lucide-react'
import { type Action, onPage } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'
import type { PageChoice } from '../model'

/** How much the person wants to hear of the page on the screen. */
const choice = (level: PageChoice, icon: Action['icon'], label: () => string): Action => ({
  id: `notifications.page.${level}`,
  get label() {
    return label()
  },
  icon,
  keywords: ['notifications', 'mute', 'bell'],
  places: { palette: { group: 'Page' } },
  command: onPage(({ id }) =>
    runLater(
      () => import('./use-notifications'),
      ({ choosePage }) => choosePage(id, level),
    ),
  ),
})

/** What people are told of. */
export const notifications: Contribution = {
  name: 'notifications',
  actions: [
    choice('none', BellOff, () => t('Mute notifications of this page')),
    choice('mentions', AtSign, () => t('Only mentions from this page')),
    choice('all', Bell, () => t('All notifications of this page')),
  ],
  windows: [lazy(() => import('./notifications-host'))],
}

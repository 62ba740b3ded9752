import { t } from '@/shared/i18n'
import type { Notification, PushMessage } from '../model'

/** How many are named in one push. */
const NAMED = 4

/** What a browser shows of these, the oldest first: the one, or how many there are and what the newest of them say. */
export function pushMessage(notifications: readonly Notification[]): PushMessage {
  const [first] = notifications
  const newest = notifications.at(-1)
  // The same push that is sent twice takes the place of the first one.
  const tag = newest?.id ?? ''
  if (first && notifications.length === 1)
    return { tag, title: first.title, body: first.message, path: first.path ?? '/' }
  return {
    tag,
    title: t('{count, plural, one {# new notification} other {# new notifications}}', {
      count: notifications.length,
    }),
    body: notifications
      .slice(-NAMED)
      .map(({ title }) => title)
      .join('\n'),
    path: '/settings/notifications',
  }
}

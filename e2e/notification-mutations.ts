import { expect, type Page } from '@playwright/test'
import type { Call, Others, Way } from './mutations.ts'
import { runInPalette } from './screen.ts'

const list = (page: Page) => page.getByRole('tabpanel', { name: 'History' })
const seeHistory = async (page: Page) => {
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(list(page).getByText('Notifications', { exact: true })).toBeVisible()
}
const more = async (page: Page, entry: string) => {
  await list(page)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The ways in which the screens change what the person is told, and what they have been told. */
export function notificationMutations({ comments }: Pick<Others, 'comments'>) {
  /** One notification and no other: somebody has commented on a page. */
  const told = async (call: Call, title: string) => {
    await call('notifications.deleteAllNotifications', {})
    const { id } = await call('document.create', { title })
    await comments(call, id, title)
    await expect.poll(() => call('notifications.getUnreadCount', { query: null })).toEqual({ count: 1 })
    return '/settings/notifications'
  }
  const inHistory = { at: told, look: seeHistory }
  return {
    'notifications.markAsRead': [
      {
        ...inHistory,
        act: (page) => more(page, 'Mark as read'),
        says: 'Failed to mark notification as read',
      },
    ],
    'notifications.markAllAsRead': [
      {
        ...inHistory,
        act: (page) => list(page).getByRole('button', { name: 'Mark all as read' }).click(),
        says: 'Failed to mark all notifications as read',
      },
    ],
    'notifications.deleteNotification': [
      {
        ...inHistory,
        act: (page) => more(page, 'Delete'),
        says: 'Failed to delete notification',
      },
    ],
    'notifications.deleteAllNotifications': [
      {
        ...inHistory,
        async act(page) {
          await list(page).getByRole('button', { name: 'Clear all' }).click()
          await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).click()
        },
        says: 'Failed to clear all notifications',
      },
    ],
    'notifications.choosePage': [
      {
        ...inHistory,
        act: (page) => more(page, 'Mute this page'),
        says: 'The page could not be muted',
      },
      {
        at: async (call, title) => `/${(await call('document.create', { title })).id}`,
        act: (page) => runInPalette(page, 'mute', 'Mute notifications of this page'),
        says: 'The page could not be muted',
      },
    ],
    'notifications.removePushDevice': [
      {
        async at(call, title) {
          const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
          const endpoint = `https://push.example/${encodeURIComponent(title)}`
          await call('notifications.addPushDevice', { endpoint, keys, name: 'Chrome on Linux' })
          return '/settings/notifications'
        },
        act: (page) =>
          page
            .getByRole('button', { name: /^Turn off push notifications in/ })
            .first()
            .click(),
        says: 'Failed to remove the browser',
      },
    ],
    'notifications.updatePreferences': [
      {
        at: async () => '/settings/notifications',
        act: (page) => page.getByRole('checkbox', { name: 'Comments' }).click(),
        says: 'Failed to update setting',
      },
      {
        async at(call) {
          await call('notifications.updatePreferences', { emailEnabled: true, frequency: 'daily' })
          return '/settings/notifications'
        },
        async act(page) {
          await page.getByRole('combobox', { name: 'How often' }).click()
          await page.getByRole('option', { name: 'Every hour' }).click()
        },
        says: 'Failed to update setting',
      },
    ],
  } satisfies Record<string, readonly Way[]>
}

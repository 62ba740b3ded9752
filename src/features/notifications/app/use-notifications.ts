import { useQuery } from '@tanstack/react-query'
import { failureWords, IN_BACKGROUND, queryClient, rpc, trpc } from '@/app/rpc'
import { deviceZone } from '@/shared/formats-apart'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { LISTED, type Notification, type PageChoice, type Preferences } from '../model'

export const useNotifications = () =>
  useQuery(trpc.notifications.getNotifications.queryOptions({ limit: LISTED }, { meta: IN_BACKGROUND }))

export const useUnreadCount = () =>
  useQuery(trpc.notifications.getUnreadCount.queryOptions(undefined, { meta: IN_BACKGROUND }))

export const usePreferences = () =>
  useQuery(trpc.notifications.getPreferences.queryOptions(undefined, { meta: IN_BACKGROUND }))

/** Asks the server again for the list and the count. */
export const askAgain = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: trpc.notifications.getNotifications.queryKey() }),
    queryClient.invalidateQueries({ queryKey: trpc.notifications.getUnreadCount.queryKey() }),
  ])

/** Does something and says what came of it, in the words of product.md 8.9; answers whether it worked. */
async function attempt(act: () => Promise<unknown>, failed: string, done?: string): Promise<boolean> {
  try {
    await act()
    if (done) toast.success(done)
    return true
  } catch (error) {
    toast.error(failureWords(error, failed))
    return false
  } finally {
    await askAgain()
  }
}

export const markAsRead = ({ id }: Notification): Promise<boolean> =>
  attempt(
    () => rpc.notifications.markAsRead.mutate({ notificationId: id }),
    t('Failed to mark notification as read'),
  )

export const markAllAsRead = (): Promise<boolean> =>
  attempt(
    () => rpc.notifications.markAllAsRead.mutate(),
    t('Failed to mark all notifications as read'),
    t('All notifications marked as read'),
  )

export const deleteNotification = ({ id }: Notification): Promise<boolean> =>
  attempt(
    () => rpc.notifications.deleteNotification.mutate({ notificationId: id }),
    t('Failed to delete notification'),
    t('Notification deleted'),
  )

export const clearAll = (): Promise<boolean> =>
  attempt(
    () => rpc.notifications.deleteAllNotifications.mutate(),
    t('Failed to clear all notifications'),
    t('All notifications cleared'),
  )

/** Shows the change at once, and what the server has when it does not take it. */
export async function updatePreferences(change: Partial<Preferences>): Promise<void> {
  const key = trpc.notifications.getPreferences.queryKey()
  const timeZone = deviceZone()
  const before = queryClient.getQueryData(key)
  queryClient.setQueryData(key, (now) => now && { ...now, ...change })
  try {
    await rpc.notifications.updatePreferences.mutate({ ...change, timeZone })
    toast.success(t('Setting updated'))
  } catch (error) {
    // What changed otherwise meanwhile stays.
    const old =
      before &&
      Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof Preferences]]))
    queryClient.setQueryData(key, (now) => now && { ...now, ...old })
    toast.error(failureWords(error, t('Failed to update setting')))
  } finally {
    await queryClient.invalidateQueries({ queryKey: key })
  }
}

/** How much the person wants to hear of one page. */
export async function choosePage(documentId: string, level: PageChoice): Promise<void> {
  const done = {
    all: () => t('You hear of everything that is said on this page.'),
    mentions: () => t('You hear of this page only when you are mentioned.'),
    none: () => t('You hear nothing more of what is said on this page.'),
  }
  try {
    await rpc.notifications.choosePage.mutate({ documentId, level })
    toast.success(done[level]())
  } catch (error) {
    toast.error(failureWords(error, t('The page could not be muted')))
  } finally {
    await queryClient.invalidateQueries({
      queryKey: trpc.notifications.getPageChoice.queryKey({ documentId }),
    })
  }
}

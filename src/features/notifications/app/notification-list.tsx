import { useRouter } from '@tanstack/react-router'
import { BellOff, CheckCheck, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { openSettings, showOverlay } from '@/app/overlays'
import { failureWords } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { Skeleton } from '@/ui/skeleton'
import type { Notification } from '../model'
import { byDay } from './by-day'
import { NotificationRow } from './notification-row'
import { clearAll, markAllAsRead, markAsRead, useNotifications, useUnreadCount } from './use-notifications'

/** The person's notifications by day (product.md 3.10). `onLeave`: the person goes somewhere else by one of them. */
export function NotificationList({ onLeave }: { onLeave?(): void }) {
  const query = useNotifications()
  const count = useUnreadCount()
  const formats = useFormats()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  if (query.isPending)
    return (
      <div className="flex flex-col gap-3" aria-busy>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  if (query.data === undefined)
    return (
      <ErrorState
        title={failureWords(query.error, t('Your notifications could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  const { notifications } = query.data
  const unread = count.data?.count ?? 0
  const older = unread - notifications.filter(({ isRead }) => !isRead).length
  const open = (notification: Notification) => {
    if (!notification.isRead) void markAsRead(notification)
    if (notification.path === null) return
    onLeave?.()
    if (notification.path === '/settings/friends') openSettings('friends')
    else {
      // In the settings window: it would lie over what is opened.
      if (!onLeave) showOverlay(null)
      router.history.push(notification.path)
    }
  }
  const settings = onLeave && (
    <IconButton
      label={t('Notification preferences')}
      onClick={() => {
        onLeave()
        openSettings('notifications')
      }}
    >
      <Settings aria-hidden />
    </IconButton>
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-1">
        <span className="me-auto text-sm font-semibold">{t('Notifications')}</span>
        {(notifications.length > 0 || unread > 0) && (
          <>
            <IconButton
              label={t('Mark all as read')}
              disabled={unread === 0 && notifications.every(({ isRead }) => isRead)}
              onClick={() => void markAllAsRead()}
            >
              <CheckCheck aria-hidden />
            </IconButton>
            <IconButton label={t('Clear all')} onClick={() => setIsAsking(true)}>
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
        {settings}
      </div>
      {notifications.length === 0 ? (
        <EmptyState
          icon={<BellOff aria-hidden />}
          title={t('No notifications')}
          hint={t('Comments, mentions, shares and friend requests appear here.')}
        />
      ) : (
        byDay(notifications, new Date(), formats).map(({ day, entries }) => (
          <section key={day} aria-label={day}>
            <h3 className="px-1 py-1 text-xs font-medium text-text-faint">{day}</h3>
            <ul className="flex flex-col gap-0.5">
              {entries.map((notification) => (
                <NotificationRow
                  key={notification.id}
                  notification={notification}
                  onOpen={() => open(notification)}
                />
              ))}
            </ul>
          </section>
        ))
      )}
      {older > 0 && (
        <p className="px-1 text-xs text-text-faint">
          {t(
            '{older, plural, one {# older one is} other {# older ones are}} unread too. The newest {shown} are shown.',
            { older, shown: notifications.length },
          )}
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('Clear all notifications?')}
        description={t('They are deleted, also on your other devices.')}
        confirmLabel={t('Clear all')}
        onConfirm={async () => {
          await clearAll()
        }}
      />
    </div>
  )
}

import { AtSign, BellOff, Check, MoreHorizontal, Trash2 } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/button'
import { useFormats } from '@/ui/formats'
import { ButtonMenu, MenuItem } from '@/ui/menu'
import { PopupButton } from '@/ui/popup-button'
import type { Notification } from '../model'
import { choosePage, deleteNotification, markAsRead } from './use-notifications'

/** One notification: a click marks it as read and opens what it is about (product.md 4.16). */
export function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen(): void }) {
  const { title, message, isRead, createdAt, sender, resourceId } = notification
  const page = notification.resourceType === 'document' ? resourceId : null
  const formats = useFormats()
  return (
    <li className="group relative flex items-start rounded-control hover:bg-hover">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-w-0 flex-1 cursor-pointer items-start gap-2.5 rounded-control p-2 text-start"
      >
        <span className="mt-0.5 shrink-0">
          <Avatar name={sender?.name ?? '?'} src={sender?.avatarUrl} />
        </span>
        <span className="min-w-0 flex-1">
          <span className={`block break-words ${isRead ? 'text-text-muted' : 'font-medium text-text'}`}>
            {!isRead && <span className="sr-only">{t('Unread:')} </span>}
            {title}
          </span>
          {message && <span className="line-clamp-2 break-words text-text-muted">{message}</span>}
          <time dateTime={createdAt} className="text-xs text-text-faint">
            {formats.time(createdAt)}
          </time>
        </span>
        {!isRead && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
      </button>
      <PopupButton
        kind="menu"
        button={
          <IconButton label={t('More for {title}', { title })} className="mt-1 me-1">
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
      >
        {(popup) => (
          <ButtonMenu popup={popup}>
            {!isRead && (
              <MenuItem icon={<Check aria-hidden />} onClick={() => void markAsRead(notification)}>
                {t('Mark as read')}
              </MenuItem>
            )}
            {page !== null && (
              <>
                <MenuItem icon={<AtSign aria-hidden />} onClick={() => void choosePage(page, 'mentions')}>
                  {t('Only mentions from this page')}
                </MenuItem>
                <MenuItem icon={<BellOff aria-hidden />} onClick={() => void choosePage(page, 'none')}>
                  {t('Mute this page')}
                </MenuItem>
              </>
            )}
            <MenuItem
              icon={<Trash2 aria-hidden />}
              danger
              onClick={() => void deleteNotification(notification)}
            >
              {t('Delete')}
            </MenuItem>
          </ButtonMenu>
        )}
      </PopupButton>
    </li>
  )
}

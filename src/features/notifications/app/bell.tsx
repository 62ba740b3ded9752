import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'
import { Skeleton } from '@/ui/skeleton'
import { useUnreadCount } from './use-notifications'

const BellPopover = lazy(() => import('./bell-popover'), <Skeleton className="h-40" />)

/** The bell of the sidebar: how much is unread, and the list. */
export default function Bell() {
  const [isOpen, setIsOpen] = useState(false)
  const count = useUnreadCount().data?.count ?? 0
  return (
    <PopupButton
      kind="dialog"
      open={isOpen}
      onOpenChange={setIsOpen}
      button={
        <button
          type="button"
          aria-label={
            count === 0
              ? t('Notifications')
              : t('Notifications, {count, plural, one {# unread} other {# unread}}', { count })
          }
          className="flex h-[30px] cursor-pointer items-center gap-2 rounded-control px-2 text-text-muted hover:bg-hover hover:text-text data-[popup-open]:bg-hover coarse:h-11"
        >
          <BellIcon aria-hidden className="size-4 shrink-0" />
          {t('Notifications')}
          {count > 0 && (
            <span
              aria-hidden
              className="ms-auto min-w-5 rounded-full bg-accent px-1.5 text-center text-xs/5 font-medium text-accent-text tabular-nums"
            >
              {count > 99 ? '99+' : count}
            </span>
          )}
        </button>
      }
    >
      {(popup) => <BellPopover popup={popup} onLeave={() => setIsOpen(false)} />}
    </PopupButton>
  )
}

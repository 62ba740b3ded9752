import { t } from '@/shared/i18n'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { NotificationList } from './notification-list'

/** The list beside the bell. */
export default function BellPopover({ popup, onLeave }: { popup: Popup; onLeave(): void }) {
  return (
    <ButtonPopover
      popup={popup}
      label={t('Notifications')}
      side="right"
      align="start"
      className="max-h-[min(36rem,calc(100dvh-2rem))] w-96 max-w-[calc(100vw-1rem)] overflow-y-auto"
    >
      <NotificationList onLeave={onLeave} />
    </ButtonPopover>
  )
}

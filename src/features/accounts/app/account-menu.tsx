import { ChevronsUpDown } from 'lucide-react'
import type { CurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { lazy, usePreload } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'

const AccountMenuList = lazy(() => import('./account-menu-list'))

/** The person at the lower end of the sidebar: settings, theme, shortcuts, sign out. */
export function AccountMenu({ user, compact }: { user: CurrentUser; compact: boolean }) {
  // The question before signing out is asked without a network too.
  usePreload(AccountMenuList, ConfirmDialog)
  const button = compact ? (
    <IconButton label={t('Account of {name}', { name: user.name })}>
      <Avatar name={user.name} src={user.avatarUrl} size="sm" />
    </IconButton>
  ) : (
    <button
      type="button"
      aria-label={t('Account of {name}', { name: user.name })}
      className="flex w-full cursor-pointer items-center gap-2 rounded-control px-1.5 py-1 text-start touch-target hover:bg-hover data-[popup-open]:bg-hover"
    >
      <Avatar name={user.name} src={user.avatarUrl} size="sm" />
      <span className="min-w-0 flex-1 truncate font-medium">{user.name}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 text-text-faint" />
    </button>
  )
  return (
    <PopupButton kind="menu" button={button}>
      {(popup) => <AccountMenuList popup={popup} user={user} />}
    </PopupButton>
  )
}

import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, LogIn, SunMoon, UserPlus } from 'lucide-react'
import { showOverlay } from '@/app/overlays'
import { type CurrentUser, useVisitor } from '@/app/session'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button, buttonClass, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { lazy, usePreload } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'
import { toggleTheme } from '@/ui/theme'
import { Tooltip } from '@/ui/tooltip'
import { HERE, withElement } from '@/ui/with-element'

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
      className="flex w-full cursor-pointer items-center gap-2 rounded-control px-1.5 py-1 text-left touch-target hover:bg-hover data-[popup-open]:bg-hover"
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

/** The same place for somebody without an account: who they are here, and the way in. */
export function VisitorMenu({ compact }: { compact: boolean }) {
  const visitor = useVisitor()
  if (compact)
    return (
      <IconButton label={t('Sign in')} onClick={() => showOverlay('login')}>
        <LogIn aria-hidden />
      </IconButton>
    )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2 px-1.5">
        <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: visitor.color }} />
        <span className="min-w-0 flex-1 truncate text-text-muted">
          {withElement(
            t('Visiting as {name}', { name: HERE }),
            <span className="text-text">{visitor.name}</span>,
          )}
        </span>
        <IconButton label={t('Light or dark')} shortcut="mod+shift+l" onClick={toggleTheme}>
          <SunMoon aria-hidden />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => showOverlay('login')}>{t('Sign in')}</Button>
        <Tooltip label={t('Keep your pages')} side="top">
          <Link to="/signup" className={buttonClass('primary')}>
            <UserPlus aria-hidden />
            {t('Sign up')}
          </Link>
        </Tooltip>
      </div>
    </div>
  )
}

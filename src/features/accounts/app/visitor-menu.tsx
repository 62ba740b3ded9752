import { Link } from '@tanstack/react-router'
import { LogIn, SunMoon, UserPlus } from 'lucide-react'
import { showOverlay } from '@/app/overlays'
import { useVisitor } from '@/app/session'
import { t } from '@/shared/i18n'
import { Button, buttonClass, IconButton } from '@/ui/button'
import { toggleTheme } from '@/ui/theme'
import { Tooltip } from '@/ui/tooltip'
import { HERE, withElement } from '@/ui/with-element'
import { followSignOut } from './signing-out'

// What somebody who has signed out here has left behind, when that was cut short.
followSignOut()

/** The lower end of the sidebar for somebody without an account: who they are here, and the way in. */
export default function VisitorMenu({ compact }: { compact: boolean }) {
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
        <IconButton label={t('Theme')} shortcut="mod+shift+l" onClick={toggleTheme}>
          <SunMoon aria-hidden />
        </IconButton>
      </div>
      <div className="flex flex-wrap gap-2 [&>*]:flex-1 [&>*]:whitespace-nowrap">
        <Button onClick={() => showOverlay('login')}>{t('Sign in')}</Button>
        <Tooltip label={t('Keep your pages')} side="top">
          <Link
            to="/signup"
            search={{ callbackUrl: `${window.location.pathname}${window.location.search}` }}
            className={buttonClass('primary')}
          >
            <UserPlus aria-hidden />
            {t('Sign up')}
          </Link>
        </Tooltip>
      </div>
    </div>
  )
}

import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useActionShortcuts, useActions } from '@/app/actions'
import { useAppActions } from '@/app/app-actions'
import { FailureScreen } from '@/app/error-screens'
import { showOverlay, useOverlay } from '@/app/overlays'
import { useCurrentUser } from '@/app/session'
import { Shell } from '@/app/shell'
import { AccountMenu, VisitorMenu } from '@/features/accounts/app/account-menu'
import { useInterchangeWindow } from '@/features/interchange/app/windows'
import { Skeleton } from '@/ui/skeleton'
import { pageActionsOf, signedInActions, visitorActions } from './page-extras'
import { SendLeftovers } from './send-leftovers'

const TemplatesSidebar = lazy(() =>
  import('@/features/templates/app/templates-sidebar').then((m) => ({ default: m.TemplatesSidebar })),
)
const PagesSidebar = lazy(() =>
  import('@/features/pages/app/pages-sidebar').then((m) => ({ default: m.PagesSidebar })),
)
const Palette = lazy(() => import('@/app/palette'))
const InterchangeWindows = lazy(() =>
  import('@/features/interchange/app/interchange-windows').then((m) => ({ default: m.InterchangeWindows })),
)
const SettingsDialog = lazy(() => import('./settings').then((m) => ({ default: m.SettingsOverlay })))
const ShortcutSheet = lazy(() => import('./shortcut-sheet'))
const LoginDialog = lazy(() => import('@/features/accounts/app/login-dialog'))

function SidebarPending() {
  return (
    <div className="flex flex-col gap-2 p-2" aria-busy>
      {['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}

/** The import and export windows; their code comes when one is first opened. */
function InterchangeHost() {
  return useInterchangeWindow() && <InterchangeWindows />
}

/** The frame of all screens but sign-in, filled by who is looking: a person's pages, or the visitor's templates. */
export function AppFrame() {
  const { user, isPending, error, refetch } = useCurrentUser()
  const overlay = useOverlay()
  useActions(useAppActions(user !== null))
  useActions(user ? signedInActions : visitorActions)
  useActionShortcuts()

  // Whoever cannot even be told apart from a visitor gets the reason, not a visitor's screen.
  if (error) return <FailureScreen error={error} onRetry={() => void refetch()} />

  return (
    <>
      {user && <SendLeftovers user={user} />}
      <Shell
        sidebar={
          isPending ? (
            <SidebarPending />
          ) : (
            <Suspense fallback={<SidebarPending />}>
              {user ? <PagesSidebar actionsOf={pageActionsOf} /> : <TemplatesSidebar />}
            </Suspense>
          )
        }
        footer={(compact) =>
          isPending ? (
            <Skeleton className="h-7" />
          ) : user ? (
            <AccountMenu user={user} compact={compact} />
          ) : (
            <VisitorMenu compact={compact} />
          )
        }
      >
        {!isPending && <Outlet />}
      </Shell>
      <Suspense>
        {overlay === 'palette' && <Palette />}
        {overlay === 'shortcuts' && <ShortcutSheet />}
        {overlay === 'settings' && user && <SettingsDialog />}
        {user && <InterchangeHost />}
        {overlay === 'login' && !user && <LoginDialog onClose={() => showOverlay(null)} />}
      </Suspense>
    </>
  )
}

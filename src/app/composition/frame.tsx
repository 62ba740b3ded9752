import { Outlet } from '@tanstack/react-router'
import { useActionShortcuts, useActions } from '@/app/actions'
import { useAppActions } from '@/app/app-actions'
import { FailureScreen } from '@/app/error-screens'
import { showOverlay, useOverlay } from '@/app/overlays'
import { useCurrentUser } from '@/app/session'
import { Shell } from '@/app/shell'
import { AccountMenu, VisitorMenu } from '@/features/accounts/app/account-menu'
import { useInterchangeWindow } from '@/features/interchange/app/windows'
import { newFromTemplate } from '@/features/templates/app/template-actions'
import { useTemplateWindow } from '@/features/templates/app/template-window'
import { later, usePreload } from '@/ui/later'
import { Skeleton } from '@/ui/skeleton'
import { pageActionsOf, signedInActions, visitorActions } from './page-extras'
import { Panels } from './panels'
import { SendLeftovers } from './send-leftovers'

function SidebarPending() {
  return (
    <div className="flex flex-col gap-2 p-2" aria-busy>
      {['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}

const TemplatesSidebar = later(() => import('@/features/templates/app/templates-sidebar'), <SidebarPending />)
const PagesSidebar = later(() => import('@/features/pages/app/pages-sidebar'), <SidebarPending />)
const PodSwitcher = later(
  () => import('@/features/pods/app/pod-switcher'),
  <Skeleton className="mb-1 h-8 coarse:h-11" />,
)
const PodsHost = later(() => import('@/features/pods/app/pods-host'))
const TemplatesSection = later(() => import('@/features/templates/app/templates-section'))
const Palette = later(() => import('@/features/search/app/palette'))
const InterchangeWindows = later(() => import('@/features/interchange/app/interchange-windows'))
const TemplateGallery = later(() => import('@/features/templates/app/template-gallery'))
const SettingsDialog = later(() => import('./settings-overlay'))
const ShortcutSheet = later(() => import('./shortcut-sheet'))
const Offers = later(() => import('./page-offers'))
const LoginDialog = later(() => import('@/features/accounts/app/login-dialog'))

/** The import and export windows; their code comes when one is first opened. */
function InterchangeHost() {
  usePreload(InterchangeWindows)
  return useInterchangeWindow() && <InterchangeWindows />
}

/** The gallery of templates; its code comes when it is first opened. */
function TemplatesHost() {
  usePreload(TemplateGallery)
  return useTemplateWindow() && <TemplateGallery />
}

/** The frame of all screens but sign-in, filled by who is looking: a person's pages, or the visitor's templates. */
export function AppFrame() {
  const { user, isPending, error, refetch } = useCurrentUser()
  const overlay = useOverlay()
  useActions(useAppActions(user !== null))
  useActions(user ? signedInActions : visitorActions)
  useActionShortcuts()
  usePreload(Palette, ShortcutSheet, SettingsDialog)

  // Whoever cannot even be told apart from a visitor gets the reason, not a visitor's screen.
  if (error) return <FailureScreen error={error} onRetry={() => void refetch()} />

  return (
    <>
      {user && <SendLeftovers user={user} />}
      <Shell
        sidebar={
          isPending ? (
            <SidebarPending />
          ) : user ? (
            <PagesSidebar
              actionsOf={pageActionsOf}
              onTemplates={newFromTemplate.run}
              above={<PodSwitcher />}
              below={<TemplatesSection />}
            />
          ) : (
            <TemplatesSidebar />
          )
        }
        aside={!isPending && <Panels userId={user?.id ?? null} />}
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
      {!isPending && <Offers userId={user?.id ?? null} />}
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutSheet />}
      {overlay === 'settings' && user && <SettingsDialog />}
      {user && <InterchangeHost />}
      {user && <PodsHost />}
      {user && <TemplatesHost />}
      {overlay === 'login' && !user && <LoginDialog onClose={() => showOverlay(null)} />}
    </>
  )
}

import { Outlet } from '@tanstack/react-router'
import { Fragment, useMemo } from 'react'
import { useActionShortcuts, useActions } from '@/app/actions'
import { useAppActions } from '@/app/app-actions'
import { FailureScreen } from '@/app/error-screens'
import { showOverlay, useOverlay } from '@/app/overlays'
import { useCurrentUser, useOwnFormats } from '@/app/session'
import { Shell } from '@/app/shell'
import { allOf, type Contribution, Contributions } from '@/editor/contribution'
import { AccountMenu } from '@/features/accounts/app/account-menu'
import { openGallery } from '@/features/templates/app/templates.contribution'
import { lazy, useIsSettled, usePreload } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { contributionsFor } from './contributions'
import { Panels } from './panels'
import { SendPendingEdits } from './send-pending-edits'

function SidebarPending() {
  return (
    <div className="flex flex-col gap-2 p-2" aria-busy>
      {['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}

const TemplatesSidebar = lazy(() => import('@/features/templates/app/templates-sidebar'), <SidebarPending />)
const PagesSidebar = lazy(() => import('@/features/pages/app/pages-sidebar'), <SidebarPending />)
const PodSwitcher = lazy(
  () => import('@/features/pods/app/pod-switcher'),
  <Skeleton className="mb-1 h-8 coarse:h-11" />,
)
const Bell = lazy(
  () => import('@/features/notifications/app/bell'),
  <Skeleton className="h-[30px] coarse:h-11" />,
)
const InboxLink = lazy(
  () => import('@/features/review/app/inbox-link'),
  <span className="h-[30px] coarse:h-11" />,
)
const LibraryLink = lazy(
  () => import('@/features/recordings/app/library-link'),
  <span className="h-[30px] coarse:h-11" />,
)
const ChatLink = lazy(
  () => import('@/features/chat/app/chat-link'),
  <span className="h-[30px] coarse:h-11" />,
)
const VisitorMenu = lazy(
  () => import('@/features/accounts/app/visitor-menu'),
  <Skeleton className="h-[76px]" />,
)
const TemplatesSection = lazy(() => import('@/features/templates/app/templates-section'))
const SharedSection = lazy(() => import('@/features/share/app/shared-section'))
const Palette = lazy(() => import('./palette-overlay'))
const SettingsDialog = lazy(() => import('./settings-overlay'))
const ShortcutSheet = lazy(() => import('./shortcut-sheet'))
const LoginDialog = lazy(() => import('@/features/accounts/app/login-dialog'))

/** What stands below a person's own pages. */
const Below = () => (
  <>
    <SharedSection />
    <TemplatesSection />
  </>
)

/** The dialogs of features, and what else they have on every screen: they come after the screen itself. */
function Windows({ of: contributions }: { of: readonly Contribution[] }) {
  return (
    useIsSettled() &&
    contributions.map(({ name, windows = [] }) => (
      <Fragment key={name}>
        {windows.map((Window, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a contribution does not change
          <Window key={at} />
        ))}
      </Fragment>
    ))
  )
}

/** The frame of all screens but sign-in, filled by who is looking: a person's pages, or the visitor's templates. */
export function AppFrame() {
  const { user, isPending, error, refetch } = useCurrentUser()
  const overlay = useOverlay()
  useOwnFormats()
  useActions(useAppActions(user !== null))
  const contributions = contributionsFor(user !== null)
  useActions(useMemo(() => allOf(contributions, ({ actions }) => actions), [contributions]))
  useActionShortcuts()
  usePreload(Palette, ShortcutSheet, SettingsDialog)

  // Somebody who cannot even be told apart from a visitor gets the reason, not a visitor's screen.
  if (error) return <FailureScreen error={error} onRetry={() => void refetch()} />

  return (
    <Contributions value={contributions}>
      {user && <SendPendingEdits user={user} />}
      <Shell
        sidebar={
          isPending ? (
            <SidebarPending />
          ) : user ? (
            <PagesSidebar
              onTemplates={openGallery}
              above={<PodSwitcher />}
              links={
                <>
                  <Bell />
                  <InboxLink />
                  <LibraryLink />
                  <ChatLink />
                </>
              }
              below={<Below />}
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
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutSheet />}
      {overlay === 'settings' && user && <SettingsDialog />}
      {!isPending && <Windows of={contributions} />}
      {overlay === 'login' && !user && <LoginDialog onClose={() => showOverlay(null)} />}
    </Contributions>
  )
}

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { openImport } from '@/features/interchange/app/interchange.contribution'
import { isTemplateSlug } from '@/features/templates/slugs'
import { pageIdOf } from '@/shared/page-address'
import { Skeleton } from '@/ui/skeleton'
import { AppFrame } from './composition/frame'
import { pageParts } from './composition/page-parts'
import { NotFoundScreen, RouteError } from './error-screens'
import { useCurrentUser } from './session'

/** Every address of the product (product.md 2.1–2.9). A screen's code is loaded when it is first opened. */

const SignedInHome = lazy(() =>
  import('@/features/home/app/signed-in-home').then((m) => ({ default: m.SignedInHome })),
)
const HomeInvitations = lazy(() => import('@/features/pods/app/home-invitations'))
const HomeWaiting = lazy(() => import('@/features/share/app/home-waiting'))
const KeepDrafts = lazy(() =>
  import('@/features/templates/app/keep-drafts').then((m) => ({ default: m.KeepDrafts })),
)
const HomeStart = lazy(() => import('@/features/templates/app/home-start'))
const VisitorHome = lazy(() => import('@/features/templates/app/visitor-home'))
const ArrivalScreen = lazy(() =>
  import('@/features/share/app/arrival-screen').then((m) => ({ default: m.ArrivalScreen })),
)
const LinkedPage = lazy(() => import('@/features/share/app/linked-page'))
const PageScreen = lazy(() =>
  import('@/features/pages/app/page-screen').then((m) => ({ default: m.PageScreen })),
)
const SettingsScreen = lazy(() => import('./composition/settings'))
const TemplateScreen = lazy(() => import('@/features/templates/app/template-screen'))

/** A page that is about to come, in its shape. */
function PagePending() {
  return (
    <div
      className="mx-auto flex w-full max-w-[calc(var(--page-width)+7rem)] flex-col gap-4 px-5 pt-8 sm:px-14 sm:pt-16"
      aria-busy
    >
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  )
}

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen })

const frame = createRoute({ getParentRoute: () => rootRoute, id: 'frame', component: AppFrame })

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: function Home() {
    const { user } = useCurrentUser()
    return (
      <Suspense fallback={user ? null : <PagePending />}>
        {user ? (
          <>
            <KeepDrafts />
            <SignedInHome
              onImport={openImport}
              notices={
                <Suspense>
                  <HomeInvitations />
                  <HomeWaiting />
                </Suspense>
              }
              start={
                <Suspense>
                  <HomeStart />
                </Suspense>
              }
            />
          </>
        ) : (
          <VisitorHome />
        )}
      </Suspense>
    )
  },
})

const page = createRoute({
  getParentRoute: () => frame,
  path: '/$documentId',
  component: function Page() {
    const { documentId } = page.useParams()
    const { user } = useCurrentUser()
    return (
      <Suspense fallback={<PagePending />}>
        {isTemplateSlug(documentId) ? (
          <TemplateScreen key={documentId} slug={documentId} />
        ) : user ? (
          <PageScreen key={documentId} documentId={documentId} parts={pageParts} />
        ) : (
          <LinkedPage key={documentId} documentId={documentId} />
        )}
      </Suspense>
    )
  },
})

/** Published pages are made by the server: somebody who comes here from inside asks it. */
const preview = createRoute({
  getParentRoute: () => frame,
  path: '/preview/$documentId',
  component: function Preview() {
    useEffect(() => window.location.reload(), [])
    return <PagePending />
  },
})
/** Who comes by a secret link or the link of a letter. */
const byLink = createRoute({
  getParentRoute: () => frame,
  path: '/share/$token',
  component: function ByLink() {
    const { token } = byLink.useParams()
    return (
      <Suspense fallback={<PagePending />}>
        <ArrivalScreen key={token} by="link" token={token} />
      </Suspense>
    )
  },
})
const byLetter = createRoute({
  getParentRoute: () => frame,
  path: '/invite/$token',
  component: function ByLetter() {
    const { token } = byLetter.useParams()
    return (
      <Suspense fallback={<PagePending />}>
        <ArrivalScreen key={token} by="invite" token={token} />
      </Suspense>
    )
  },
})
/** Sections of the settings that have a second, shorter address (rulings 2). */
const sectionsByName = (['memory', 'prompts'] as const).map((path) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    component: () => (
      <Suspense fallback={<PagePending />}>
        <SettingsScreen section={path} />
      </Suspense>
    ),
  }),
)

/** The stash is what its template explains (rulings 2). */
const stash = createRoute({
  getParentRoute: () => frame,
  path: '/stash',
  component: () => (
    <Suspense fallback={<PagePending />}>
      <TemplateScreen slug="stashing" />
    </Suspense>
  ),
})

const review = createRoute({
  getParentRoute: () => frame,
  path: '/review',
  component: lazyRouteComponent(() => import('@/features/review/app/inbox-screen'), 'InboxScreen'),
})

const ChatScreen = lazy(() => import('@/features/chat/app/chat-screen'))
const chat = createRoute({
  getParentRoute: () => frame,
  path: '/chat/{-$chatId}',
  component: function Chat() {
    const { chatId } = chat.useParams()
    return (
      <Suspense fallback={<PagePending />}>
        <ChatScreen chatId={chatId ?? null} />
      </Suspense>
    )
  },
})

const faq = createRoute({
  getParentRoute: () => frame,
  path: '/faq',
  component: lazyRouteComponent(() => import('@/features/about/app/about-screens'), 'FaqScreen'),
})
const privacy = createRoute({
  getParentRoute: () => frame,
  path: '/privacy',
  component: lazyRouteComponent(() => import('@/features/about/app/about-screens'), 'PrivacyScreen'),
})
const terms = createRoute({
  getParentRoute: () => frame,
  path: '/terms',
  component: lazyRouteComponent(() => import('@/features/about/app/about-screens'), 'TermsScreen'),
})
const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings/{-$section}',
  component: function Settings() {
    const { section } = settings.useParams()
    return (
      <Suspense fallback={<PagePending />}>
        <SettingsScreen section={section ?? 'profile'} />
      </Suspense>
    )
  },
})
const user = createRoute({
  getParentRoute: () => frame,
  path: '/user/$userId',
  component: lazyRouteComponent(() => import('@/features/publish/app/user-screen'), 'UserScreen'),
})

const gallery = createRoute({
  getParentRoute: () => frame,
  path: '/dev/blocks',
  component: lazyRouteComponent(() => import('@/features/templates/app/gallery/gallery-screen')),
})

/**
 * `?callbackUrl=` of the sign-in screens, where it may lead is decided by `safeCallback` (R25); and `?error=`, why a
 * provider sent somebody back.
 */
function loginSearch(search: Record<string, unknown>): {
  callbackUrl?: string
  error?: string
  step?: string
} {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { callbackUrl: text(search.callbackUrl), error: text(search.error), step: text(search.step) }
}

const loginScreen = lazyRouteComponent(() => import('@/features/accounts/app/login-screen'), 'LoginRoute')
const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  component: loginScreen,
})
const signup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: loginSearch,
  component: loginScreen,
})

const unknown = createRoute({ getParentRoute: () => frame, path: '$', component: NotFoundScreen })

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    frame.addChildren([
      home,
      faq,
      privacy,
      terms,
      settings,
      user,
      gallery,
      preview,
      byLink,
      byLetter,
      ...sectionsByName,
      stash,
      review,
      chat,
      page,
      unknown,
    ]),
    login,
    signup,
  ]),
  // The words of a title in an address say nothing to the router: with them and without, it is one address (product.md 2.2).
  rewrite: {
    input: ({ url }) => {
      url.pathname = url.pathname.replace(/^\/([^/]+)\/?$/, (_, segment: string) => `/${pageIdOf(segment)}`)
      return url
    },
  },
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  defaultPreload: 'intent',
  defaultPendingComponent: PagePending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

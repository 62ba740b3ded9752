import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Component, type ReactNode, useEffect, useRef } from 'react'
import { t } from '@/shared/i18n'
import { Button, buttonClass } from '@/ui/button'
import { isEmbedded } from './embedded'
import { failureKind, isMissingPart } from './failures'
import { useCurrentUser } from './session'
import { useTabTitle } from './tab-title'

interface ScreenProps {
  tab: string
  /** A small drawing; decoration. */
  drawing: ReactNode
  title: string
  children: ReactNode
  actions: ReactNode
}

/** One of these screens. */
export function Screen({ tab, drawing, title, children, actions }: ScreenProps) {
  useTabTitle(tab)
  return (
    <div className="flex min-h-full flex-col items-center justify-center px-6 py-16 text-center">
      <svg
        viewBox="0 0 120 80"
        className="mb-6 h-24 text-text-faint"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {drawing}
      </svg>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="mt-2 max-w-md text-base text-pretty text-text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  )
}

export const GoHome = ({ primary = false }: { primary?: boolean }) => (
  <Link to="/" className={buttonClass(primary ? 'primary' : 'secondary', 'lg')}>
    {t('Go home')}
  </Link>
)

export const Retry = ({ onRetry }: { onRetry: () => void }) => (
  <Button variant="primary" size="lg" onClick={onRetry}>
    {t('Try again')}
  </Button>
)

/** Nothing is at this address. */
export const NotFoundScreen = () => <MissingScreen />

/** The same for a page, with what else somebody can do. */
export function MissingScreen({ children }: { children?: ReactNode }) {
  return (
    <Screen
      tab={t('Page not found')}
      drawing={
        <path d="M35 12h34l14 14v42H35zM69 12v14h14M50 40l4 4m0-4-4 4m14-4 4 4m0-4-4 4M52 58q7-6 14 0" />
      }
      title={t('Page not found')}
      actions={<GoHome primary />}
    >
      {t('The link may be old or mistyped, or the page was deleted or is not shared with you.')}
      {children && <div className="mt-6">{children}</div>}
    </Screen>
  )
}

/** The page may be there, but not for this person. Visitors are offered to sign in and come back; `why` is what is said to them. */
export function NoAccessScreen({ why }: { why?: string }) {
  const { user } = useCurrentUser()
  const here = window.location.pathname + window.location.search
  return (
    <Screen
      tab={t('No access')}
      drawing={<path d="M42 36h36v32H42zM48 36V26a12 12 0 0 1 24 0v10M60 48v8" />}
      title={user ? t('You cannot open this page') : t('Sign in to open this page')}
      actions={
        <>
          {!user && (
            <a
              href={`/login?callbackUrl=${encodeURIComponent(here)}`}
              // A frame inside of another page is no place for a password (product.md 6.2).
              {...(isEmbedded() && { target: '_blank', rel: 'noopener' })}
              className={buttonClass('primary', 'lg')}
            >
              {t('Sign in')}
            </a>
          )}
          <GoHome primary={user !== null} />
        </>
      }
    >
      {user
        ? t('It does not exist, or its owner has not shared it with you.')
        : (why ??
          t(
            'Pages are private to the people they belong to. If this one is yours, sign in and you will be brought back here.',
          ))}
    </Screen>
  )
}

/** Milliseconds between the questions whether the server is back. */
const KNOCK_MS = 2_000

/** The server does not answer, although this device is online. Tries again by itself when the server is back. */
export function ServerDownScreen({ onRetry }: { onRetry: () => void }) {
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => {
    const timer = setInterval(async () => {
      // No answer is what is expected here; the next knock asks again.
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
      if (answer?.ok) retry.current()
    }, KNOCK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Screen
      tab={t('Server not reachable')}
      drawing={
        <path d="M36 14h48v16H36zM36 34h48v16H36zM44 22h.1M44 42h.1M60 50v10M46 66h28M92 18l8 8m0-8-8 8" />
      }
      title={t('The server is not answering')}
      actions={
        <>
          <Retry onRetry={onRetry} />
          <GoHome />
        </>
      }
    >
      {t(
        'It may be restarting; this screen goes away by itself when it is back. What you typed is kept in this browser and sent then.',
      )}
    </Screen>
  )
}

/** This device has no connection. Tries again by itself when the connection is back. */
export function OfflineScreen({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Screen
      tab={t('Offline')}
      drawing={<path d="M30 34q30-26 60 0M40 46q20-17 40 0M50 57q10-8 20 0M60 66h.1M28 14l64 56" />}
      title={t('You are offline')}
      actions={<Retry onRetry={onRetry} />}
    >
      {t(
        'This has not been opened on this device before, so it is not here yet. It loads by itself when you are connected again.',
      )}
    </Screen>
  )
}

/** Something in the application itself broke. */
function BrokenScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Screen
      tab={t('Something went wrong')}
      drawing={<path d="M30 62 60 16l30 46zM60 34v12M60 54h.1" />}
      title={t('Something went wrong here')}
      actions={
        <>
          <Retry onRetry={onRetry} />
          <Button size="lg" onClick={() => window.location.reload()}>
            {t('Reload')}
          </Button>
        </>
      }
    >
      {t('This is a mistake of ours, not of yours. Your saved pages are not affected.')}
    </Screen>
  )
}

/** The screen that fits a failure: unknown page, no access, server down, offline, or our own mistake. */
export function FailureScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  switch (failureKind(error)) {
    case 'not-found':
      return <NotFoundScreen />
    case 'no-access':
      return <NoAccessScreen />
    case 'offline':
      return <OfflineScreen onRetry={onRetry} />
    case 'server-down':
      return <ServerDownScreen onRetry={onRetry} />
    case 'other':
      return <BrokenScreen onRetry={onRetry} />
  }
}

/** What a route shows when it could not be loaded or drawn. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  const queries = useQueryClient()
  const retry = () => {
    if (isMissingPart(error)) return window.location.reload()
    void queries.invalidateQueries()
    reset()
    void router.invalidate()
  }
  return <FailureScreen error={error} onRetry={retry} />
}

/** The last net: whatever breaks outside the routes shows words, never a blank page. */
export class AppErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    // Nothing that could have broken may be used here: no router, no queries.
    return (
      <div className="flex min-h-full flex-col items-center justify-center gap-3 px-6 text-center">
        <h1 className="text-2xl font-semibold">{t('Something went wrong here')}</h1>
        <p className="text-text-muted">
          {t('This is a mistake of ours. Your saved pages are not affected.')}
        </p>
        <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
          {t('Reload')}
        </Button>
      </div>
    )
  }
}

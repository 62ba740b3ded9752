import { Link, useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import LanguagePicker from '@/app/language-picker'
import { afterSignIn, useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { Wordmark } from '@/app/wordmark'
import { t } from '@/shared/i18n'
import { safeCallback } from '../model'
import { AuthViews } from './auth-views'
import { providerErrorWords } from './provider-words'

/** `/login` and `/signup`: the way in, then on to the callback address or home (product.md 2.21). */
export function LoginRoute() {
  const { pathname } = useLocation()
  const { callbackUrl, error, step } = useSearch({ strict: false })
  const entry = pathname === '/signup' ? 'create-account' : 'sign-in'
  // A provider sends people here who have a second factor.
  const start = step === 'second-factor' ? step : entry
  const target = safeCallback(callbackUrl)
  const { user, isPending } = useCurrentUser()
  const router = useRouter()
  useTabTitle(entry === 'sign-in' ? t('Sign in') : t('Create account'))

  // Only who comes here signed in is sent on at once: a typed code signs in too, before the password is set.
  const arrived = useRef(false)
  useEffect(() => {
    if (isPending || arrived.current) return
    arrived.current = true
    if (user) router.history.replace(target)
  }, [isPending, user, router, target])

  const finish = () => afterSignIn(target, () => router.history.replace(target))

  return (
    <div className="flex min-h-full flex-col bg-surface">
      <header className="flex items-center justify-between gap-4 p-4">
        <Link to="/" aria-label={t('Sheaf, home')} className="inline-flex rounded-control p-1">
          <Wordmark />
        </Link>
        <LanguagePicker />
      </header>
      <main className="flex flex-1 items-start justify-center px-4 pt-[6vh] pb-16">
        <div className="w-full max-w-sm rounded-dialog border border-border bg-surface-raised p-6 sm:p-8">
          <AuthViews
            key={start}
            start={start}
            callbackUrl={target}
            problem={providerErrorWords(error)}
            onDone={finish}
          />
        </div>
      </main>
    </div>
  )
}

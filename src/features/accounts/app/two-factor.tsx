import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import type { TwoFactorTask } from './two-factor-dialog'

const TwoFactorDialog = lazy(() => import('./two-factor-dialog'))

/** Codes of an authenticator app: whether they are asked for, and how to change that. */
export function TwoFactor() {
  const queries = useQueryClient()
  const query = useQuery(trpc.user.signInWays.queryOptions())
  const [task, setTask] = useState<TwoFactorTask | null>(null)
  const reload = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: trpc.user.signInWays.queryKey() }),
      queries.invalidateQueries({ queryKey: trpc.user.sessions.queryKey() }),
    ])
  }
  if (query.isPending) return <Skeleton className="h-16" />
  if (query.isLoadingError)
    return (
      <ErrorState
        title={failureWords(query.error, t('How you sign in could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  const { hasSecondFactor, hasPassword, trustedBrowsers } = query.data
  const forget = async () => {
    try {
      await rpc.user.forgetTrustedBrowsers.mutate()
      toast.success(t('Every browser is asked again'))
    } catch (error) {
      toast.error(failureWords(error, t('Failed to forget the browsers')))
    }
    await reload()
  }
  return (
    <>
      <p className="text-text-muted">
        {hasSecondFactor
          ? t('It is on: signing in takes a code from your authenticator app. Passkeys do without.')
          : t('Ask for a code from an authenticator app whenever somebody signs in to your account.')}
      </p>
      {trustedBrowsers > 0 && (
        <p className="text-text-muted">
          {t('{count, plural, one {In one browser} other {In # browsers}} you are not asked for a code.', {
            count: trustedBrowsers,
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {hasSecondFactor ? (
          <>
            <Button onClick={() => setTask('recovery-codes')}>{t('New recovery codes')}</Button>
            {trustedBrowsers > 0 && (
              <Button onClick={() => void forget()}>{t('Ask in every browser again')}</Button>
            )}
            <Button onClick={() => setTask('end')}>{t('Turn off')}</Button>
          </>
        ) : (
          <Button onClick={() => setTask('set-up')}>{t('Set up')}</Button>
        )}
      </div>
      {task && (
        <TwoFactorDialog
          task={task}
          hasPassword={hasPassword}
          onClose={() => setTask(null)}
          onChanged={reload}
        />
      )}
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureWords, trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'

const PasswordDialog = lazy(() => import('./password-dialog'))

/** The person's password: whether there is one, and how to change it. */
export function Password() {
  const { user } = useCurrentUser()
  const queries = useQueryClient()
  const query = useQuery(trpc.user.signInWays.queryOptions())
  const [isOpen, setOpen] = useState(false)
  if (query.isPending) return <Skeleton className="h-16" />
  if (query.isLoadingError)
    return (
      <ErrorState
        title={failureWords(query.error, t('How you sign in could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  const { hasPassword } = query.data
  return (
    <>
      {!hasPassword && (
        <p className="text-text-muted">
          {t('Your account has none yet. With one you sign in by your address as well.')}
        </p>
      )}
      <div>
        <Button onClick={() => setOpen(true)}>
          {hasPassword ? t('Change password') : t('Set a password')}
        </Button>
      </div>
      {isOpen && user && (
        <PasswordDialog
          user={user}
          hasPassword={hasPassword}
          onClose={() => setOpen(false)}
          onChanged={async () => {
            setOpen(false)
            toast.success(t('Password changed'))
            await Promise.all([
              queries.invalidateQueries({ queryKey: trpc.user.signInWays.queryKey() }),
              queries.invalidateQueries({ queryKey: trpc.user.sessions.queryKey() }),
            ])
          }}
        />
      )}
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { Trans } from '@/ui/trans'
import { deviceOf } from '../device'
import { placeName } from '../place'

/** Everywhere the person is signed in, and how to end it. */
export function Sessions() {
  const formats = useFormats()
  const queries = useQueryClient()
  const query = useQuery(trpc.user.sessions.queryOptions())
  const [asking, setAsking] = useState(false)
  const reload = () => queries.invalidateQueries({ queryKey: trpc.user.sessions.queryKey() })

  const revoke = async (id: string) => {
    try {
      await rpc.user.revokeSession.mutate({ id })
    } catch (error) {
      toast.error(failureWords(error, t('Failed to sign out there')))
    } finally {
      await reload()
    }
  }
  const revokeOthers = async () => {
    try {
      await rpc.user.revokeOtherSessions.mutate()
    } catch (error) {
      throw new Error(failureWords(error, t('Failed to sign out everywhere else')), { cause: error })
    } finally {
      await reload()
    }
  }

  if (query.isPending)
    return (
      <div className="flex flex-col gap-3" aria-busy>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  if (query.isLoadingError)
    return (
      <ErrorState
        title={failureWords(query.error, t('Your sessions could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )

  const { sessions } = query.data
  return (
    <div className="flex flex-col gap-3">
      <p className="text-text-muted">{t('These browsers are signed in to your account.')}</p>
      <ul className="divide-y divide-border rounded-popover border border-border">
        {sessions.map((session) => {
          const device = deviceOf(session.userAgent)
          const place = placeName(session.place)
          const Icon = device.isPhone ? Smartphone : Monitor
          return (
            <li key={session.id} className="flex items-center gap-3 px-3 py-2.5">
              <Icon aria-hidden className="size-4 shrink-0 text-text-muted" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{device.name}</p>
                <p className="text-xs text-text-muted [overflow-wrap:anywhere]">
                  {place && `${place} · `}
                  {session.ipAddress && (
                    <>
                      <bdi>{session.ipAddress}</bdi>
                      {' · '}
                    </>
                  )}
                  <Trans
                    message="last used {when}"
                    values={{
                      when: <time dateTime={session.lastSeenAt}>{formats.dateTime(session.lastSeenAt)}</time>,
                    }}
                  />
                </p>
              </div>
              {session.current ? (
                <span className="text-xs text-success">{t('This browser')}</span>
              ) : (
                <Button
                  size="sm"
                  aria-label={t('Sign out {name}', { name: device.name })}
                  onClick={() => void revoke(session.id)}
                >
                  {t('Sign out')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button className="self-start" onClick={() => setAsking(true)}>
          {t('Sign out everywhere else')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Sign out everywhere else?')}
        description={t('All browsers but this one have to sign in again.')}
        confirmLabel={t('Sign out')}
        danger
        onConfirm={revokeOthers}
      />
    </div>
  )
}

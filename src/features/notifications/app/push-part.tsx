import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { deviceOf } from '@/features/accounts/device'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { toast } from '@/ui/toast'
import type { PushDevice } from '../model'
import { canPush, isPushDenied, turnPushOff, turnPushOn } from './push'

/** The browsers that show pushes, and this one among them or not. */
export function PushPart() {
  const formats = useFormats()
  const queries = useQueryClient()
  const { user } = useCurrentUser()
  const query = useQuery(trpc.notifications.getPushDevices.queryOptions())
  const [isBusy, setBusy] = useState(false)
  const devices = query.data?.devices ?? []
  const here = devices.find(({ isThis }) => isThis)

  const act = async (work: () => Promise<void>, done: string, failed: string) => {
    setBusy(true)
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(failureWords(error, failed))
    } finally {
      await queries.invalidateQueries({ queryKey: trpc.notifications.getPushDevices.queryKey() })
      setBusy(false)
    }
  }
  const turnOn = (userId: string) =>
    act(
      () => turnPushOn(userId, deviceOf(navigator.userAgent).name),
      t('This browser shows notifications now'),
      t('Push notifications could not be turned on'),
    )
  const remove = ({ id, isThis }: PushDevice) =>
    act(
      async () => {
        if (isThis) await turnPushOff(id)
        else await rpc.notifications.removePushDevice.mutate({ id })
      },
      t('Setting updated'),
      t('Failed to remove the browser'),
    )
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={failureWords(query.error, t('Your browsers could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  if (!query.data) return null
  return (
    <div className="flex flex-col gap-3">
      {devices.length > 0 && (
        <ul
          aria-label={t('Browsers with push notifications')}
          className="divide-y divide-border rounded-popover border border-border"
        >
          {devices.map((device) => (
            <li key={device.id} className="flex items-center gap-3 px-3 py-2.5">
              <BellRing aria-hidden className="size-4 shrink-0 text-text-muted" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{device.name}</p>
                <p className="truncate text-xs text-text-muted">
                  {device.isThis
                    ? t('This browser')
                    : t('since {when}', { when: formats.dateTime(device.createdAt) })}
                </p>
              </div>
              <Button
                size="sm"
                disabled={isBusy}
                aria-label={t('Turn off push notifications in {name}', { name: device.name })}
                onClick={() => void remove(device)}
              >
                {t('Turn off')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!canPush() ? (
        <p className="text-text-muted">{t('This browser shows no push notifications at this address.')}</p>
      ) : isPushDenied() ? (
        <p className="text-text-muted">
          {t('Your browser blocks notifications of this site. Allow them there first.')}
        </p>
      ) : (
        !here &&
        user && (
          <Button className="self-start" disabled={isBusy} onClick={() => void turnOn(user.id)}>
            {t('Turn on in this browser')}
          </Button>
        )
      )}
    </div>
  )
}

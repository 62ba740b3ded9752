import { useQuery } from '@tanstack/react-query'
import { failureWords, trpc } from '@/app/rpc'
import { fileSize } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Meter } from '@/ui/meter'
import { Skeleton } from '@/ui/skeleton'
import { QUOTA_HINT } from '../model'

/** How much room the person's files and those of their pods take, of how much there is. */
export default function StorageSection() {
  const usage = useQuery(trpc.file.usage.queryOptions())
  if (usage.isPending)
    return (
      <div className="flex max-w-md flex-col gap-4" aria-busy>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  if (usage.isLoadingError)
    return (
      <ErrorState
        title={failureWords(usage.error, t('Your storage could not be loaded'))}
        action={<Button onClick={() => void usage.refetch()}>{t('Try again')}</Button>}
      />
    )
  const { bytes, most, pods } = usage.data
  return (
    <div className="flex max-w-md flex-col gap-6">
      <Room label={t('Files you uploaded')} bytes={bytes} most={most} />
      <section aria-label={t('Pods')} className="flex flex-col gap-4">
        <h3 className="text-xs font-medium text-text-muted">{t('All files in each pod')}</h3>
        {pods.map((pod) => (
          <Room key={pod.id} label={pod.name} bytes={pod.bytes} most={pod.most} />
        ))}
      </section>
      <p className="text-xs text-text-muted">{QUOTA_HINT()}</p>
    </div>
  )
}

const Room = ({ label, bytes, most }: { label: string; bytes: number; most: number }) => (
  <Meter
    label={label}
    words={t('{bytes} of {most}', { bytes: fileSize(bytes), most: fileSize(most) })}
    value={bytes}
    most={most}
  />
)

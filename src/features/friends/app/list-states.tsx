import type { ReactNode } from 'react'
import { failureWords } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'

interface Asked<Data> {
  isPending: boolean
  error: unknown
  data: Data | undefined
  refetch(): Promise<unknown>
}

/** A list that comes from the server: its shape while it comes, why it does not, or what it is. */
export function Loaded<Data>({
  query,
  failed,
  children,
}: {
  query: Asked<Data>
  failed: string
  children(data: Data): ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending)
    return (
      <div className="flex flex-col gap-2" aria-busy>
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
      </div>
    )
  return (
    <ErrorState
      title={failureWords(query.error, failed)}
      action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { FailureScreen, NoAccessScreen } from '@/app/error-screens'
import { failureKind } from '@/app/failures'
import { trpc } from '@/app/rpc'
import { Skeleton } from '@/ui/skeleton'
import { OrPublished } from './or-published'
import ReadPage from './read-page'
import { useVisitSocket } from './visit-socket'

/**
 * A page for somebody who is not signed in. With a secret link that this browser holds it is read, live; without one it may be there,
 * but not for them.
 */
export default function LinkedPage({ documentId }: { documentId: string }) {
  const query = useQuery({
    ...trpc.share.byLink.queryOptions({ id: documentId }),
    refetchOnWindowFocus: true,
  })
  const { data, error, refetch } = query
  const isGone = error !== null && failureKind(error) === 'not-found'
  const isLive = useVisitSocket(documentId, () => void refetch(), data !== undefined && !isGone)
  if (isGone)
    return (
      <OrPublished documentId={documentId}>
        <NoAccessScreen />
      </OrPublished>
    )
  if (!data)
    return error ? (
      <FailureScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy className="mx-auto w-full max-w-[calc(var(--page-width)+7rem)] px-5 pt-16 sm:px-14">
        <Skeleton className="mb-6 h-10 w-2/3" />
        <Skeleton className="mb-3 h-4 w-full" />
      </div>
    )
  return <ReadPage page={data} isLive={isLive} />
}

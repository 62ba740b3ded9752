import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { appCodeOf } from '@/app/failures'
import { trpc } from '@/app/rpc'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { useVisitSocket } from './visit-socket'

const ReadPage = lazy(() => import('./read-page'))

/**
 * The page as it is without its review, for a viewer from whom its owner hides that; for everybody else what is inside of this. The server
 * tells when it has changed. When the person may open the page itself again, it is loaded anew.
 */
export function OrSettled({ documentId, children }: { documentId: string; children: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery({
    ...trpc.share.settled.queryOptions({ id: documentId }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: true,
  })
  const hasRead = useRef(false)
  if (data) hasRead.current = true
  const code = error ? appCodeOf(error) : null
  const isOver = hasRead.current && (code === 'conflict' || code === 'not-found')
  const isLive = useVisitSocket(documentId, () => void refetch(), data !== undefined && !isOver)
  useEffect(() => {
    if (isOver) window.location.reload()
  }, [isOver])
  if (data && !isOver) return <ReadPage page={data} isLive={isLive} />
  if (!isPending && !isOver) return children
  return (
    <div aria-busy className="mx-auto w-full max-w-[calc(var(--page-width)+7rem)] px-5 pt-16 sm:px-14">
      <Skeleton className="mb-6 h-10 w-2/3" />
      <Skeleton className="mb-3 h-4 w-full" />
    </div>
  )
}

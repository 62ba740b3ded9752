import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Skeleton } from '@/ui/skeleton'

/**
 * Somebody has the address of a page inside of the app that is not theirs to open: if it is published, they come to the published
 * page, as everybody may; else they see what is inside of this.
 */
export function OrPublished({ documentId, children }: { documentId: string; children: ReactNode }) {
  const path = `/preview/${encodeURIComponent(documentId)}`
  const { data: isPublished, isPending } = useQuery({
    queryKey: ['published', documentId],
    gcTime: 0,
    async queryFn({ signal }) {
      const answer = await fetch(path, { method: 'HEAD', signal }).catch(() => null)
      // 401: a password is asked for there.
      return answer !== null && (answer.ok || answer.status === 401)
    },
  })
  useEffect(() => {
    if (isPublished) window.location.replace(path)
  }, [isPublished, path])
  if (!isPending && !isPublished) return children
  return (
    <div aria-busy className="mx-auto w-full max-w-[calc(var(--page-width)+7rem)] px-5 pt-16 sm:px-14">
      <Skeleton className="mb-6 h-10 w-2/3" />
      <Skeleton className="mb-3 h-4 w-full" />
    </div>
  )
}

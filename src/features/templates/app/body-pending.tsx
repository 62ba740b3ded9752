import { Skeleton } from '@/ui/skeleton'

/** The body of a page that is about to come. */
export function BodyPending() {
  return (
    <div className="flex flex-col gap-3 py-2" aria-busy>
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}

import { lazy } from '@/ui/lazy'

/** A page's cover; the page keeps its place until its code is there. */
export const PageCover = lazy(
  () => import('./cover-banner'),
  <div className="h-[32vh] min-h-40 w-full shrink-0 bg-surface" />,
)

import { lazy } from '@/ui/lazy'

/** A page's cover; the page keeps its place until its code is there. */
export const PageCover = lazy(
  () => import('./cover-banner'),
  <div className="h-35 w-full shrink-0 bg-surface sm:h-50" />,
)

import { later } from '@/ui/later'

/** A page's cover; the page keeps its place until its code is there. */
export const PageCover = later(
  () => import('./cover-banner'),
  <div className="h-[32vh] min-h-40 w-full shrink-0 bg-surface" />,
)

import { cn } from './cn'

/** A quiet shape where content is about to be; give it the content's size. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-control bg-hover', className)} />
}

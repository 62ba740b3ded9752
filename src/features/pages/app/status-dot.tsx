import { cn } from '@/ui/cn'
import type { PageStatus } from '../model'

/** product.md 4.1: completed green, in progress blue, not started grey, blocked and overdue red. */
const COLOUR: Record<PageStatus, string> = {
  none: 'border border-border-strong',
  'not-started': 'bg-text-gray',
  'in-progress': 'bg-text-blue',
  completed: 'bg-text-green',
  blocked: 'bg-text-red',
  overdue: 'bg-text-red',
}

/** A status as a dot. Decoration: the label stands beside it or is its tooltip. */
export const StatusDot = ({ status, className }: { status: PageStatus; className?: string }) => (
  <span
    aria-hidden
    className={cn('inline-block size-2.5 shrink-0 rounded-full', COLOUR[status], className)}
  />
)

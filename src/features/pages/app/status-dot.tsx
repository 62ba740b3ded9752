import type { ComponentProps } from 'react'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { type PageStatus, STATUS_LABELS } from '../model'

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

interface StatusChipProps extends ComponentProps<'button'> {
  as?: 'span' | 'button'
  status: PageStatus
}

/** A status in words, with its dot. */
export function StatusChip({ as = 'span', status, className, ...rest }: StatusChipProps) {
  // A span takes what a button does, but for what only a form knows.
  const Chip = as as 'button'
  return (
    <Chip
      aria-label={t('Status: {statusLabel}', { statusLabel: STATUS_LABELS[status] })}
      className={cn(
        'inline-flex h-5.5 items-center gap-1.5 rounded-full border border-border px-2 text-xs text-text-muted',
        className,
      )}
      {...rest}
    >
      <StatusDot status={status} className="size-2" />
      {STATUS_LABELS[status]}
    </Chip>
  )
}

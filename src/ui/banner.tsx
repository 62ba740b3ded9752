import type { ReactNode } from 'react'
import { cn } from './cn'

const TONE = {
  info: 'bg-accent-soft text-text',
  warning: 'bg-warning-soft text-text',
  danger: 'bg-danger-soft text-text',
} as const

export interface BannerProps {
  tone?: keyof typeof TONE
  icon?: ReactNode
  children?: ReactNode
  /** Buttons at the end of the line. */
  action?: ReactNode
  className?: string
}

/** One line across the top of a page that says what state it is in. */
export function Banner({ tone = 'info', icon, children, action, className }: BannerProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-1.5 text-sm',
        TONE[tone],
        className,
      )}
    >
      {icon && <span className="flex shrink-0 [&_svg]:size-4">{icon}</span>}
      <div className="min-w-0 flex-1 basis-60">{children}</div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}

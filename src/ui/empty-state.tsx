import type { ReactNode } from 'react'
import { cn } from './cn'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  hint?: ReactNode
  action?: ReactNode
  className?: string
}

/** What a list says when nothing is in it: one line, and one thing to do. */
export function EmptyState({ icon, title, hint, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-1 px-4 py-8 text-center', className)}>
      {icon && <span className="mb-1 flex text-text-faint [&_svg]:size-6">{icon}</span>}
      <p className="font-medium text-text">{title}</p>
      {hint && <p className="max-w-sm text-text-muted">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

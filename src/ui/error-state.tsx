import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'

export interface ErrorStateProps {
  title: string
  hint?: ReactNode
  /** Usually a "Try again" button. */
  action?: ReactNode
  className?: string
}

/** What a panel says when it could not be filled. Announced. */
export function ErrorState({ title, hint, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cn('flex flex-col items-center gap-1 px-4 py-8 text-center', className)}>
      <CircleAlert aria-hidden className="mb-1 size-6 text-danger" />
      <p className="font-medium text-text">{title}</p>
      {hint && <p className="max-w-sm text-text-muted">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

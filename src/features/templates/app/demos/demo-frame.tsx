import { type ReactNode, useId } from 'react'
import { cn } from '@/ui/cn'

/** The frame of a demo: it says what can be tried. */
export function DemoFrame({
  title,
  children,
  className,
}: {
  title: string
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mb-8 rounded-dialog border border-border bg-surface-raised [--page-body-end:0.5rem] [--page-body-height:0]"
    >
      <h2 id={id} className="border-b border-border px-4 py-2 text-sm font-medium text-text-muted">
        {title}
      </h2>
      <div className={cn('p-4', className)}>{children}</div>
    </section>
  )
}

import { type ReactNode, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button, type ButtonProps } from '@/ui/button'

interface BillingActionsProps {
  /** What the buttons say, the first the one that matters most. */
  actions: readonly { label: string; variant?: ButtonProps['variant'] }[]
  children?: ReactNode
}

/** Buttons about money. This installation takes none, and each of them says so, where it is read and announced (rulings 1). */
export function BillingActions({ actions, children }: BillingActionsProps) {
  const [times, setTimes] = useState(0)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {children}
        {actions.map(({ label, variant }) => (
          <Button key={label} variant={variant} onClick={() => setTimes(times + 1)}>
            {label}
          </Button>
        ))}
      </div>
      <p role="status" className="text-text-muted empty:hidden">
        {/* A new element each time, so that it is announced each time. */}
        {times > 0 && <span key={times}>{t('This installation has no billing.')}</span>}
      </p>
    </div>
  )
}

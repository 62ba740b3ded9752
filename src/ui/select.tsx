import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { menuPopupClass } from './menu'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
}

export interface SelectProps<Value extends string> {
  /** The accessible name. */
  label: string
  value: Value
  options: readonly SelectOption<Value>[]
  onValueChange(value: Value): void
  disabled?: boolean
  className?: string
}

/** Chooses one of a short list. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onValueChange, disabled, className } = props
  return (
    <Base.Root
      items={[...options]}
      value={value}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
    >
      <Base.Trigger
        aria-label={label}
        className={cn(
          'inline-flex h-8 min-w-36 cursor-pointer items-center justify-between gap-2 rounded-control border border-border-strong/60 bg-surface-raised px-2.5 text-sm',
          'touch-target hover:border-border-strong data-[disabled]:cursor-not-allowed data-[disabled]:opacity-60',
          className,
        )}
      >
        <Base.Value className="truncate text-start" />
        <Base.Icon className="text-text-faint">
          <ChevronsUpDown aria-hidden className="size-3.5" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className={cn(menuPopupClass, 'min-w-[var(--anchor-width)]')}>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex min-h-7 cursor-default select-none items-center gap-2 rounded-control px-2 py-1 text-sm outline-none coarse:min-h-11 data-[highlighted]:bg-hover"
              >
                {option.icon}
                <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                <Base.ItemIndicator className="text-accent">
                  <Check aria-hidden className="size-4" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onCheckedChange?(checked: boolean): void
}

/** A tick box (`checked`, `onCheckedChange`). Give it an `aria-label`, or put it inside a `<label>`. */
export function Checkbox({ className, onCheckedChange, ...rest }: CheckboxProps) {
  return (
    <span
      className={cn(
        'relative inline-flex size-4 shrink-0 coarse:after:absolute coarse:after:-inset-3',
        className,
      )}
    >
      <input
        type="checkbox"
        onChange={(event) => onCheckedChange?.(event.currentTarget.checked)}
        className="peer m-0 size-full cursor-pointer appearance-none rounded-[4px] border border-border-strong bg-surface-raised checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
        {...rest}
      />
      <Check
        aria-hidden
        className="pointer-events-none absolute inset-0 m-auto hidden size-3 text-accent-text peer-checked:block"
        strokeWidth={3}
      />
    </span>
  )
}

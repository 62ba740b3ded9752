import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn'

/** A tick box (`checked`, `onCheckedChange`). Give it an `aria-label`, or put it inside a `<label>`. */
export function Checkbox({
  className,
  ...rest
}: Omit<ComponentProps<typeof Base.Root>, 'className'> & { className?: string }) {
  return (
    <Base.Root
      className={cn(
        'inline-flex size-4 shrink-0 cursor-pointer items-center justify-center rounded-[4px] border border-border-strong bg-surface-raised',
        'data-[checked]:border-accent data-[checked]:bg-accent data-[checked]:text-accent-text',
        'data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50',
        className,
      )}
      {...rest}
    >
      <Base.Indicator>
        <Check aria-hidden className="size-3" strokeWidth={3} />
      </Base.Indicator>
    </Base.Root>
  )
}

import { Switch as Base } from '@base-ui/react/switch'
import type { ComponentProps } from 'react'
import { cn } from './cn'

/** On or off, at once (`checked`, `onCheckedChange`). Give it an `aria-label`, or put it inside a `<label>`. */
export function Switch({
  className,
  ...rest
}: Omit<ComponentProps<typeof Base.Root>, 'className'> & { className?: string }) {
  return (
    <Base.Root
      className={cn(
        'relative inline-flex h-5 w-9 shrink-0 cursor-pointer items-center rounded-full bg-border-strong p-0.5 transition-colors duration-150',
        'data-[checked]:bg-accent data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50',
        className,
      )}
      {...rest}
    >
      <Base.Thumb className="size-4 rounded-full bg-bg transition-transform duration-150 data-[checked]:translate-x-4" />
    </Base.Root>
  )
}

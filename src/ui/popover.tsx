import { Popover as Base } from '@base-ui/react/popover'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn'

/** A small floating panel: `<Popover><PopoverTrigger render={<Button …/>} /><PopoverContent label="…">`. */
export const Popover = Base.Root
export const PopoverTrigger = Base.Trigger

type Positioning = Pick<ComponentProps<typeof Base.Positioner>, 'side' | 'align' | 'sideOffset' | 'anchor'>

export interface PopoverContentProps
  extends Positioning,
    Pick<ComponentProps<typeof Base.Popup>, 'initialFocus' | 'finalFocus'> {
  children: ReactNode
  className?: string
  /** The panel's accessible name. */
  label?: string
}

export function PopoverContent({
  children,
  className,
  label,
  side,
  align = 'start',
  sideOffset = 6,
  anchor,
  initialFocus,
  finalFocus,
}: PopoverContentProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        side={side}
        align={align}
        sideOffset={sideOffset}
        anchor={anchor}
        collisionPadding={8}
        className="z-50"
      >
        <Base.Popup
          aria-label={label}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          className={cn(
            'floats max-h-[var(--available-height)] max-w-[var(--available-width)] origin-[var(--transform-origin)] overflow-auto',
            'rounded-popover bg-surface-raised p-3 text-sm shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

import { Popover as Base } from '@base-ui/react/popover'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn'
import type { Popup } from './popup-button'

type Positioning = Pick<ComponentProps<typeof Base.Positioner>, 'side' | 'align' | 'sideOffset'>

export interface ButtonPopoverProps
  extends Positioning,
    Pick<ComponentProps<typeof Base.Popup>, 'initialFocus' | 'finalFocus'> {
  popup: Popup
  children: ReactNode
  className?: string
  /** The panel's accessible name. */
  label?: string
}

/** The small floating panel of a `PopupButton`. */
export function ButtonPopover({
  popup,
  children,
  className,
  label,
  side,
  align = 'start',
  sideOffset = 6,
  initialFocus,
  finalFocus,
}: ButtonPopoverProps) {
  return (
    <Base.Root open={popup.open} onOpenChange={popup.onOpenChange}>
      <Base.Portal>
        <Base.Positioner
          side={side}
          align={align}
          sideOffset={sideOffset}
          anchor={popup.anchor}
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
    </Base.Root>
  )
}

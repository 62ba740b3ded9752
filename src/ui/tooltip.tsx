import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from './kbd'

/** Put once around the application: after the first tooltip its neighbours open at once. */
export const TooltipProvider = Base.Provider

export interface TooltipProps {
  label: string
  shortcut?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** One element that takes a ref and DOM props. It needs its own accessible name: the tooltip is not one. */
  children: ReactElement
}

/** Says what an icon does on hover and on keyboard focus. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="floats flex items-center gap-2 rounded-control bg-text px-2 py-1 text-xs text-bg">
            {label}
            {shortcut && <Kbd keys={shortcut} className="text-bg opacity-75" />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

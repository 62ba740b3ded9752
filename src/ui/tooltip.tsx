import { cloneElement, type ReactElement, useState } from 'react'
import { lazy, usePreload } from './lazy'

export interface TooltipProps {
  label: string
  shortcut?: string | undefined
  side?: TooltipSide
  /** One element that takes DOM props. It needs its own accessible name: the tooltip is not one. */
  children: ReactElement<TooltipData>
}

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

interface TooltipData {
  'data-tooltip'?: string
  'data-tooltip-keys'?: string | undefined
  'data-tooltip-side'?: TooltipSide
}

/**
 * Says what an icon does on hover and on keyboard focus. The element only carries the words: one `TooltipHost` shows
 * them, so that a tooltip weighs nothing until it is seen.
 */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  return cloneElement(children, {
    'data-tooltip': label,
    'data-tooltip-keys': shortcut,
    'data-tooltip-side': side,
  })
}

const Host = lazy(() => import('./tooltip-host'))

/** Shows the tooltips of the whole application; stands once in it. Works from when the page has settled. */
export function TooltipHost() {
  const [isThere, setThere] = useState(false)
  usePreload({ preload: () => Host.preload().then(() => setThere(true)) })
  return isThere && <Host />
}

import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { cn } from '@/ui/cn'
import { isRightToLeft } from '@/ui/key-in-row'
import { type WidthLimits, widthAfterKey } from './sidebar-state'

export interface ResizeHandleProps {
  /** What it resizes: "Width of the sidebar". */
  label: string
  /** The edge of it at which the handle stands, where the screen runs from left to right. */
  edge: 'left' | 'right'
  width: number
  limits: WidthLimits
  onResize(width: number): void
  onReset(): void
}

/** The edge of what stands beside the page: dragged, or moved with the arrow keys, Home and End; a double click resets it. */
export function ResizeHandle({ label, edge, width, limits, onResize, onReset }: ResizeHandleProps) {
  const drag = useRef<{ x: number; width: number } | null>(null)

  /** The side that the edge is on: it changes where the screen runs from right to left. */
  const sideOf = (element: Element) => (isRightToLeft(element) ? (edge === 'right' ? 'left' : 'right') : edge)

  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width }
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return
    const moved = event.clientX - drag.current.x
    const wanted = drag.current.width + (sideOf(event.currentTarget) === 'right' ? moved : -moved)
    onResize(Math.round(Math.min(limits.max, Math.max(limits.min, wanted))))
  }
  const end = () => {
    drag.current = null
  }
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = widthAfterKey(width, event.key, limits, sideOf(event.currentTarget))
    if (next === null) return
    event.preventDefault()
    onResize(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be a focusable splitter
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
      onKeyDown={key}
      className={cn(
        'absolute inset-y-0 z-10 w-2.5 cursor-col-resize touch-none select-none',
        'after:absolute after:inset-y-0 after:start-1 after:w-0.5 after:transition-colors hover:after:bg-accent focus-visible:outline-none focus-visible:after:bg-accent',
        edge === 'right' ? '-end-[5px]' : '-start-[5px]',
      )}
    />
  )
}

import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { cn } from '@/ui/cn'
import { clampWidth, SIDEBAR, widthAfterKey } from './sidebar-state'

export interface ResizeHandleProps {
  width: number
  onResize(width: number): void
  onReset(): void
}

/** The edge of the sidebar: dragged, or moved with the arrow keys, Home and End; a double click gives the usual width. */
export function ResizeHandle({ width, onResize, onReset }: ResizeHandleProps) {
  const drag = useRef<{ x: number; width: number } | null>(null)

  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width }
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current) onResize(clampWidth(drag.current.width + event.clientX - drag.current.x))
  }
  const end = () => {
    drag.current = null
  }
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = widthAfterKey(width, event.key)
    if (next === null) return
    event.preventDefault()
    onResize(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can not be a focusable splitter
    <div
      role="separator"
      aria-label="Width of the sidebar"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={SIDEBAR.min}
      aria-valuemax={SIDEBAR.max}
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
      onKeyDown={key}
      className={cn(
        'absolute inset-y-0 -right-[5px] z-10 w-2.5 cursor-col-resize touch-none select-none',
        'after:absolute after:inset-y-0 after:left-1 after:w-0.5 after:transition-colors hover:after:bg-accent focus-visible:outline-none focus-visible:after:bg-accent',
      )}
    />
  )
}

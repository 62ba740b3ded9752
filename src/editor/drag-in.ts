import { type PointerEvent, useEffect, useRef } from 'react'
import { dragHandle } from '@/ui/drag-handle'
import { dropPlace } from './core/drag'
import { openPage } from './open-pages'

/** Pixels the pointer moves before a press is a drag. */
const SLOP = 4
/** From the edge of a block, where the page would make a column, back to the block itself. */
const INWARD = 48

/** Where blocks would stand that are let go at this point of the page on the screen. */
function placeAt(x: number, y: number) {
  const view = openPage()?.view
  if (!view?.editable) return null
  const box = view.dom.getBoundingClientRect()
  if (x < box.left - INWARD || x > box.right + INWARD) return null
  const place = dropPlace(view, x, y)
  if (!place?.beside) return place
  const inner = dropPlace(view, place.beside.side === 'left' ? x + INWARD : x - INWARD, y)
  return inner?.beside ? null : inner
}

export interface DragIn {
  /** Names the part of the grip's `article` that follows the pointer. */
  preview: string
  /** It begins to be dragged, and it is over. */
  onDragging?(isDragging: boolean): void
  /** It was let go over the page, at this position between blocks. */
  onDrop(pos: number): void
}

/** Dragging from beside the page onto it with mouse, pen or finger; Escape gives up. Goes to the `onPointerDown` of a grip. */
export function useDragIn({
  preview,
  onDragging,
  onDrop,
}: DragIn): (event: PointerEvent<HTMLElement>) => void {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return (down) => {
    if (down.button !== 0 || stop.current) return
    const grip = down.currentTarget
    let ghost: HTMLElement | null = null
    let line: HTMLElement | null = null
    let pos: number | null = null

    const begin = () => {
      ghost = document.createElement('div')
      ghost.className = 'drag-ghost page-body'
      ghost.inert = true
      ghost.style.width = '18rem'
      const part = grip.closest('article')?.querySelector(preview)?.cloneNode(true)
      if (part) ghost.append(part)
      line = document.createElement('div')
      line.className = 'drop-indicator'
      document.body.append(ghost, line)
      document.documentElement.classList.add('is-dragging-blocks')
      onDragging?.(true)
    }
    const page = openPage()?.view.dom
    stop.current = dragHandle(grip, down, {
      slop: SLOP,
      ...(page && { scrolls: { around: page, axis: 'y' } }),
      onMove({ clientX: x, clientY: y }) {
        if (!ghost) begin()
        if (!ghost || !line) return
        ghost.style.transform = `translate(${x + 12}px, ${y + 8}px)`
        const place = placeAt(x, y)
        pos = place?.pos ?? null
        line.hidden = !place
        if (!place) return
        line.style.top = `${place.top - 1}px`
        line.style.left = `${place.left}px`
        line.style.width = `${place.width}px`
      },
      onEnd() {
        if (ghost) onDragging?.(false)
        ghost?.remove()
        line?.remove()
        document.documentElement.classList.remove('is-dragging-blocks')
        stop.current = null
      },
      onDrop() {
        if (pos !== null) onDrop(pos)
      },
    })
  }
}

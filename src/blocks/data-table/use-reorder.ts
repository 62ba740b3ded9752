import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { dragHandle } from '@/ui/drag-handle'

interface Place {
  id: string
  /** Behind that one, and not in front of it. */
  isAfter: boolean
}

/** Pixels that a pointer moves before it drags. */
const THRESHOLD = 5

interface Given {
  axis: 'x' | 'y'
  /** The elements that can be dropped beside, with the name of the attribute that holds their ids. */
  elements(): Iterable<HTMLElement>
  attribute: string
  onDrop(id: string, place: Place): void
}

/**
 * Moves one of several things by pointer or touch: it follows at once, a line says where it will stand, Escape gives up.
 * What is done by keyboard is up to the component that shows the things.
 */
export function useReorder(given: Given) {
  const [moved, setMoved] = useState<{ id: string; place: Place | null } | null>(null)
  const stop = useRef<(() => void) | null>(null)
  const latest = useRef(given)
  latest.current = given
  useEffect(() => () => stop.current?.(), [])

  const placeAt = (event: globalThis.PointerEvent, id: string): Place | null => {
    const { axis, elements, attribute } = latest.current
    let nearest: Place | null = null
    let least = Number.POSITIVE_INFINITY
    for (const element of elements()) {
      const box = element.getBoundingClientRect()
      const middle = axis === 'x' ? box.left + box.width / 2 : box.top + box.height / 2
      const from = (axis === 'x' ? event.clientX : event.clientY) - middle
      if (Math.abs(from) >= least) continue
      least = Math.abs(from)
      const isForward = axis === 'y' || getComputedStyle(element).direction !== 'rtl'
      nearest = { id: element.getAttribute(attribute) ?? '', isAfter: from > 0 === isForward }
    }
    return nearest?.id === id ? null : nearest
  }

  /** Begins when a handle is pressed. Says whether it was dragged to `onClick` of the handle by `wasDragged`. */
  const wasDragged = useRef(false)
  const start = (event: PointerEvent, id: string) => {
    if (event.button !== 0 || stop.current) return
    const handle = event.currentTarget as HTMLElement
    let place: Place | null = null
    wasDragged.current = false
    stop.current = dragHandle(handle, event, {
      slop: THRESHOLD,
      scrolls: { around: handle, axis: latest.current.axis },
      // The heads of columns let a finger scroll the table.
      letsScroll: getComputedStyle(handle).touchAction !== 'none',
      onMove(now) {
        wasDragged.current = true
        now.preventDefault()
        place = placeAt(now, id)
        setMoved({ id, place })
      },
      onEnd() {
        stop.current = null
        setMoved(null)
      },
      onDrop() {
        if (place) latest.current.onDrop(id, place)
      },
    })
  }
  /** What an element shows of the dragging: that it is the one, or on which side of it the one will stand. */
  const dropAt = (id: string): 'before' | 'after' | 'moved' | undefined =>
    moved?.id === id
      ? 'moved'
      : moved?.place?.id === id
        ? moved.place.isAfter
          ? 'after'
          : 'before'
        : undefined
  return { start, dropAt, wasDragged, movedId: moved?.id ?? null }
}

export type Reorder = ReturnType<typeof useReorder>

import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { holdTouch } from '@/ui/drag-handle'

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
    if (event.button !== 0) return
    const { clientX, clientY, pointerId } = event
    const handle = event.currentTarget as HTMLElement
    let place: Place | null = null
    let isDragging = false
    wasDragged.current = false
    const move = (now: globalThis.PointerEvent) => {
      if (now.pointerId !== pointerId) return
      if (!isDragging && Math.hypot(now.clientX - clientX, now.clientY - clientY) < THRESHOLD) return
      isDragging = true
      wasDragged.current = true
      now.preventDefault()
      place = placeAt(now, id)
      setMoved({ id, place })
    }
    const end = () => {
      letGo?.()
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', drop)
      handle.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', key, true)
      stop.current = null
      setMoved(null)
    }
    const drop = () => {
      end()
      if (isDragging && place) latest.current.onDrop(id, place)
    }
    const key = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isDragging) return
      pressed.preventDefault()
      pressed.stopPropagation()
      end()
    }
    stop.current = end
    // The heads of columns let a finger scroll the table.
    const letGo = getComputedStyle(handle).touchAction === 'none' ? holdTouch(handle) : null
    // A fast pointer has left the handle before it is known that it drags.
    handle.setPointerCapture(pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', drop)
    handle.addEventListener('pointercancel', end)
    window.addEventListener('keydown', key, true)
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
  return { start, dropAt, wasDragged }
}

export type Reorder = ReturnType<typeof useReorder>

import { type PointerEvent, useEffect, useRef } from 'react'
import { dropPlace } from '@/editor/core/drag'
import { openPage } from '@/editor/open-pages'
import { holdTouch } from '@/ui/drag-handle'

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

/** Dragging from the stash onto the page with mouse, pen or finger; Escape gives up. */
export function useStashDrag(onDrop: (pos: number) => void): (event: PointerEvent<HTMLElement>) => void {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return (down) => {
    if (down.button !== 0 || stop.current) return
    const grip = down.currentTarget
    const card = grip.closest('article')
    let ghost: HTMLElement | null = null
    let line: HTMLElement | null = null
    let pos: number | null = null
    grip.setPointerCapture(down.pointerId)
    const letGo = holdTouch(grip)

    const move = (event: globalThis.PointerEvent) => {
      const { clientX: x, clientY: y } = event
      if (!ghost && Math.hypot(x - down.clientX, y - down.clientY) > SLOP) {
        ghost = document.createElement('div')
        ghost.className = 'drag-ghost page-body'
        ghost.inert = true
        ghost.style.width = '18rem'
        const preview = card?.querySelector('.stash-preview')?.cloneNode(true)
        if (preview) ghost.append(preview)
        line = document.createElement('div')
        line.className = 'drop-indicator'
        document.body.append(ghost, line)
        document.documentElement.classList.add('is-dragging-blocks')
      }
      if (!ghost || !line) return
      ghost.style.transform = `translate(${x + 12}px, ${y + 8}px)`
      const place = placeAt(x, y)
      pos = place?.pos ?? null
      line.hidden = !place
      if (place) {
        line.style.top = `${place.top - 1}px`
        line.style.left = `${place.left}px`
        line.style.width = `${place.width}px`
      }
    }
    const end = () => {
      letGo()
      ghost?.remove()
      line?.remove()
      document.documentElement.classList.remove('is-dragging-blocks')
      grip.removeEventListener('pointermove', move)
      grip.removeEventListener('pointerup', up)
      grip.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', key, true)
      stop.current = null
    }
    const up = () => {
      const target = ghost ? pos : null
      end()
      if (target !== null) onDrop(target)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end()
    }
    stop.current = end
    grip.addEventListener('pointermove', move)
    grip.addEventListener('pointerup', up)
    grip.addEventListener('pointercancel', end)
    window.addEventListener('keydown', key, true)
  }
}

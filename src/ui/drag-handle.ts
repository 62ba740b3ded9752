import { scrollAtEdge } from './scroll-at-edge'

const hold = (event: Event) => event.preventDefault()

/**
 * Keeps the movements of a finger on a handle for the handle until the answer is called. `touch-action: none` is not enough:
 * the browser takes a quick drop for a throw and swallows the tap that follows, as if it had to stop a page that rolls.
 */
function holdTouch(handle: Element): () => void {
  handle.addEventListener('touchmove', hold, { passive: false })
  return () => handle.removeEventListener('touchmove', hold)
}

interface HandleDrag {
  /** Pixels that the pointer moves before the press is a drag; none when left out. */
  slop?: number
  /** A finger may scroll by the handle. */
  letsScroll?: boolean
  /** What lies around this element scrolls that way while the pointer is near its edge, and `onMove` is told anew. */
  scrolls?: { around: Element; axis: 'x' | 'y' }
  onMove(event: PointerEvent): void
  /** It is over, let go or given up: what was shown meanwhile is taken back. */
  onEnd(): void
  /** It was let go; comes after `onEnd`. */
  onDrop(): void
  /** It was let go without having been dragged; comes after `onEnd`. */
  onClick?(): void
}

/**
 * Follows a handle that was pressed until it is let go. Escape gives up, and so does a pointer that is taken away; what is
 * returned gives up as well, for handles that go away while they are dragged.
 */
export function dragHandle(
  handle: Element,
  { pointerId, clientX, clientY }: Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'>,
  { slop = 0, letsScroll = false, scrolls, onMove, onEnd, onDrop, onClick }: HandleDrag,
): () => void {
  let isDragging = slop === 0
  const taken = (event: Event) => {
    if ((event as PointerEvent).pointerId === pointerId) end()
  }
  let last: PointerEvent | null = null
  let frame = 0
  const scroll = () => {
    frame = requestAnimationFrame(scroll)
    if (!scrolls || !last) return
    const { around, axis } = scrolls
    if (scrollAtEdge(around, axis, axis === 'x' ? last.clientX : last.clientY)) onMove(last)
  }
  const end = () => {
    cancelAnimationFrame(frame)
    letGo?.()
    handle.removeEventListener('pointermove', move)
    handle.removeEventListener('pointerup', drop)
    handle.removeEventListener('pointercancel', taken)
    window.removeEventListener('keydown', key, true)
    onEnd()
  }
  const move = (event: Event) => {
    const now = event as PointerEvent
    if (now.pointerId !== pointerId) return
    isDragging ||= Math.hypot(now.clientX - clientX, now.clientY - clientY) > slop
    if (!isDragging) return
    if (scrolls && !last) frame = requestAnimationFrame(scroll)
    last = now
    onMove(now)
  }
  const drop = (event: Event) => {
    if ((event as PointerEvent).pointerId !== pointerId) return
    end()
    if (isDragging) onDrop()
    else onClick?.()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  // A fast pointer has left the handle before it is known that it drags.
  handle.setPointerCapture(pointerId)
  const letGo = letsScroll ? null : holdTouch(handle)
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', drop)
  handle.addEventListener('pointercancel', taken)
  window.addEventListener('keydown', key, true)
  return end
}

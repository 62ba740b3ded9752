const hold = (event: Event) => event.preventDefault()

/**
 * Keeps the movements of a finger on a handle for the handle until the answer is called. `touch-action: none` is not enough:
 * the browser takes a quick drop for a throw and swallows the tap that follows, as if it had to stop a page that rolls.
 */
export function holdTouch(handle: Element): () => void {
  handle.addEventListener('touchmove', hold, { passive: false })
  return () => handle.removeEventListener('touchmove', hold)
}

interface HandleDrag {
  onMove(event: PointerEvent): void
  /** It is over, let go or given up: what was shown meanwhile is taken back. */
  onEnd(): void
  /** It was let go; comes after `onEnd`. */
  onDrop(): void
}

/**
 * Follows a handle that was pressed until it is let go. Escape gives up, and so does a pointer that is taken away; what is
 * returned gives up as well, for handles that go away while they are dragged.
 */
export function dragHandle(
  handle: HTMLElement,
  pointerId: number,
  { onMove, onEnd, onDrop }: HandleDrag,
): () => void {
  const letGo = holdTouch(handle)
  const end = () => {
    letGo()
    handle.removeEventListener('pointermove', onMove)
    handle.removeEventListener('pointerup', drop)
    handle.removeEventListener('pointercancel', end)
    window.removeEventListener('keydown', key, true)
    onEnd()
  }
  const drop = () => {
    end()
    onDrop()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  handle.setPointerCapture(pointerId)
  handle.addEventListener('pointermove', onMove)
  handle.addEventListener('pointerup', drop)
  handle.addEventListener('pointercancel', end)
  window.addEventListener('keydown', key, true)
  return end
}

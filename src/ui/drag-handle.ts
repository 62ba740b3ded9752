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
  const end = () => {
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

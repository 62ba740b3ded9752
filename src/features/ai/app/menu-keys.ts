import type { KeyboardEvent } from 'react'

interface Menu {
  field: HTMLElement | null
  typed: string
  isRunning: boolean
  /** The field is for something that was chosen in the menu, which `back` leaves. */
  isInside: boolean
  /** How many options there are, and which of them is active. */
  count: number
  current: number
  stop(): void
  back(): void
  close(): void
  send(): void
  onActive(index: number): void
}

/** What the keys do in the menu. Those that do nothing here are left to others. */
export function onMenuKey(event: KeyboardEvent, menu: Menu): void {
  const { field, typed, isRunning, isInside, count, current, stop, back, close, send, onActive } = menu
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Escape') {
    if (isRunning) stop()
    else if (isInside) back()
    else close()
  } else if (event.key === 'Backspace' && typed === '' && event.target === field) {
    if (isInside) back()
    else if (isRunning) return
    else close()
  } else if (event.target !== field) return
  else if (event.key === 'Enter' && !event.shiftKey) {
    if (!isRunning) send()
  } else if (event.key === 'ArrowDown' && count > 0) onActive((current + 1) % count)
  else if (event.key === 'ArrowUp' && count > 0) onActive((current + count - 1) % count)
  else return
  event.preventDefault()
  event.stopPropagation()
}

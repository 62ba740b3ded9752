import { useSyncExternalStore } from 'react'

/** The windows that can be opened from anywhere. At most one is open. */
export type Overlay = 'palette' | 'shortcuts' | 'settings' | 'login'

let open: Overlay | null = null
const listeners = new Set<() => void>()

/** Opens one of the windows, or closes them (`null`). */
export function showOverlay(next: Overlay | null): void {
  open = next
  for (const listener of listeners) listener()
}

export const openPalette = (): void => showOverlay('palette')
export const openSettings = (): void => showOverlay('settings')

/** Which window is open. */
export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => open,
  )
}

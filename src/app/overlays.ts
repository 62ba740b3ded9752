import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

/** The windows that can be opened from anywhere. At most one is open. */
export type Overlay = 'palette' | 'shortcuts' | 'settings' | 'login'

const open = createStore<Overlay | null>(null)

/** Opens one of the windows, or closes them (`null`). */
export const showOverlay: (next: Overlay | null) => void = open.set

export const openPalette = (): void => showOverlay('palette')
export const openSettings = (): void => showOverlay('settings')

/** Which window is open. */
export function useOverlay(): Overlay | null {
  return useStore(open)
}

import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'
import { isEmbedded } from './embedded'

/** The windows that can be opened from anywhere. At most one is open. */
export type Overlay = 'palette' | 'shortcuts' | 'settings' | 'login'

const open = createStore<Overlay | null>(null)

/** Opens one of the windows, or closes them (`null`). Embedded, signing in opens a tab of its own (product.md 6.2). */
export function showOverlay(next: Overlay | null): void {
  if (next === 'login' && isEmbedded()) {
    const here = encodeURIComponent(window.location.pathname)
    window.open(`/login?callbackUrl=${here}`, '_blank', 'noopener')
    return
  }
  open.set(next)
}

export const openPalette = (): void => showOverlay('palette')
export const openSettings = (): void => showOverlay('settings')

/** Which window is open. */
export function useOverlay(): Overlay | null {
  return useStore(open)
}

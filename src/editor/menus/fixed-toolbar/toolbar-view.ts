import { useSyncExternalStore } from 'react'
import { createListeners } from '@/shared/store'

const KEY = 'sheaf:toolbar'
const listeners = createListeners()

/** Does this person want the toolbar over the page? Kept in the browser; not shown until somebody asks for it. */
export function isToolbarShown(): boolean {
  try {
    return localStorage.getItem(KEY) === 'shown'
  } catch {
    return kept
  }
}

/** What holds where storage is forbidden. */
let kept = false

export function showToolbar(shown: boolean): void {
  kept = shown
  try {
    localStorage.setItem(KEY, shown ? 'shown' : 'hidden')
  } catch {
    // It holds until the page is loaded again.
  }
  listeners.tell()
}

export const useToolbarShown = (): boolean =>
  useSyncExternalStore((changed) => {
    const stop = listeners.subscribe(changed)
    window.addEventListener('storage', changed)
    return () => {
      stop()
      window.removeEventListener('storage', changed)
    }
  }, isToolbarShown)

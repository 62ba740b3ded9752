import { useSyncExternalStore } from 'react'

const KEY = 'sheaf:toolbar'
const listeners = new Set<() => void>()

/** Does this person want the toolbar over the page? Kept in the browser; shown until somebody hides it. */
export function isToolbarShown(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'hidden'
  } catch {
    return kept
  }
}

/** What holds where storage is forbidden. */
let kept = true

export function showToolbar(shown: boolean): void {
  kept = shown
  try {
    localStorage.setItem(KEY, shown ? 'shown' : 'hidden')
  } catch {
    // It holds until the page is loaded again.
  }
  for (const listener of listeners) listener()
}

export const useToolbarShown = (): boolean =>
  useSyncExternalStore((changed) => {
    listeners.add(changed)
    window.addEventListener('storage', changed)
    return () => {
      listeners.delete(changed)
      window.removeEventListener('storage', changed)
    }
  }, isToolbarShown)

import { useSyncExternalStore } from 'react'
import { createListeners } from '@/shared/store'

const KEY = 'sheaf:smart-typing'
const listeners = createListeners()
/** What holds where storage is forbidden. */
let kept = true

/** Do quotes, dashes and arrows become their signs while one types? Kept in the browser; they do until somebody says no. */
export function isSmartTyping(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return kept
  }
}

export function setSmartTyping(on: boolean): void {
  kept = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // It holds until the page is loaded again.
  }
  listeners.tell()
}

export const useSmartTyping = (): boolean =>
  useSyncExternalStore((changed) => listeners.subscribe(changed), isSmartTyping)

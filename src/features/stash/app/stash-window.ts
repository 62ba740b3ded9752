import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the stash beside the page. */
export function showStash(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export const isStashShown = (): boolean => isOpen

export const useStashShown = (): boolean =>
  useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  }, isStashShown)

import { useSyncExternalStore } from 'react'

/** Does the media query hold now? Follows changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Narrow enough for the sidebar to be a drawer (product.md 2.23, 9.10). */
export const useIsNarrow = (): boolean => useMedia('(max-width: 767.98px)')

/** Too narrow for the sidebar, a page and a panel beside it at once. */
export const useIsCrowded = (): boolean => useMedia('(max-width: 1099.98px)')

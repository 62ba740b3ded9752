import { useSyncExternalStore } from 'react'

let open: string | null = null
const listeners = new Set<() => void>()

/** Opens the publish panel of a page, or closes it (`null`). */
export function showPublish(pageId: string | null): void {
  open = pageId
  for (const listener of listeners) listener()
}

/** Is the publish panel of this page open? */
export function usePublishShown(pageId: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => open === pageId,
  )
}

import { useSyncExternalStore } from 'react'

/** The window of this feature that is open: at most one. */
export type InterchangeWindow =
  | { kind: 'import'; parentDocumentId: string | null }
  | { kind: 'export'; page: { id: string; title: string } }

let open: InterchangeWindow | null = null
const listeners = new Set<() => void>()

/** Opens a window of this feature, or closes it (`null`). */
export function showInterchange(next: InterchangeWindow | null): void {
  open = next
  for (const listener of listeners) listener()
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Which window is open. */
export const useInterchangeWindow = (): InterchangeWindow | null =>
  useSyncExternalStore(subscribe, () => open)

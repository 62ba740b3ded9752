import { useSyncExternalStore } from 'react'
import type { Pod } from '../model'

/** The window of this feature that is open: at most one. */
export type PodWindow =
  | { kind: 'create' }
  | { kind: 'invitations' }
  | { kind: 'rename' | 'people' | 'leave' | 'delete'; pod: Pod }

let open: PodWindow | null = null
const listeners = new Set<() => void>()

/** Opens a window of this feature, or closes it (`null`). */
export function showPodWindow(next: PodWindow | null): void {
  open = next
  for (const listener of listeners) listener()
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Which window is open. */
export const usePodWindow = (): PodWindow | null => useSyncExternalStore(subscribe, () => open)

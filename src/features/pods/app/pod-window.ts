import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'
import type { GuestPod, Pod } from '../model'

/** The window of this feature that is open: at most one. */
export type PodWindow =
  | { kind: 'create' }
  | { kind: 'invitations' }
  | { kind: 'leave-as-guest'; pod: GuestPod }
  | { kind: 'rename' | 'people' | 'leave' | 'delete'; pod: Pod }

const open = createStore<PodWindow | null>(null)

/** Opens a window of this feature, or closes it (`null`). */
export const showPodWindow: (next: PodWindow | null) => void = open.set

/** Which window is open. */
export const usePodWindow = (): PodWindow | null => useStore(open)

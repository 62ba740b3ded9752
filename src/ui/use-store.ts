import { useSyncExternalStore } from 'react'
import type { Store } from '@/shared/store'

/** The value of a store, kept current. */
export const useStore = <T>({ subscribe, get }: Store<T>): T => useSyncExternalStore(subscribe, get)

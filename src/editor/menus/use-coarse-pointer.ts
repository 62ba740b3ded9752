import { useSyncExternalStore } from 'react'

const query = '(pointer: coarse)'

let known: MediaQueryList | undefined
/** Asked on every key of whoever types: the browser answers a list that is kept at once. */
const pointers = (): MediaQueryList => {
  known ??= matchMedia(query)
  return known
}

function subscribe(changed: () => void): () => void {
  const list = pointers()
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Is a finger the main pointer of this device? */
export const isCoarsePointer = (): boolean => pointers().matches

/** {@link isCoarsePointer}, followed. */
export const useCoarsePointer = (): boolean => useSyncExternalStore(subscribe, isCoarsePointer, () => false)

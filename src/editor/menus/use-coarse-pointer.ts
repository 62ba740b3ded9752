import { useSyncExternalStore } from 'react'

const query = '(pointer: coarse)'

/** The list and its last answer: it is asked for at every key that is typed. */
let known: { list: MediaQueryList; isCoarse: boolean } | undefined

function pointers(): { list: MediaQueryList; isCoarse: boolean } {
  if (known) return known
  const list = matchMedia(query)
  const made = { list, isCoarse: list.matches }
  list.addEventListener('change', () => {
    made.isCoarse = list.matches
  })
  known = made
  return made
}

function subscribe(changed: () => void): () => void {
  const { list } = pointers()
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Is a finger the main pointer of this device? */
export const isCoarsePointer = (): boolean => pointers().isCoarse

/** {@link isCoarsePointer}, followed. */
export const useCoarsePointer = (): boolean => useSyncExternalStore(subscribe, isCoarsePointer, () => false)

import { useLayoutEffect, useState } from 'react'
import type { EditingMode } from '@/shared/permissions'
import { useStore } from '../live'
import { bestModeOf, chosenMode, modeOf, modeWithin, rememberMode } from './modes'
import { type Look, reviewOf } from './open-reviews'

export interface UseMode {
  mode: EditingMode
  /** Can the body be written in: as text, or as a suggestion once the code for that is there? */
  isWritable: boolean
  choose(mode: EditingMode): void
}

/** How the person works on a page, of which `most` is the best that the person may do. */
export function useMode(documentId: string, userId: string, most: EditingMode): UseMode {
  const [chosen, setChosen] = useState(() => chosenMode(documentId, userId))
  const review = useStore(reviewOf(documentId), null)
  const look = useStore<Look>(review?.look, 'marked')
  const mode = modeWithin(chosen, most)
  useLayoutEffect(() => {
    const own = modeOf(documentId)
    own.set(mode)
    return () => own.set('editing')
  }, [documentId, mode])
  useLayoutEffect(() => bestModeOf(documentId).set(most), [documentId, most])
  return {
    mode,
    isWritable: look === 'marked' && (mode === 'editing' || (mode === 'suggesting' && review !== null)),
    choose(next) {
      rememberMode(documentId, userId, next)
      setChosen(next)
    },
  }
}

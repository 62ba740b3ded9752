import { useEffect, useLayoutEffect } from 'react'
import type { EditingMode } from '@/shared/permissions'
import { useStore } from '../live'
import { bestModeOf, chosenMode, chosenOf, modeOf, modeWithin, rememberMode } from './modes'
import { type Look, reviewOf } from './open-reviews'

export interface UseMode {
  mode: EditingMode
  /** Can the body be written in: as text, or as a suggestion once the code for that is there? */
  isWritable: boolean
  /** Will it be, as soon as that code has come? */
  isComing: boolean
  choose(mode: EditingMode): void
}

/** How the person works on a page, of which `most` is the best that the person may do. */
export function useMode(documentId: string, userId: string, most: EditingMode): UseMode {
  const own = chosenOf(documentId)
  const now = useStore<EditingMode | null>(own, null)
  const chosen = now ?? chosenMode(documentId, userId)
  useEffect(() => {
    if (now) rememberMode(documentId, userId, now)
  }, [documentId, userId, now])
  useEffect(() => () => own.set(null), [own])
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
    isComing: look === 'marked' && mode === 'suggesting' && review === null,
    choose: own.set,
  }
}

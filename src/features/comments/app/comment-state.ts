import type { DiscussionPlace } from '@/document'
import { createStore } from '@/shared/store'
import type { Beginning } from './kept-comments'

/** A discussion that is being begun: nobody else knows of it yet. */
export interface DraftThread {
  /** The id that the discussion will have. */
  id: string
  documentId: string
  beginning: Beginning
  /** What is marked meanwhile, in positions of the editor; null for the title and the page. */
  range: { from: number; to: number; isBlock: boolean } | null
}

/** Of the page on the screen: which thread is active, by its id, and which one the pointer is over. */
export const activeThread = createStore<string | null>(null)
export const hoveredThread = createStore<string | null>(null)
export const draftThread = createStore<DraftThread | null>(null)

/** Where the threads of the page on the screen stand; null until that is known. */
export const threadPlaces = createStore<readonly DiscussionPlace[] | null>(null)

/** Whether this person may comment on the page on the screen; null until that is known. */
export const commentedPage = createStore<{ id: string; canComment: boolean } | null>(null)

/** May it be tried to comment on this page? What is not known yet is not in the way: the server decides. */
export function mayTryToComment(documentId: string): boolean {
  const known = commentedPage.get()
  return known?.id !== documentId || known.canComment
}

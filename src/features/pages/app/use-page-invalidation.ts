import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trpc } from '@/app/rpc'
import { isChangingPages } from './use-pages'

/** Several changes at once are asked for once. */
const PAUSE_MS = 80

/**
 * Asks for the page and the lists again when the server says that somebody changed something beside the content: its
 * place, icon, style, lock, versions. `changes` counts what the server has said.
 */
export function usePageInvalidation(changes: number): void {
  const queries = useQueryClient()
  useEffect(() => {
    // A change of one's own is settled by its own answer, which is on its way.
    if (changes === 0 || isChangingPages(queries)) return
    const pause = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: trpc.document.pathKey() })
      void queries.invalidateQueries({ queryKey: trpc.version.documentVersions.pathKey() })
    }, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [changes, queries])
}

/** Asks for the discussions of the page again when the server says that there are others; `reviews` counts how often. */
export function useReviewInvalidation(reviews: number): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (reviews === 0) return
    const pause = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: trpc.comment.pathKey() })
      void queries.invalidateQueries({ queryKey: trpc.suggestion.pathKey() })
    }, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [reviews, queries])
}

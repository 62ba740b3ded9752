import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Doc } from 'yjs'
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

/** The server knows who edited a page about a second after they did. */
const EDITED_MS = 3_000

/** Asks who edited the page last, a few seconds after somebody has, and no more often: the content itself is live. */
export function useEditedBy(id: string, doc: Pick<Doc, 'on' | 'off'>): void {
  const queries = useQueryClient()
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined
    const onEdit = () => {
      asking ??= setTimeout(() => {
        asking = undefined
        if (!navigator.onLine || isChangingPages(queries)) return
        void queries.invalidateQueries({
          queryKey: trpc.document.document.queryKey({ id, content: false }),
        })
      }, EDITED_MS)
    }
    doc.on('update', onEdit)
    return () => {
      doc.off('update', onEdit)
      clearTimeout(asking)
    }
  }, [queries, id, doc])
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

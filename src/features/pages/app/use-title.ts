import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type * as Y from 'yjs'
import { trpc } from '@/app/rpc'
import { titleOf, titleText } from '@/document'
import { type PageSummary, UNTITLED } from '../model'
import { noteTitle } from './known-titles'
import { withFields } from './tree-changes'

/** The title of a live page as it reads now. */
export function useTitle(doc: Y.Doc): string {
  const subscribe = useCallback(
    (changed: () => void) => {
      const text = titleText(doc)
      text.observe(changed)
      return () => text.unobserve(changed)
    },
    [doc],
  )
  return useSyncExternalStore(subscribe, () => titleOf(doc))
}

/** Lets the tree follow a title while it is being typed; the server's lists hear of it a moment later. */
export function useTitleInTree(id: string, title: string): void {
  const queries = useQueryClient()
  const shown = title || UNTITLED()
  useEffect(() => {
    noteTitle(id, shown)
    queries.setQueryData<{ documents: PageSummary[] }>(
      trpc.document.tree.queryKey(),
      (tree) => tree && { documents: withFields(tree.documents, id, { title: shown }) },
    )
  }, [queries, id, shown])
}

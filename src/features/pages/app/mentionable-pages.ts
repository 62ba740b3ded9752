import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '@/app/rpc'
import type { EditorHost } from '@/editor/page-editor'

/** How long the list of pages is good for mentions, in milliseconds. */
const FRESH = 30_000

const pagesOf = (client: QueryClient) =>
  client.fetchQuery(trpc.document.allDocuments.queryOptions({}, { staleTime: FRESH }))

/** The pages of the active pod, for mentions: those whose title holds a query, and what one is called now (product.md 4.18, 5.19). */
export function useMentionablePages(): Pick<EditorHost, 'findPages' | 'pageInfo'> {
  const client = useQueryClient()
  return useMemo(
    () => ({
      async findPages(query) {
        const wanted = query.toLowerCase()
        const { documents } = await pagesOf(client)
        return documents
          .filter(({ title }) => title.toLowerCase().includes(wanted))
          .slice(0, MOST)
          .map(({ id, title, icon }) => ({ path: `/${id}`, title, icon }))
      },
      async pageInfo(path) {
        const { documents } = await pagesOf(client)
        const found = documents.find(({ id }) => `/${id}` === path)
        return found ? { path, title: found.title, icon: found.icon } : null
      },
    }),
    [client],
  )
}

/** Pages that are offered at once; a longer query finds the others. */
const MOST = 20

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rpc, trpc } from '@/app/rpc'
import type { EditorHost } from '@/editor/page-editor'
import { withTitle } from '@/shared/by-title'
import { isPageId, pageIdOf } from '@/shared/page-address'
import { withKnownTitle } from './known-titles'

/** How long the list of pages is good for mentions, in milliseconds. */
const FRESH = 30_000

const pagesOf = (client: QueryClient) =>
  client.fetchQuery(trpc.document.allDocuments.queryOptions({}, { staleTime: FRESH }))

/** A page of another pod; `null` for one that this person may not see. */
const elsewhere = (id: string) => rpc.document.document.query({ id }).catch(() => null)

/**
 * For mentions: the pages of the active pod whose title holds a query, and what a page of any pod is called now (product.md
 * 4.18, 5.19).
 */
export function useMentionablePages(): Pick<EditorHost, 'findPages' | 'pageInfo'> {
  const client = useQueryClient()
  return useMemo(
    () => ({
      async findPages(query) {
        const { documents } = await pagesOf(client)
        return withTitle(documents, query)
          .slice(0, MOST)
          .map(({ id, title, icon }) => ({ path: `/${id}`, title, icon }))
      },
      async pageInfo(path) {
        const { documents } = await pagesOf(client)
        const wanted = pageIdOf(path.slice(1))
        const found =
          documents.find(({ id }) => id === wanted) ?? (isPageId(wanted) && (await elsewhere(wanted)))
        return found ? { path, title: withKnownTitle(found).title, icon: found.icon } : null
      },
    }),
    [client],
  )
}

/** Pages that are offered at once; a longer query finds the others. */
const MOST = 20

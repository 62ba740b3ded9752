import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '@/app/rpc'
import type { BlockHost, SubPage } from '@/blocks/kit/block-program'
import type { PageSummary } from '../model'
import { bySiblingOrder } from '../page-order'
import { withKnownTitle } from './known-titles'

/** How often others' changes are asked for while a list of sub-pages is shown and looked at, in milliseconds. */
const ASK_EVERY = 15_000

const subPageOf = ({ id, title, icon, status, tags, updatedAt }: PageSummary): SubPage => ({
  path: `/${id}`,
  title,
  icon,
  status,
  tags,
  updatedAt,
})

/** The sub-pages of a page out of all pages, in their order. */
export const subPagesOf = (pages: readonly PageSummary[], parentId: string): SubPage[] =>
  pages
    .filter((page) => page.parentDocumentId === parentId)
    .sort(bySiblingOrder)
    .map((page) => subPageOf(withKnownTitle(page)))

/**
 * Tells the sub-pages of a page now and whenever they change: one's own changes at once, as the sidebar has them, those of
 * others with the next question. The returned function ends it.
 */
function watch(client: QueryClient, parentId: string, tell: (pages: readonly SubPage[]) => void) {
  const observer = new QueryObserver(client, {
    ...trpc.document.tree.queryOptions(),
    refetchInterval: ASK_EVERY,
    refetchOnWindowFocus: true,
  })
  let told = ''
  const pass = ({ data }: { data: { documents: PageSummary[] } | undefined }) => {
    if (!data) return
    const pages = subPagesOf(data.documents, parentId)
    const said = JSON.stringify(pages)
    if (said === told) return
    told = said
    tell(pages)
  }
  const end = observer.subscribe(pass)
  pass(observer.getCurrentResult())
  return end
}

/** What a block of this page learns of the pages inside it. */
export function useSubPages(parentId: string): Pick<BlockHost, 'watchSubPages'> {
  const client = useQueryClient()
  return useMemo(() => ({ watchSubPages: (tell) => watch(client, parentId, tell) }), [client, parentId])
}

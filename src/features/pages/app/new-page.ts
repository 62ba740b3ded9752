import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { trpc } from '@/app/rpc'
import { openPageId } from './open-page'
import { useCreatePage } from './use-pages'

/** The page whose title takes the focus when its screen opens, because the person has just made it. */
let fresh: string | null = null

/** In which pages (null: none) one is being made. */
const making = new Set<string | null>()

/** Was this page just made here? Answers true once. */
export function takeFresh(id: string): boolean {
  if (fresh !== id) return false
  fresh = null
  return true
}

/** Makes a page, opens its route and puts the caret into its title (product.md 2.22). Answers whether there is one. */
export function useNewPage() {
  const create = useCreatePage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync } = create
  const newPage = useCallback(
    async (parentDocumentId: string | null) => {
      // Pressed twice, it is one page.
      if (making.has(parentDocumentId)) return true
      making.add(parentDocumentId)
      const before = openPageId(window.location.pathname)
      try {
        const page = await mutateAsync({ parentDocumentId })
        queries.setQueryData(trpc.document.document.queryKey({ id: page.id, content: false }), page)
        // Who has gone elsewhere meanwhile stays there.
        if (openPageId(window.location.pathname) !== before) return true
        fresh = page.id
        await navigate({ to: '/$documentId', params: { documentId: page.id } })
        return true
      } catch {
        // The change itself has said what failed.
        return false
      } finally {
        making.delete(parentDocumentId)
      }
    },
    [mutateAsync, queries, navigate],
  )
  /** Makes a page and stays where one is; a page without a title gets the caret into it when it is opened. */
  const makePage = useCallback(
    async (parentDocumentId: string, title: string) => {
      const page = await mutateAsync({ parentDocumentId, ...(title && { title }) }).catch(() => null)
      if (page && title === '') fresh = page.id
      return page
    },
    [mutateAsync],
  )
  return { newPage, makePage, isPending: create.isPending }
}

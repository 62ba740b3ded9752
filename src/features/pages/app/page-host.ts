import { useMemo } from 'react'
import type { BlockHost } from '@/blocks/kit/block-program'
import { useFileHost } from '@/features/files/app/file-host'
import { mentionablePeople } from './mentionable-people'
import { useNewPage } from './new-page'
import { useSubPages } from './sub-pages'

/** What the blocks of a signed-in person's page are given: files, people and the pages inside. */
export function usePageHost(
  documentId: string,
): Pick<BlockHost, 'upload' | 'findFiles' | 'findPeople' | 'watchSubPages' | 'newSubPage' | 'makeSubPage'> {
  const files = useFileHost(documentId)
  const subPages = useSubPages(documentId)
  const { newPage, makePage } = useNewPage()
  return useMemo(
    () => ({
      ...mentionablePeople,
      ...files,
      ...subPages,
      newSubPage: () => void newPage(documentId),
      async makeSubPage(title) {
        const page = await makePage(documentId, title)
        return page && { path: `/${page.id}`, title: page.title, icon: page.icon }
      },
    }),
    [files, subPages, newPage, makePage, documentId],
  )
}

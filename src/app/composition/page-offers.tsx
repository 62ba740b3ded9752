import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onOpenPages, openPage } from '@/editor/open-pages'
import { MoveBlocks } from '@/features/pages/app/move-blocks'
import { offerPictures } from '@/features/print/app/print-actions'
import { offerStash } from '@/features/stash/app/stash-actions'
import { stashStore } from '@/features/stash/app/stash-store'

/** What features offer in the editor of whichever page is open, and what an address asks of it. */
export default function PageOffers({ userId }: { userId: string | null }) {
  useEffect(() => offerStash(stashStore(userId !== null)), [userId])
  useEffect(() => (userId === null ? undefined : offerPictures()), [userId])
  useFindOfAddress()
  return userId === null ? null : <MoveBlocks />
}

/** `/{documentId}?find=words` marks the words on the page and goes to the first of them (product.md 2.25). */
function useFindOfAddress(): void {
  const address = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` })
  useEffect(() => {
    const words = new URL(address, window.location.href).searchParams.get('find')?.trim()
    if (!words) return
    let isAsked = false
    const ask = () => {
      const page = openPage()
      if (isAsked || !page) return
      isAsked = true
      const { view } = page
      // Its code is there: the editor has it.
      void import('@/editor/find/find-plugin').then(({ openFind }) => {
        if (!view.isDestroyed) openFind({ words })(view.state, view.dispatch, view)
      })
    }
    ask()
    return onOpenPages(ask)
  }, [address])
}

import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onOpenPages, openPage } from '@/editor/open-pages'

function readableHash(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** `/{documentId}?at=12.5#{blockId}` goes to a moment of a recording on the page: where it was found that something is said. */
export default function MomentOfAddress(): null {
  const address = useRouterState({
    select: ({ location }) => `${location.pathname}${location.searchStr}#${location.hash}`,
  })
  useEffect(() => {
    const { searchParams, hash } = new URL(address, window.location.href)
    const at = Number(searchParams.get('at') ?? Number.NaN)
    if (!Number.isFinite(at) || at < 0) return
    const blockId = readableHash(hash.slice(1))
    if (blockId === '') return
    let isShown = false
    const show = () => {
      const view = openPage()?.view
      if (isShown || !view) return
      isShown = true
      void import('@/editor/media/player-time').then(({ showMoment }) => {
        if (!view.isDestroyed) showMoment(view, blockId, at)
      })
    }
    show()
    return onOpenPages(show)
  }, [address])
  return null
}

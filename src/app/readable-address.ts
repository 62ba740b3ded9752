import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageOfAddress, pageSegment } from '@/shared/page-address'

/** How long a title has to rest before it goes into the address: browsers take few changes of it in a row. */
const REST_MS = 1_000

/**
 * Says in the address bar what the page is called: `/{words of the title}-{id}`. Whatever follows in the address stays, and
 * the router is told nothing: for it, as for every link, the id alone is the address of a page (product.md 2.2).
 */
export function useReadableAddress(id: string, title: string): void {
  // A link to a block of the page brings the short address back.
  const shown = useRouterState({ select: (state) => state.location.href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is looked at once it stands
  useEffect(() => {
    const timer = setTimeout(() => {
      const { pathname, search, hash } = window.location
      const readable = `/${pageSegment(id, title)}`
      if (pathname === readable || pathname.startsWith('/preview/') || pageOfAddress(pathname) !== id) return
      History.prototype.replaceState.call(
        window.history,
        window.history.state,
        '',
        `${readable}${search}${hash}`,
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [id, title, shown])
}

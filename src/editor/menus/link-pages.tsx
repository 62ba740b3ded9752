import { useEffect, useRef, useState } from 'react'
import type { PageInfo } from '@/blocks/kit/block-program'
import { linkAddress } from '../core/link'
import type { EditorHost } from '../source'

/** How many pages are offered. */
const MOST = 6
/** Milliseconds of quiet before pages are looked for. */
const PAUSE = 150

/** Does somebody who types this look for a page by its title, and not write an address? */
const isTitle = (typed: string): boolean =>
  typed.trim() !== '' &&
  !/^[/#?]|^[a-z][a-z0-9+.-]*:/i.test(typed.trim()) &&
  (linkAddress(typed) === null || !/[./]/.test(typed))

/** The pages whose title holds what was typed where an address is asked for; none while it is one. */
export function usePagesFor(typed: string, host: EditorHost): readonly PageInfo[] {
  const [found, setFound] = useState<{ typed: string; pages: readonly PageInfo[] }>({ typed: '', pages: [] })
  const find = useRef(host.findPages)
  find.current = host.findPages
  const wanted = isTitle(typed) ? typed.trim() : ''
  useEffect(() => {
    if (!wanted) return
    let isGone = false
    const timer = setTimeout(() => {
      find.current?.(wanted).then(
        (pages) => !isGone && setFound({ typed: wanted, pages: pages.slice(0, MOST) }),
        // Without an answer an address can still be typed.
        () => !isGone && setFound({ typed: wanted, pages: [] }),
      )
    }, PAUSE)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [wanted])
  // Those of what was typed before are of no use: Enter would take one of them.
  return wanted && found.typed === wanted ? found.pages : []
}

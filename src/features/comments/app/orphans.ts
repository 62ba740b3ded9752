import { useMemo, useRef } from 'react'
import type { Thread } from './thread'

type Places = readonly { discussion: string }[] | null

/**
 * The same ({@link orphansOf}) as a page goes on: of a discussion that was begun here the server's answer may come before the page with what
 * it stands at. Its card stays, and with it what is typed there.
 */
export function useOrphans(threads: readonly Thread[], places: Places): ReadonlySet<string> {
  const begun = useRef(new Set<string>())
  return useMemo(() => {
    for (const { id, isWaiting } of threads) if (isWaiting) begun.current.add(id)
    for (const { discussion } of places ?? []) begun.current.delete(discussion)
    const known = threads.filter(({ id }) => !begun.current.has(id))
    return orphansOf(known, places)
  }, [threads, places])
}

/**
 * The threads whose text or block is no longer on the page. None while it is not known where they stand, and none of those that
 * are about words which have not arrived yet.
 */
function orphansOf(threads: readonly Thread[], places: Places): ReadonlySet<string> {
  if (places === null) return new Set()
  const placed = new Set(places.map(({ discussion }) => discussion))
  return new Set(
    threads.flatMap(({ id, kind, isWaiting }) =>
      (kind === 'text' || kind === 'block') && !placed.has(id) && !isWaiting ? id : [],
    ),
  )
}

import type { Thread } from './thread'

/**
 * The threads whose text or block is no longer on the page. None while it is not known where they stand, and none of those that
 * are about words which have not arrived yet.
 */
export function orphansOf(
  threads: readonly Thread[],
  places: readonly { discussion: string }[] | null,
): ReadonlySet<string> {
  if (places === null) return new Set()
  const placed = new Set(places.map(({ discussion }) => discussion))
  return new Set(
    threads.flatMap(({ id, kind, isWaiting }) =>
      (kind === 'text' || kind === 'block') && !placed.has(id) && !isWaiting ? id : [],
    ),
  )
}

import { useCallback, useMemo, useState } from 'react'
import type { PageSummary } from '../model'
import { topmost } from '../page-tree'

/** Select mode (product.md 2.22): `ids` is null outside it. */
export function useBulk(pages: readonly PageSummary[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const start = useCallback(() => setTicked(new Set()), [])
  const stop = useCallback(() => setTicked(null), [])
  const toggle = useCallback((id: string) => {
    setTicked((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const select = useCallback(
    (more: readonly string[]) => setTicked((before) => new Set([...(before ?? []), ...more])),
    [],
  )
  // What somebody else took away in the meantime is not selected any more.
  const ids = useMemo(
    () => ticked && new Set(pages.filter((page) => ticked.has(page.id)).map((page) => page.id)),
    [ticked, pages],
  )
  const all = useMemo(() => pages.filter((page) => ids?.has(page.id)), [ids, pages])
  /** Without those that go along inside another one. */
  const chosen = useMemo(() => topmost(pages, all), [all, pages])
  return { ids, chosen: all, pages: chosen, start, stop, toggle, select }
}

import { useCallback, useState } from 'react'

/** More than anybody opens; keeps the stored list from growing for ever. */
const MOST = 2_000

/** The expanded pages kept in `storage` under `key`; whatever is missing or unreadable is none. */
export function readExpanded(storage: Pick<Storage, 'getItem'>, key: string): Set<string> {
  try {
    const ids: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    // Forbidden storage or a value of something else: everything is closed, nothing is lost.
    return new Set()
  }
}

function changed(before: ReadonlySet<string>, ids: readonly string[], open: boolean): Set<string> {
  const after = new Set(before)
  for (const id of ids) {
    if (open) after.add(id)
    else after.delete(id)
  }
  return after
}

/** Which pages are expanded, kept in this browser (product.md 4.4). */
export function useExpanded(key: string) {
  const [expanded, setExpanded] = useState(() => readExpanded(window.localStorage, key))
  const expand = useCallback(
    (ids: readonly string[], open: boolean) => {
      setExpanded((before) => {
        if (ids.every((id) => before.has(id) === open)) return before
        try {
          // Others keep theirs under the same key.
          const kept = [...changed(readExpanded(window.localStorage, key), ids, open)]
          window.localStorage.setItem(key, JSON.stringify(kept.slice(-MOST)))
        } catch {
          // A full or forbidden storage only costs the memory of what was open.
        }
        return changed(before, ids, open)
      })
    },
    [key],
  )
  return { expanded, expand }
}

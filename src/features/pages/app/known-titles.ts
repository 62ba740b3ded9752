import { createStore, type Store } from '@/shared/store'

/**
 * The titles of pages that were just open here. A list of the server can be a moment behind what was typed (its titles
 * are projections of the live pages); what this tab has seen itself is newer.
 */
const HOLDS_MS = 60_000

interface Known {
  title: string
  until: number
  /** A list has said something else meanwhile: it is looked at again when this title holds no more. */
  isContradicted: boolean
}

const known = new Map<string, Known>()
const ended = createStore(0)

/** Changes whenever a title holds no more that the server's lists had contradicted: the server is to be asked again. */
export const endedTitles: Store<number> = ended

/** Remembers what a page is called. */
export function noteTitle(id: string, title: string, now: number = Date.now()): void {
  known.set(id, { title, until: now + HOLDS_MS, isContradicted: false })
}

/** The page was renamed by a call: the server's answer is the newest. */
export function forgetTitle(id: string): void {
  known.delete(id)
}

/** The page with the title that this tab has seen, if it has. */
export function withKnownTitle<T extends { id: string; title: string }>(
  page: T,
  now: number = Date.now(),
): T {
  const seen = known.get(page.id)
  if (!seen) return page
  if (seen.until <= now) {
    known.delete(page.id)
    return page
  }
  if (seen.title === page.title) return page
  if (!seen.isContradicted) {
    seen.isContradicted = true
    setTimeout(() => ended.set(ended.get() + 1), seen.until - now + 1)
  }
  return { ...page, title: seen.title }
}

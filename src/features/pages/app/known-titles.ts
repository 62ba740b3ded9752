/**
 * The titles of pages that were just open here. A list of the server can be a moment behind what was typed (its titles
 * are projections of the live pages); what this tab has seen itself is newer.
 */
const HOLDS_MS = 60_000

const known = new Map<string, { title: string; until: number }>()

/** Remembers what a page is called. */
export function noteTitle(id: string, title: string, now: number = Date.now()): void {
  known.set(id, { title, until: now + HOLDS_MS })
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
  if (seen.until < now) {
    known.delete(page.id)
    return page
  }
  return seen.title === page.title ? page : { ...page, title: seen.title }
}

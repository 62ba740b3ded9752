import type { ActionTarget, OpenEditor } from '@/blocks/kit/action'

/** A page whose editor stands on the screen. */
export type OpenPage = OpenEditor

let pages: readonly OpenPage[] = []
const listeners = new Set<() => void>()

function change(next: readonly OpenPage[]): void {
  pages = next
  for (const listener of listeners) listener()
}

/** The page that was opened last; null: none is open. */
export const openPage = (): OpenPage | null => pages.at(-1) ?? null

/** What actions are about that are reached from everywhere: the page on the screen. */
export function targetOnScreen(): ActionTarget {
  const editor = openPage()
  return { page: editor?.host().page ?? null, editor }
}

/** Calls back when a page is opened or left; the returned function ends that. */
export function onOpenPages(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Lists a page until the returned function is called. */
export function listOpenPage(page: OpenPage): () => void {
  change([...pages, page])
  return () => change(pages.filter((other) => other !== page))
}

import type { ActionTarget, OpenEditor } from '@/blocks/kit/action'
import { createStore } from '@/shared/store'

/** A page whose editor stands on the screen. */
export type OpenPage = OpenEditor

const pages = createStore<readonly OpenPage[]>([])

/** The page that was opened last; null: none is open. */
export const openPage = (): OpenPage | null => pages.get().at(-1) ?? null

/** What actions are about that are reached from everywhere: the page on the screen. */
export function targetOnScreen(): ActionTarget {
  const editor = openPage()
  return { page: editor?.host().page ?? null, editor }
}

/** Calls back when a page is opened or left; the returned function ends that. */
export const onOpenPages = pages.subscribe

/** Lists a page until the returned function is called. */
export function listOpenPage(page: OpenPage): () => void {
  pages.set([...pages.get(), page])
  return () => pages.set(pages.get().filter((other) => other !== page))
}

import type { EditorView } from '@tiptap/pm/view'
import type { EditorHost } from './source'

/** A page whose editor stands on the screen. */
export interface OpenPage {
  view: EditorView
  host(): EditorHost
}

let pages: readonly OpenPage[] = []
const listeners = new Set<() => void>()

function change(next: readonly OpenPage[]): void {
  pages = next
  for (const listener of listeners) listener()
}

/** The page that was opened last; null: none is open. */
export const openPage = (): OpenPage | null => pages.at(-1) ?? null

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

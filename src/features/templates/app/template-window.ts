import { useSyncExternalStore } from 'react'

/** The gallery that is open: where a page made of a template goes (null: the top level). */
export interface TemplateWindow {
  parentDocumentId: string | null
}

let open: TemplateWindow | null = null
const listeners = new Set<() => void>()

/** Opens the gallery of templates, or closes it (`null`). */
export function showTemplates(next: TemplateWindow | null): void {
  open = next
  for (const listener of listeners) listener()
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** What was asked for. */
export const useTemplateWindow = (): TemplateWindow | null => useSyncExternalStore(subscribe, () => open)

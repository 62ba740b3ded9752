import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

/** The gallery that is open: where a page made of a template goes (null: the top level). */
export interface TemplateWindow {
  parentDocumentId: string | null
  /** The ready template that it opens at. */
  readyId?: string
}

const open = createStore<TemplateWindow | null>(null)

/** Opens the gallery of templates, or closes it (`null`). */
export const showTemplates: (next: TemplateWindow | null) => void = open.set

/** What was asked for. */
export const useTemplateWindow = (): TemplateWindow | null => useStore(open)
